package coverage

import (
	"io"
	"strconv"
	"strings"
)

// parseLCOV reads the trace files of lcov, which c8, vitest, jest, grcov and others also write.
// geninfo(1) describes them under "TRACEFILE FORMAT".
func parseLCOV(from io.Reader) (Report, error) {
	report := Report{}
	var file *Data
	functions := map[string]int{} // lines by name
	err := lines(from, func(n int, line string) error {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		switch {
		case key == "SF" && ok && value != "":
			file = report.file(value)
			clear(functions)
		case key == "end_of_record":
			file = nil
		case !ok || file == nil: // TN, and lines outside of a file's record
		case key == "DA": // line,hits[,checksum]
			parts := strings.Split(value, ",")
			if len(parts) < 2 {
				return malformed(n, "DA needs a line and a count")
			}
			at, hits, ok := lineAndHits(parts[0], parts[1])
			if !ok {
				return malformed(n, "DA needs a line and a count")
			}
			file.Lines[at] += hits
		case key == "FN": // line[,end line],name
			parts := strings.Split(value, ",")
			at, err := strconv.Atoi(parts[0])
			if len(parts) < 2 || err != nil || at < 1 {
				return malformed(n, "FN needs a line and a name")
			}
			functions[parts[len(parts)-1]] = at
			file.Functions[at] += 0
		case key == "FNDA": // hits,name
			count, name, ok := strings.Cut(value, ",")
			hits, known := hitsOf(count)
			if !ok || !known {
				return malformed(n, "FNDA needs a count and a name")
			}
			if at, ok := functions[name]; ok {
				file.Functions[at] += hits
			}
		case key == "BRDA": // line,[exception]block,branch,taken or -
			parts := strings.Split(value, ",")
			if len(parts) < 4 {
				return malformed(n, "BRDA needs a line, a block, a branch and a count")
			}
			taken := 0
			if last := parts[len(parts)-1]; last != "-" {
				var ok bool
				if taken, ok = hitsOf(last); !ok {
					return malformed(n, "BRDA has no count")
				}
			}
			file.Branches[strings.Join(parts[:len(parts)-1], ",")] += taken
		}
		return nil
	})
	return report, err
}

func lineAndHits(line, hits string) (at, n int, ok bool) {
	at, err := strconv.Atoi(strings.TrimSpace(line))
	n, known := hitsOf(hits)
	return at, n, err == nil && at >= 1 && known
}

// hitsOf reads a number of hits. Some tools write it with an exponent. A negative number is an
// overflowed counter, for which hitsOf returns maxHits.
func hitsOf(text string) (int, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || f != f {
		return 0, false
	}
	if f < 0 || f > maxHits {
		return maxHits, true
	}
	return int(f), true
}
