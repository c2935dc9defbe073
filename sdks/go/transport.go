// Package countinghouse is a client of Countinghouse: typed calls, idempotency keys, safe repeats.
//
// A call is asked again only where that cannot do anything twice: it reads, or it carries an idempotency key, which stays the same, or
// the server said that it did not begin. It never outlives its deadline.
package countinghouse

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	mathrand "math/rand"
	"mime/multipart"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	attemptsMax  = 5
	deadline     = 30 * time.Second
	firstWait    = 200 * time.Millisecond
	waitMax      = 5 * time.Second
	unreachable  = "Request failed: the server could not be reached."
	unknownError = "UNKNOWN"
)

type repeats int

const (
	never repeats = iota
	always
	underOneKey
	underKeys
)

// File is a file that is sent or was answered.
type File struct {
	Name    string
	Content []byte
}

// Error says why there is no answer.
type Error struct {
	// Code is one of docs/reference/errors.md; UNKNOWN where no answer came, or one that is not the server's.
	Code string
	// Status is that of HTTP; 0 where no answer came.
	Status  int
	Message string
	// RequestID is to quote to whoever runs the server.
	RequestID string
	// Details are what the refusal says beside its code, as JSON.
	Details json.RawMessage
	// Wait is after how long the server asks to be asked again; nil where it says nothing of it.
	Wait *time.Duration
	// Cause is why no answer came; nil where one did.
	Cause error
}

func (e *Error) Error() string { return fmt.Sprintf("%d %s: %s", e.Status, e.Code, e.Message) }

// Unwrap answers why no answer came.
func (e *Error) Unwrap() error { return e.Cause }

// Fields is what is wrong with which field of a wrong request, by path.
func (e *Error) Fields() map[string]string {
	var faults []struct{ Path, Message string }
	if json.Unmarshal(e.Details, &faults) != nil {
		return nil
	}
	fields := map[string]string{}
	for _, fault := range faults {
		fields[fault.Path] = fault.Message
	}
	return fields
}

// Client calls a server. It may be used by several goroutines at once.
type Client struct {
	Features
	// TenantID is the organisation of every call, where the key does not say which.
	TenantID string
	// Attempts is how often a call is asked at most.
	Attempts int
	// Deadline is that of a call with all its attempts.
	Deadline time.Duration

	url    string
	apiKey string
	http   *http.Client
}

// NewClient makes a client for a server at a URL, with an API key.
func NewClient(serverURL, apiKey string) *Client {
	c := &Client{Attempts: attemptsMax, Deadline: deadline, url: strings.TrimRight(serverURL, "/"), apiKey: apiKey}
	// A redirect is no answer: the key goes to the address that was named and to no other.
	c.http = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	c.open()
	return c
}

// Option changes how one call is made.
type Option func(*request)

// IdempotencyKey names the business act; else the call gets a key of its own.
func IdempotencyKey(key string) Option { return func(r *request) { r.key = key } }

// Ptr is a pointer to a value, for members that may be left out.
func Ptr[T any](value T) *T { return &value }

// EachPage asks for the pages of a list, until one says that there is no next.
func EachPage[C any](page func(after *C) (next *C, err error)) error {
	var after *C
	for {
		next, err := page(after)
		if err != nil || next == nil {
			return err
		}
		after = next
	}
}

type request struct {
	method  string
	path    string
	query   url.Values
	body    any
	file    *File
	repeats repeats
	also    map[int][]string
	options []Option
	key     string
}

type response struct {
	status  int
	header  http.Header
	content []byte
}

func (c *Client) call(ctx context.Context, r request, answer any) error {
	got, err := c.ask(ctx, r)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(got.content, answer); err != nil {
		return &Error{Code: unknownError, Status: got.status, Message: "The server answered in an unexpected shape.", RequestID: got.header.Get("x-request-id"), Cause: err}
	}
	return nil
}

var fileName = regexp.MustCompile(`filename="([^"]+)"`)

func (c *Client) takeFile(ctx context.Context, r request) (*File, error) {
	got, err := c.ask(ctx, r)
	if err != nil {
		return nil, err
	}
	name := "file"
	if found := fileName.FindStringSubmatch(got.header.Get("content-disposition")); found != nil {
		name = found[1]
	}
	return &File{Name: name, Content: got.content}, nil
}

func (c *Client) ask(ctx context.Context, r request) (*response, error) {
	for _, option := range r.options {
		option(&r)
	}
	body, contentType, err := c.bodyOf(&r)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.Deadline)
	defer cancel()
	end, _ := ctx.Deadline()
	for attempt := 1; ; attempt++ {
		got, refused := c.attempt(ctx, r, body, contentType)
		if refused == nil {
			return got, nil
		}
		wait := waitBefore(attempt, refused)
		if attempt >= c.Attempts || !mayRepeat(r.repeats, refused) || !time.Now().Add(wait).Before(end) {
			return nil, refused
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, refused
		}
	}
}

func (c *Client) attempt(ctx context.Context, r request, body []byte, contentType string) (*response, *Error) {
	address := c.url + r.path
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	asked, err := http.NewRequestWithContext(ctx, r.method, address, bytes.NewReader(body))
	if err != nil {
		return nil, &Error{Code: unknownError, Message: err.Error(), Cause: err}
	}
	asked.Header.Set("authorization", "Bearer "+c.apiKey)
	if contentType != "" {
		asked.Header.Set("content-type", contentType)
	}
	if c.TenantID != "" {
		asked.Header.Set("x-tenant-id", c.TenantID)
	}
	if r.key != "" {
		asked.Header.Set("idempotency-key", r.key)
	}
	answered, err := c.http.Do(asked)
	if err != nil {
		return nil, &Error{Code: unknownError, Message: unreachable, Cause: err}
	}
	defer answered.Body.Close()
	content, err := io.ReadAll(answered.Body)
	if err != nil {
		return nil, &Error{Code: unknownError, Message: unreachable, Cause: err}
	}
	got := &response{status: answered.StatusCode, header: answered.Header, content: content}
	if got.status == http.StatusOK || isKnown(r.also[got.status], content) {
		return got, nil
	}
	return nil, errorOf(got)
}

// bodyOf gives what a write names a key, where it has none, and answers the bytes that every attempt sends.
func (c *Client) bodyOf(r *request) ([]byte, string, error) {
	if r.file != nil {
		var form bytes.Buffer
		writer := multipart.NewWriter(&form)
		part, err := writer.CreateFormFile("file", r.file.Name)
		if err == nil {
			_, err = part.Write(r.file.Content)
		}
		if err == nil {
			err = writer.Close()
		}
		return form.Bytes(), writer.FormDataContentType(), err
	}
	if r.body == nil {
		return nil, "", nil
	}
	content, err := json.Marshal(r.body)
	if err != nil || (r.repeats != underOneKey && r.repeats != underKeys) {
		return content, "application/json", err
	}
	var members map[string]any
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	if err := decoder.Decode(&members); err != nil {
		return nil, "", err
	}
	if r.repeats == underOneKey {
		if members["idem_key"] == nil && r.key == "" {
			r.key = newKey()
		}
		return content, "application/json", nil
	}
	intents, _ := members["intents"].([]any)
	for _, each := range intents {
		if intent, ok := each.(map[string]any); ok && intent["idem_key"] == nil {
			intent["idem_key"] = newKey()
		}
	}
	content, err = json.Marshal(members)
	return content, "application/json", err
}

func newKey() string {
	var key [16]byte
	if _, err := rand.Read(key[:]); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%x", key)
}

// isKnown says whether a status beside 200 carries an answer: one that has these members.
func isKnown(members []string, content []byte) bool {
	var told map[string]json.RawMessage
	if members == nil || json.Unmarshal(content, &told) != nil {
		return false
	}
	for _, member := range members {
		if _, ok := told[member]; !ok {
			return false
		}
	}
	return true
}

func errorOf(got *response) *Error {
	var told struct {
		Code, Error, Message, RequestID string
		Details                         json.RawMessage
	}
	_ = json.Unmarshal(got.content, &told)
	e := &Error{Code: told.Code, Status: got.status, Message: told.Message, RequestID: told.RequestID, Details: told.Details}
	if e.Code == "" {
		e.Code = told.Error
	}
	if e.Code == "" {
		e.Code = unknownError
	}
	if e.Message == "" {
		e.Message = fmt.Sprintf("Request failed (%d)", got.status)
	}
	if e.RequestID == "" {
		e.RequestID = got.header.Get("x-request-id")
	}
	if seconds, err := strconv.ParseFloat(got.header.Get("retry-after"), 64); err == nil && seconds >= 0 {
		e.Wait = Ptr(time.Duration(seconds * float64(time.Second)))
	}
	return e
}

func mayRepeat(how repeats, e *Error) bool {
	switch e.Status {
	case 0, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		notBegun := e.Code == "OVERLOADED" || e.Code == "RATE_LIMITED" || e.Code == "TOO_MANY_ATTEMPTS"
		return how != never || notBegun
	}
	return e.Status == http.StatusTooManyRequests
}

func waitBefore(attempt int, e *Error) time.Duration {
	if e.Wait != nil {
		return *e.Wait
	}
	most := firstWait << (attempt - 1)
	if most > waitMax {
		most = waitMax
	}
	return most/2 + time.Duration(mathrand.Int63n(int64(most/2)+1))
}

// add writes a member of a query: what is nil or empty is left out, a map is name[key]=value.
func add(values url.Values, name string, value any) {
	of := reflect.ValueOf(value)
	switch of.Kind() {
	case reflect.Invalid:
	case reflect.Pointer:
		if !of.IsNil() {
			values.Set(name, fmt.Sprint(of.Elem().Interface()))
		}
	case reflect.Map:
		for _, key := range of.MapKeys() {
			values.Set(fmt.Sprintf("%s[%s]", name, key), fmt.Sprint(of.MapIndex(key).Interface()))
		}
	default:
		if !of.IsZero() {
			values.Set(name, fmt.Sprint(value))
		}
	}
}
