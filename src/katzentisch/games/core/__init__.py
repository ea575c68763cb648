"""What every game is built on: records, random numbers, bit sets, compilation, the contract."""
