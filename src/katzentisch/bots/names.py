"""What bots are called at a table."""

BOT_NAMES = ("Ada", "Ben", "Cleo", "Dino", "Edda", "Fritz")
