package unixmod

import (
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSystemLog sends to logs of both kinds that Linux's programs have, one after the other: the second connection is made when the first is lost.
func TestSystemLog(t *testing.T) {
	defer func(path string) { logPath = path }(logPath)
	defer disconnectLog()
	logPath = filepath.Join(t.TempDir(), "log")
	sent := 0
	if err := send([]byte("<14>nobody"), &sent); err == nil || sent != 0 {
		t.Errorf("without a log: %d bytes sent, error %v", sent, err)
	}

	packets, err := net.ListenPacket("unixgram", logPath)
	if err != nil {
		t.Skip("sockets of files cannot be made here: ", err)
	}
	if err := send([]byte("<14>one"), &sent); err != nil || sent != 7 {
		t.Errorf("one: %d bytes, %v", sent, err)
	}
	buf := make([]byte, 100)
	packets.SetReadDeadline(time.Now().Add(time.Minute))
	if n, _, err := packets.ReadFrom(buf); err != nil || string(buf[:n]) != "<14>one" {
		t.Errorf("the log read %q, %v", buf[:n], err)
	}
	packets.Close()
	if err := send([]byte("<14>lost"), new(int)); err == nil {
		t.Error("a log that is gone took a message")
	}
	disconnectLog()

	logPath = filepath.Join(t.TempDir(), "log")
	stream, err := net.Listen("unix", logPath)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	for _, text := range [...]string{"<14>two", "<14>" + strings.Repeat("three", 1000)} {
		if err := send([]byte(text), new(int)); err != nil {
			t.Error(err)
		}
	}
	disconnectLog()
	c, err := stream.Accept()
	if err != nil {
		t.Fatal(err)
	}
	c.SetReadDeadline(time.Now().Add(time.Minute))
	var all strings.Builder
	if _, err := io.Copy(&all, c); err != nil {
		t.Error(err)
	}
	if want := "<14>two\x00<14>" + strings.Repeat("three", 1000) + "\x00"; all.String() != want {
		t.Errorf("the log read %q", all.String())
	}
}
