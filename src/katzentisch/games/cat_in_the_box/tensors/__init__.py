"""Cat in the Box in numbers: observations, actions and masks of legal actions for networks."""
