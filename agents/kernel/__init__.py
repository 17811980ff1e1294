"""What agents compute in compiled code; a folder of its own, so that other edits need no compilation."""
