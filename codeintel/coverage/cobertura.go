package coverage

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
)

// parseCobertura reads Cobertura's XML, which "coverage xml" of coverage.py and many tools of
// other languages write. File names are relative to one of the sources.
func parseCobertura(from io.Reader) (Report, error) {
	report := Report{}
	d := xml.NewDecoder(from)
	d.Strict = false
	var sources []string
	var file *Data
	inSource, seen := false, false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if !seen {
				return nil, fmt.Errorf("%w: no coverage element", ErrFormat)
			}
			return report, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFormat, err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "coverage":
				seen = true
			case "source":
				inSource = true
			case "class":
				file = nil
				if name := attribute(t, "filename"); name != "" {
					file = report.file(below(sources, name))
				}
			case "line":
				if file != nil {
					file.coberturaLine(t)
				}
			}
		case xml.CharData:
			if text := strings.TrimSpace(string(t)); inSource && text != "" {
				sources = append(sources, text)
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "source":
				inSource = false
			case "class":
				file = nil
			}
		}
	}
}

// below joins a relative name with the source if there is only one. With several sources it
// returns the name, because the report does not state which source it belongs to.
func below(sources []string, name string) string {
	if len(sources) == 1 && !path.IsAbs(name) {
		return path.Join(sources[0], name)
	}
	return name
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (d *Data) coberturaLine(t xml.StartElement) {
	at, hits, ok := lineAndHits(attribute(t, "number"), attribute(t, "hits"))
	if !ok {
		return
	}
	d.Lines[at] = max(d.Lines[at], hits)
	if attribute(t, "branch") != "true" {
		return
	}
	// condition-coverage="50% (1/2)"
	_, fraction, _ := strings.Cut(attribute(t, "condition-coverage"), "(")
	covered, total, ok := strings.Cut(strings.TrimSuffix(fraction, ")"), "/")
	taken, err1 := strconv.Atoi(covered)
	all, err2 := strconv.Atoi(total)
	if !ok || err1 != nil || err2 != nil || all < 1 || all > 1000 {
		return
	}
	for i := range all {
		d.Branches[fmt.Sprintf("%d.%d", at, i)] = min(max(taken-i, 0), 1)
	}
}
