// Package genexample holds an example of the files that psy gen writes for a module.
package genexample

//go:generate go run ../../../cmd/psy gen -package genexample -o shapes_psy.go shapes.pyc
//go:generate go run ../../../cmd/psy gen -package genexample -o loose_psy.go loose.py
