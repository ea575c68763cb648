"""Ed, the Cat in numbers: observations, actions and masks of legal actions for networks."""
