// A browser driven from Go: headless Chromium, told what to do by the WebDriver protocol.

package inspect

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// browser is a session of a chromedriver.
type browser struct {
	t       *testing.T
	session string // its address
}

// newBrowser starts one, or skips the test.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	driver, err := exec.LookPath("chromedriver")
	if err != nil {
		t.Skip("no chromedriver: the page is not tested (Debian packages chromium, chromium-driver)")
	}
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium: the page is not tested (Debian packages chromium, chromium-driver)")
	}
	cmd := exec.Command(driver, "--port=0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	port := 0
	for lines := bufio.NewScanner(out); port == 0 && lines.Scan(); {
		if _, rest, ok := strings.Cut(lines.Text(), "started successfully on port "); ok {
			fmt.Sscan(rest, &port)
		}
	}
	if port == 0 {
		t.Fatal("chromedriver does not say its port")
	}
	go io.Copy(io.Discard, out)
	b := &browser{t: t}
	url := fmt.Sprintf("http://127.0.0.1:%d/session", port)
	var made struct {
		SessionID string `json:"sessionId"`
	}
	args := []string{"--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1600,1000", "--force-color-profile=srgb", "--disable-dev-shm-usage"}
	err = b.do("POST", url, map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"browserName": "chrome", "goog:loggingPrefs": map[string]string{"browser": "ALL"}, "goog:chromeOptions": map[string]any{"binary": chromium, "args": args}}}}, &made)
	if err != nil {
		t.Fatal(err)
	}
	b.session = url + "/" + made.SessionID
	t.Cleanup(func() { b.do("DELETE", b.session, nil, nil) })
	return b
}

var client = http.Client{Timeout: time.Minute}

// do asks the driver for something; value gets what it answers.
func (b *browser) do(method, url string, body, value any) error {
	var data []byte
	if body != nil {
		data, _ = json.Marshal(body)
	}
	req, err := http.NewRequest(method, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return errors.New(string(answer.Value))
	}
	if value != nil {
		return json.Unmarshal(answer.Value, value)
	}
	return nil
}

func (b *browser) must(method, command string, body, value any) {
	b.t.Helper()
	if err := b.do(method, b.session+command, body, value); err != nil {
		b.t.Fatalf("%s: %v", command, err)
	}
}

func (b *browser) open(url string) {
	b.t.Helper()
	b.must("POST", "/url", map[string]any{"url": url}, nil)
}

// eval runs JavaScript in the page. A script that throws is run again until it does not: the element that it asks for may come later.
func (b *browser) eval(script string, value any) {
	b.t.Helper()
	b.patiently(func() error {
		return b.do("POST", b.session+"/execute/sync", map[string]any{"script": script, "args": []any{}}, value)
	})
}

// patiently tries something again for some seconds, until it gives no error.
func (b *browser) patiently(try func() error) {
	b.t.Helper()
	var err error
	for range 500 {
		if err = try(); err == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatal(err)
}

// text is what a script returns, as text.
func (b *browser) text(script string) (s string) {
	b.t.Helper()
	b.eval("return String("+script+")", &s)
	return s
}

// keys presses keys, one after another, wherever the focus is.
func (b *browser) keys(keys ...string) {
	b.t.Helper()
	var actions []map[string]string
	for _, k := range keys {
		actions = append(actions, map[string]string{"type": "keyDown", "value": k}, map[string]string{"type": "keyUp", "value": k})
	}
	b.must("POST", "/actions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keyboard", "actions": actions}}}, nil)
}

// click clicks the first element that a CSS selector finds, as a mouse does.
func (b *browser) click(selector string) {
	b.t.Helper()
	b.patiently(func() error {
		var found map[string]string
		if err := b.do("POST", b.session+"/element", map[string]any{"using": "css selector", "value": selector}, &found); err != nil {
			return err
		}
		for _, id := range found {
			return b.do("POST", b.session+"/element/"+id+"/click", map[string]any{}, nil)
		}
		return errors.New(selector + ": no element")
	})
}

// screenshot is the page as a PNG.
func (b *browser) screenshot() []byte {
	b.t.Helper()
	var s string
	b.must("GET", "/screenshot", nil, &s)
	data, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		b.t.Fatal(err)
	}
	return data
}

// complaints are what the page wrote to the console.
func (b *browser) complaints() (out []string) {
	b.t.Helper()
	var list []struct{ Level, Message string }
	b.must("POST", "/se/log", map[string]any{"type": "browser"}, &list)
	for _, l := range list {
		if l.Level == "SEVERE" {
			out = append(out, l.Message)
		}
	}
	return out
}
