"""The rule book of Big Bang, one chapter per module.

Read them in this order: `components`, `state`, `moves`, `setup`, `turn`, `scoring`.
"""
