// seek.go declares functions of SQLite, which have their bodies there.
