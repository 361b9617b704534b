"""A corpus of files that mean harm, or were harmed: made by one script from one seed, and kept nowhere."""
