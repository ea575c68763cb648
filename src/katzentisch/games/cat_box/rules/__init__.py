"""The rule book of Cat Box, one chapter per module.

Read them in this order: `components`, `state`, `table`, `laying`, `placing`, `moves`, `sources`,
`setup`, `tiles`, `scoring`, `turn`, `refusals`.
"""
