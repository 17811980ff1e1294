"""Measurements of speed and of strength."""
