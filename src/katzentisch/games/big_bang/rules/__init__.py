"""The rule book of Big Bang, a chapter a module.

Read them in this order: `components`, `state`, `moves`, `setup`, `turn`, `scoring`.
"""
