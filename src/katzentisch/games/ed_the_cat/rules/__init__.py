"""The rule book of Ed, the Cat, one chapter per module.

Read them in this order: `components`, `state`, `cards`, `moves`, `dealing`, `setup`, `turn`,
`actions`, `scoring`.
"""
