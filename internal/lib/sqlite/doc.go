// Package sqlite is SQLite's C interface as Go functions: connections, statements, blobs, backups, callbacks. It counts the memory that
// SQLite takes for each world, and gives worlds without files a SQLite that opens none. It must not know Python.
package sqlite
