module github.com/psyco-go/psy

go 1.26
