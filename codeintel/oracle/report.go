package main

import (
	"fmt"
	"strings"
)

type report struct {
	settings
	results []*result
}

func (r report) summary() string {
	var out strings.Builder
	for _, x := range r.results {
		fmt.Fprintf(&out, "%-10s %-28s declarations %d/%d same\n", x.language, x.name, x.same, len(x.truth.Declarations))
		for _, name := range []string{callsMe, importsMeFile, importsMeElement} {
			t := x.relations[name].tally
			fmt.Fprintf(&out, "    %-24s targets %3d (%3d) sites %5d tp %5d fp %3d fn %4d beyond %3d  P %.4f R %.4f direct R %.4f\n", name, t.Targets, t.Asked, t.Sites, t.True, t.False, t.Missed, t.Beyond, t.Precision(), t.Recall(), t.DirectRecall())
		}
	}
	return out.String()
}

func (r report) document() string { return r.summary() }
