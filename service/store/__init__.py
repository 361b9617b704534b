"""What is kept between rounds and evenings: matches with their rounds, scans with their corrections."""
