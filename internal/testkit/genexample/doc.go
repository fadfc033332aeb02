// Package genexample holds what psy gen writes for a module.
package genexample
