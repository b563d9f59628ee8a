"""Ratios against a peer, measured in one run: ``make bench``. Never a test, since machines are noisy."""
