"""The ground that every game stands on: records, chance, bit sets, compiling, the contract."""
