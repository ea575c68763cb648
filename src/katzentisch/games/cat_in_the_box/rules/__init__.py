"""The rule book of Cat in the Box, one chapter per module.

Read them in this order: `components`, `state`, `cards`, `moves`, `setup`, `turn`, `scoring`.
"""
