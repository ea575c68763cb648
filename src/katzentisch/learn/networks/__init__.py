"""The networks in PyTorch: their inputs, the policies and the critic."""
