"""Who asks: phones, seats, hosts, and how somebody becomes one."""
