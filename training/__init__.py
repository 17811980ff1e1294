"""Training by self-play, and its evaluation."""
