"""What must survive a power cut or be replayed."""
