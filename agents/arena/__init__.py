"""Games between agents: many at once, on duplicate deals, recorded, counted and rated."""
