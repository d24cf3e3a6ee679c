// Package score compares the engine's results with the truth.
package score

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/coderef-system/coderefd/codeintel/oracle/mcpclient"
	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

// Tally counts sites. The zero value is empty.
type Tally struct {
	Targets   int // sampled
	WithSites int // targets with at least one site in the truth
	Sites     int // in the truth
	True      int // reported and true
	False     int // reported and not true
	Missed    int // true and not reported
	Beyond    int // reported, not in the truth, but accepted by a named rule: neither true nor false
	// Sites that are calls of the target itself, not of a member that it overrides.
	DirectSites, DirectTrue int
	// Calls of members that the target implements and that are declared outside the
	// project. They are not sites, because the project's own code does not determine
	// the callee.
	Outside, OutsideTrue, OutsideUnresolved int
}

// Add adds the counts of another tally.
func (t *Tally) Add(o Tally) {
	t.Targets += o.Targets
	t.WithSites += o.WithSites
	t.Sites += o.Sites
	t.True += o.True
	t.False += o.False
	t.Missed += o.Missed
	t.Beyond += o.Beyond
	t.DirectSites += o.DirectSites
	t.DirectTrue += o.DirectTrue
	t.Outside += o.Outside
	t.OutsideTrue += o.OutsideTrue
	t.OutsideUnresolved += o.OutsideUnresolved
}

func (t *Tally) outside(found, unresolved bool) {
	t.Outside++
	switch {
	case found:
		t.OutsideTrue++
	case unresolved:
		t.OutsideUnresolved++
	}
}

// Precision returns the share of the reported places that are true; 1 if none is reported.
func (t Tally) Precision() float64 { return share(t.True, t.True+t.False) }

// Recall returns the share of the sites that are reported; 1 without sites.
func (t Tally) Recall() float64 { return share(t.True, t.Sites) }

// DirectRecall returns the recall of calls of the target itself.
func (t Tally) DirectRecall() float64 { return share(t.DirectTrue, t.DirectSites) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// Place is the place of a call or an import. Line and column count from 1, columns in
// UTF-16 units.
type Place struct {
	File         string
	Line, Column int
}

func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

func comparePlaces(a, b Place) int {
	return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column)
}

// Miss is a true site that was not reported.
type Miss struct {
	Target     truth.Declaration
	Site       truth.Site
	Unresolved bool // the unresolved count of the result is above 0, so it may be incomplete
	Unlisted   bool // the target is not among the scan's elements
}

// Extra is a reported site that is not in the truth.
type Extra struct {
	Target truth.Declaration
	Case   int // index of the case
	Place  Place
	Rule   string // set by the judge; "" if the report is false
}

// Outcome is the comparison of one case.
type Outcome struct {
	Tally  Tally
	Misses []Miss
	Extras []Extra
}

// Compare compares the reported relations of a case with the truth. index is the index
// of the case. A nil response means that the engine does not list the target.
func Compare(index int, c truth.Case, response *mcpclient.Relations) Outcome {
	o := Outcome{Tally: Tally{Targets: 1}}
	got := reported(response)
	unresolved := response != nil && response.Unresolved.Calls+response.Unresolved.Imports > 0
	known := map[Place]bool{}
	for _, site := range c.Sites {
		at := Place{site.File, site.Line, site.Column}
		if known[at] {
			continue
		}
		known[at] = true
		found := got[at]
		if site.Rule == truth.Outside {
			o.Tally.outside(found, unresolved)
			continue
		}
		o.Tally.Sites++
		if site.Rule != truth.Possible {
			o.Tally.DirectSites++
			if found {
				o.Tally.DirectTrue++
			}
		}
		if found {
			o.Tally.True++
			continue
		}
		o.Tally.Missed++
		o.Misses = append(o.Misses, Miss{
			Target: c.Target, Site: site, Unlisted: response == nil, Unresolved: unresolved,
		})
	}
	if o.Tally.Sites > 0 {
		o.Tally.WithSites = 1
	}
	for at := range got {
		if !known[at] {
			o.Extras = append(o.Extras, Extra{Target: c.Target, Case: index, Place: at})
		}
	}
	slices.SortFunc(o.Extras, func(a, b Extra) int { return comparePlaces(a.Place, b.Place) })
	return o
}

// reported returns the places of a response. It excludes results with a member, which
// concern a member of the target and not the target.
func reported(response *mcpclient.Relations) map[Place]bool {
	places := map[Place]bool{}
	if response == nil {
		return places
	}
	for _, r := range response.Results {
		if r.Member == "" {
			places[Place{r.File, r.Line, r.Column}] = true
		}
	}
	return places
}

// Settle counts the extras after they have been judged.
func (o *Outcome) Settle() {
	o.Tally.False, o.Tally.Beyond = 0, 0
	for _, e := range o.Extras {
		if e.Rule == "" {
			o.Tally.False++
		} else {
			o.Tally.Beyond++
		}
	}
}
