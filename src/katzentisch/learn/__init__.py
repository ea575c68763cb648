"""Networks that learn a game by playing against themselves (needs PyTorch).

Read `training` for the course of a run, `rollouts` and `ppo` for how a lesson is played and
learned from, and `networks.policy` for the network. The result is a weights file that `bots`
can play with, without PyTorch.
"""
