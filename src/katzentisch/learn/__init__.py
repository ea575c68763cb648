"""Networks that teach themselves a game by playing against themselves (needs PyTorch).

Read `training` for how a training runs, `lessons` for what is learned from what was
played, `policy` for the network. What comes out is a file of weights that `bots` plays
with, without PyTorch.
"""
