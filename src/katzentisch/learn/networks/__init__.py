"""The networks in PyTorch: what they read, and the policies and critics built of it."""
