package corecli

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Version is the version of the program.
type Version struct{ Major, Minor, Patch int }

func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// unsupportedMajor is the first major version that is not supported: its commands differ.
const unsupportedMajor = 3

var versionPattern = regexp.MustCompile(`(?:^|[\sv/@])(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:[-+\s]|$)`)

// parseVersion finds the version in the output of --version.
func parseVersion(printed string) (Version, bool) {
	m := versionPattern.FindStringSubmatch(printed)
	if m == nil {
		return Version{}, false
	}
	var parts [3]int
	for i := range parts {
		parts[i], _ = strconv.Atoi(m[i+1]) // at most six digits: never out of range
	}
	return Version{parts[0], parts[1], parts[2]}, true
}

func (v Version) supported() bool { return v.Major < unsupportedMajor }

var commandPattern = regexp.MustCompile(`^( +)(?:coderef +)?([a-z][a-z0-9-]*)(?:\|([a-z][a-z0-9-]*))?(?: |$)`)

// parseCommands returns the names of the commands in the output of --help, sorted. It
// ignores the continuation lines of descriptions, which are indented more than commands.
func parseCommands(printed string) []string {
	var names []string
	indent, within := "", false
	for line := range strings.Lines(printed) {
		line = strings.TrimRight(line, " \r\n")
		switch {
		case strings.EqualFold(strings.TrimSpace(line), "commands:"):
			within = true
		case line != "" && !strings.HasPrefix(line, " "):
			within = false
		case within:
			m := commandPattern.FindStringSubmatch(strings.ReplaceAll(line, "\t", "  "))
			if m == nil || indent != "" && m[1] != indent {
				continue
			}
			indent = m[1]
			for _, name := range m[2:] {
				if name != "" && name != "help" {
					names = append(names, name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
