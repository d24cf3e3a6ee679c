package reach

import (
	"path"
	"strings"

	"github.com/coderef-system/coderefd/codeintel/facts"
)

// calledByRuntime returns why the runtime, the standard library or a well-known framework may
// call a function without a call in the project, and "" if it does not. It compares the name of
// a member, in Go also its signature, with a list of well-known interfaces; it does not look up
// types.
func calledByRuntime(d *facts.Decl) string {
	name := d.Name[strings.LastIndexAny(d.Name, ".#")+1:]
	if name == "init" && d.Type == facts.Function && path.Ext(d.File) == ".go" {
		return "called when the package is loaded"
	}
	if d.Type == facts.Method {
		switch ext := path.Ext(d.File); ext {
		case ".go":
			if of := goContracts[name+goSignature(d.Signature)]; of != "" {
				return "implements " + of
			}
			return ""
		case ".py", ".pyi":
			if len(name) > 4 && strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__") {
				return "special method that Python calls"
			}
		case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs":
			if of := scriptContracts[name]; of != "" {
				return "called by " + of
			}
			if strings.Contains(d.Name, "[Symbol.") {
				return "called by JavaScript"
			}
		}
	}
	return registered(d)
}

// registered returns the decorator of a function in Python that passes the function on.
func registered(d *facts.Decl) string {
	if d.Signature == nil || !strings.HasPrefix(path.Ext(d.File), ".py") {
		return ""
	}
	for _, decorator := range d.Signature.Decorators {
		name, _, _ := strings.Cut(decorator, "(")
		switch last := name[strings.LastIndexByte(name, '.')+1:]; last {
		case "staticmethod", "classmethod", "property", "cached_property", "setter", "getter", "deleter",
			"abstractmethod", "overload", "override", "final", "wraps", "lru_cache", "cache", "contextmanager",
			"asynccontextmanager", "dataclass", "total_ordering", "deprecated", "setupmethod":
		default:
			return "registered by the decorator @" + name
		}
	}
	return ""
}

// goSignature returns the types of parameters and results: "(int,int) bool". Names of results
// are dropped, and interface{} is any.
func goSignature(s *facts.Signature) string {
	if s == nil {
		return "()"
	}
	var parameters []string
	for _, p := range s.Parameters {
		t := p.Type
		if p.Rest && !strings.HasPrefix(t, "...") {
			t = "..." + t
		}
		parameters = append(parameters, t)
	}
	out := "(" + strings.Join(parameters, ",") + ")"
	if list, ok := strings.CutPrefix(s.Returns, "("); ok {
		var results []string
		for r := range strings.SplitSeq(strings.TrimSuffix(list, ")"), ",") {
			if words := strings.Fields(r); len(words) > 0 {
				results = append(results, words[len(words)-1])
			}
		}
		out += " " + strings.Join(results, ",")
	} else if s.Returns != "" {
		out += " " + s.Returns
	}
	return strings.ReplaceAll(out, "interface{}", "any")
}

// goContracts maps the methods of well-known interfaces to the interfaces.
var goContracts = map[string]string{ //nolint:gochecknoglobals // never written
	"String() string": "fmt.Stringer", "GoString() string": "fmt.GoStringer", "Format(fmt.State,rune)": "fmt.Formatter",
	"Scan(any) error": "sql.Scanner", "Value() driver.Value,error": "driver.Valuer",
	"Error() string": "error", "Unwrap() error": "errors.Unwrap", "Unwrap() []error": "errors.Unwrap",
	"Is(error) bool": "errors.Is", "As(any) bool": "errors.As", "Timeout() bool": "net.Error",
	"Temporary() bool": "net.Error",
	"Len() int":        "sort.Interface", "Less(int,int) bool": "sort.Interface", "Swap(int,int)": "sort.Interface",
	"Push(any)": "heap.Interface", "Pop() any": "heap.Interface",
	"ServeHTTP(http.ResponseWriter,*http.Request)":      "http.Handler",
	"RoundTrip(*http.Request) *http.Response,error":     "http.RoundTripper",
	"Header() http.Header":                              "http.ResponseWriter",
	"WriteHeader(int)":                                  "http.ResponseWriter",
	"Flush()":                                           "http.Flusher",
	"Hijack() net.Conn,*bufio.ReadWriter,error":         "http.Hijacker",
	"CloseNotify() <-chan bool":                         "http.CloseNotifier",
	"Push(string,*http.PushOptions) error":              "http.Pusher",
	"MarshalJSON() []byte,error":                        "json.Marshaler",
	"UnmarshalJSON([]byte) error":                       "json.Unmarshaler",
	"MarshalText() []byte,error":                        "encoding.TextMarshaler",
	"UnmarshalText([]byte) error":                       "encoding.TextUnmarshaler",
	"MarshalBinary() []byte,error":                      "encoding.BinaryMarshaler",
	"UnmarshalBinary([]byte) error":                     "encoding.BinaryUnmarshaler",
	"GobEncode() []byte,error":                          "gob.GobEncoder",
	"GobDecode([]byte) error":                           "gob.GobDecoder",
	"MarshalXML(*xml.Encoder,xml.StartElement) error":   "xml.Marshaler",
	"UnmarshalXML(*xml.Decoder,xml.StartElement) error": "xml.Unmarshaler",
	"MarshalYAML() any,error":                           "yaml.Marshaler",
	"UnmarshalYAML(func(any) error) error":              "yaml.Unmarshaler",
	"UnmarshalYAML(*yaml.Node) error":                   "yaml.Unmarshaler",
	"Set(string) error":                                 "flag.Value",
	"IsBoolFlag() bool":                                 "flag.Value",
	"Get() any":                                         "flag.Getter",
	"Read([]byte) int,error":                            "io.Reader",
	"Write([]byte) int,error":                           "io.Writer",
	"WriteString(string) int,error":                     "io.StringWriter",
	"ReadAt([]byte,int64) int,error":                    "io.ReaderAt",
	"WriteAt([]byte,int64) int,error":                   "io.WriterAt",
	"ReadByte() byte,error":                             "io.ByteReader",
	"WriteTo(io.Writer) int64,error":                    "io.WriterTo",
	"ReadFrom(io.Reader) int64,error":                   "io.ReaderFrom",
	"Seek(int64,int) int64,error":                       "io.Seeker",
	"LogValue() slog.Value":                             "slog.LogValuer",
	"Enabled(context.Context,slog.Level) bool":          "slog.Handler",
	"Handle(context.Context,slog.Record) error":         "slog.Handler",
	"WithAttrs([]slog.Attr) slog.Handler":               "slog.Handler",
	"WithGroup(string) slog.Handler":                    "slog.Handler",
	"Describe(chan<- *prometheus.Desc)":                 "prometheus.Collector",
	"Collect(chan<- prometheus.Metric)":                 "prometheus.Collector",
	"Network() string":                                  "net.Addr",
	"Deadline() time.Time,bool":                         "context.Context",
	"Open(string) fs.File,error":                        "fs.FS",
	"Open(string) http.File,error":                      "http.FileSystem",
	"Readdir(int) []os.FileInfo,error":                  "http.File",
	"Readdir(int) []fs.FileInfo,error":                  "http.File",
	"Stat() fs.FileInfo,error":                          "fs.File",
	"Stat() os.FileInfo,error":                          "fs.File",
}

// scriptContracts maps the members that JavaScript, browsers and frameworks call to the callers.
var scriptContracts = contractsOf(map[string]string{ //nolint:gochecknoglobals // never written
	"JavaScript": "toString toJSON valueOf toLocaleString",
	"React": "render componentDidMount componentDidUpdate componentWillUnmount shouldComponentUpdate componentDidCatch " +
		"getDerivedStateFromProps getDerivedStateFromError getSnapshotBeforeUpdate componentWillMount " +
		"componentWillReceiveProps componentWillUpdate UNSAFE_componentWillMount UNSAFE_componentWillReceiveProps " +
		"UNSAFE_componentWillUpdate",
	"the browser (custom element)": "connectedCallback disconnectedCallback attributeChangedCallback adoptedCallback",
	"Angular": "ngOnInit ngOnDestroy ngOnChanges ngDoCheck ngAfterContentInit ngAfterContentChecked ngAfterViewInit " +
		"ngAfterViewChecked",
	"Nest": "onModuleInit onModuleDestroy onApplicationBootstrap onApplicationShutdown beforeApplicationShutdown",
})

func contractsOf(members map[string]string) map[string]string {
	out := map[string]string{}
	for caller, names := range members {
		for name := range strings.FieldsSeq(names) {
			out[name] = caller
		}
	}
	return out
}
