"""Opens a camera or microphone, keeps it open, hands on frames and sound."""
