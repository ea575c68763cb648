"""The rule book of Ed, the Cat, one chapter per module.

Read them in this order: `components`, `state`, `cards`, `moves`, `dealing`, `setup`, `turn`,
`actions`, `scoring`. What the seats have seen is part of the state: `history` notes it as cards
move, `memory` and `known_cards` work out what follows from it.
"""
