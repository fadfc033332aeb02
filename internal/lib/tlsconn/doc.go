// Package tlsconn is TLS connections over crypto/tls that are driven step by step: whoever has one gives it bytes that have arrived, and takes those that are
// to be sent. Ciphers, keys, errors and the results of verification go by OpenSSL's names. The package must not know Python, sockets or files.
//
// crypto/tls wants a connection that blocks. Its handshake keeps no state that a later call could go on with, so it runs on a goroutine of its own, which
// runs only while somebody waits in Step: where bytes are missing, it waits for the next Step. After the handshake there is no goroutine: crypto/tls
// remembers parts of records when a read fails with an error that is temporary.
package tlsconn
