"""The rule book of Ed, the Cat, a chapter a module.

Read them in this order: `components`, `state`, `cards`, `moves`, `dealing`, `setup`, `turn`,
`actions`, `scoring`.
"""
