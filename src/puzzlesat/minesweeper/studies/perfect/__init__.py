"""How well a game can be played at best, and how much logic a board needs."""
