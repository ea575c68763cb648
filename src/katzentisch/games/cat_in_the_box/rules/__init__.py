"""The rule book of Cat in the Box, a chapter a module.

Read them in this order: `components`, `state`, `cards`, `moves`, `setup`, `turn`, `scoring`.
"""
