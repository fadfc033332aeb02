// Command serve puts servers written in Python under load: 64 clients on the loopback interface ask as fast as they get answers, over connections that stay
// open. It prints, for each interpreter and kind of server, requests a second, the server's processor time for a request, answers that were wrong or missing,
// and the server's memory after a sixth of the time and at the end.
//
//	go run ./bench/serve -seconds 60 psy python3.13
package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"flag"
	"fmt"
	"io"
	"log"
	"math/big"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// server is the program that is measured: its arguments are the kind of server, and the file of a certificate or nothing.
const server = `
import asyncio, http.server, ssl, sys
kind, cert = sys.argv[1], sys.argv[2]
context = None
if cert:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert)
BODY = b"x" * 1000

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)
    def log_message(self, *args):
        pass

class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128

async def answer(reader, writer):
    try:
        while True:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()

async def main():
    s = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context, backlog=128)
    print(s.sockets[0].getsockname()[1], flush=True)
    await s.serve_forever()

if kind == "threads":
    s = Server(("127.0.0.1", 0), Handler)
    if context:
        s.socket = context.wrap_socket(s.socket, server_side=True)
    print(s.server_port, flush=True)
    s.serve_forever()
else:
    asyncio.run(main())
`

var (
	seconds = flag.Float64("seconds", 10, "how long each server is asked")
	clients = flag.Int("clients", 64, "how many clients there are")
)

func main() {
	flag.Parse()
	log.SetFlags(0)
	dir, err := os.MkdirTemp("", "serve")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	cert := filepath.Join(dir, "cert.pem")
	if err := os.WriteFile(cert, certificate(), 0o600); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%-24s %-8s %-4s %12s %14s %8s %20s\n", "interpreter", "server", "TLS", "requests/s", "us CPU/request", "lost", "MiB")
	for _, kind := range []string{"threads", "asyncio"} {
		for _, file := range []string{"", cert} {
			for _, interpreter := range flag.Args() {
				if err := measure(interpreter, kind, file); err != nil {
					log.Print(interpreter, ": ", err)
				}
			}
		}
	}
}

// certificate is one for localhost with its key.
func certificate() []byte {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	x := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, NotAfter: time.Now().AddDate(1, 0, 0)}
	der, err := x509.CreateCertificate(rand.Reader, x, x, key.Public(), key)
	if err != nil {
		log.Fatal(err)
	}
	b, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		log.Fatal(err)
	}
	return append(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: b}), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})...)
}

// measure runs one server. Interpreter is a command, perhaps with options.
func measure(interpreter, kind, cert string) error {
	words := append(strings.Fields(interpreter), "-c", server, kind, cert)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	port, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		cmd.Process.Kill()
		return err
	}
	url, secure := "http://127.0.0.1:"+strings.TrimSpace(port)+"/", "no"
	if cert != "" {
		url, secure = "https"+strings.TrimPrefix(url, "http"), "yes"
	}
	var done, lost atomic.Int64
	begun := time.Now()
	end := begun.Add(time.Duration(*seconds * float64(time.Second)))
	var all sync.WaitGroup
	for range *clients {
		all.Go(func() { ask(url, end, &done, &lost) })
	}
	time.Sleep(time.Until(begun.Add(end.Sub(begun) / 6)))
	early := memory(cmd.Process.Pid)
	all.Wait()
	took, late := time.Since(begun), memory(cmd.Process.Pid)
	cmd.Process.Kill()
	cmd.Wait()
	n := max(done.Load(), 1)
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	fmt.Printf("%-24s %-8s %-4s %12.0f %14.1f %8d %9.1f -> %7.1f\n", filepath.Base(interpreter), kind, secure, float64(n)/took.Seconds(),
		float64(cpu.Microseconds())/float64(n), lost.Load(), early, late)
	return nil
}

// ask is one client.
func ask(url string, end time.Time, done, lost *atomic.Int64) {
	c := http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	defer c.CloseIdleConnections()
	for time.Now().Before(end) {
		r, err := c.Get(url)
		if err != nil {
			lost.Add(1)
			continue
		}
		b, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || len(b) != 1000 {
			lost.Add(1)
			continue
		}
		done.Add(1)
	}
}

// memory is how many MiB a process has in memory; 0: not known.
func memory(pid int) float64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		var n float64
		if k, _ := fmt.Sscanf(line, "VmRSS: %f kB", &n); k == 1 {
			return n / 1024
		}
	}
	return 0
}
