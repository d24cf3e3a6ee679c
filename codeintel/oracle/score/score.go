// Package score compares the engine's answers with the truth.
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
	Targets int // sampled
	Asked   int // with at least one site in the truth
	Sites   int // in the truth
	True    int // reported and true
	False   int // reported and not true
	Missed  int // true and not reported
	Beyond  int // reported, outside the truth's definition, true by a named rule: neither true nor false
	// Of the sites that are calls of the target itself, not of what it overrides.
	DirectSites, DirectTrue int
	// Calls of what the target implements of things outside the project: not among
	// the sites, for the program's own code does not say who is called there.
	Outside, OutsideTrue, OutsideCounted int
}

// Add adds another tally.
func (t *Tally) Add(o Tally) {
	t.Targets += o.Targets
	t.Asked += o.Asked
	t.Sites += o.Sites
	t.True += o.True
	t.False += o.False
	t.Missed += o.Missed
	t.Beyond += o.Beyond
	t.DirectSites += o.DirectSites
	t.DirectTrue += o.DirectTrue
	t.Outside += o.Outside
	t.OutsideTrue += o.OutsideTrue
	t.OutsideCounted += o.OutsideCounted
}

func (t *Tally) outside(found, counted bool) {
	t.Outside++
	switch {
	case found:
		t.OutsideTrue++
	case counted:
		t.OutsideCounted++
	}
}

// Precision is the share of what is reported that is true; 1 if nothing is.
func (t Tally) Precision() float64 { return share(t.True, t.True+t.False) }

// Recall is the share of what is true that is reported; 1 if nothing is.
func (t Tally) Recall() float64 { return share(t.True, t.Sites) }

// DirectRecall is the recall of calls of the target itself.
func (t Tally) DirectRecall() float64 { return share(t.DirectTrue, t.DirectSites) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// Place is where something is called or imported.
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
	Target   truth.Declaration
	Site     truth.Site
	Counted  bool // the answer's unresolved count says that something may be missing
	Unlisted bool // the target is not among the scan's elements
}

// Extra is a reported site that is not in the truth.
type Extra struct {
	Target truth.Declaration
	Case   int
	Place  Place
	Rule   string // set by whoever judges it; "" if it is false
}

// Outcome is the comparison of one case.
type Outcome struct {
	Tally  Tally
	Misses []Miss
	Extras []Extra
}

// Compare compares the answer about the case with that index with the truth.
// Without an answer the target is one that the engine does not list.
func Compare(index int, c truth.Case, answer *mcpclient.Answer) Outcome {
	o := Outcome{Tally: Tally{Targets: 1}}
	got := reported(answer)
	known := map[Place]bool{}
	for _, site := range c.Sites {
		at := Place{site.File, site.Line, site.Column}
		if known[at] {
			continue
		}
		known[at] = true
		found := got[at]
		counted := answer != nil && answer.Unresolved.Calls+answer.Unresolved.Imports > 0
		if site.Rule == truth.Outside {
			o.Tally.outside(found, counted)
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
			Target: c.Target, Site: site, Unlisted: answer == nil, Counted: counted,
		})
	}
	if o.Tally.Sites > 0 {
		o.Tally.Asked = 1
	}
	for at := range got {
		if !known[at] {
			o.Extras = append(o.Extras, Extra{Target: c.Target, Case: index, Place: at})
		}
	}
	slices.SortFunc(o.Extras, func(a, b Extra) int { return comparePlaces(a.Place, b.Place) })
	return o
}

// reported returns the places of an answer. Results with a member are about a
// member of the target, not about the target.
func reported(answer *mcpclient.Answer) map[Place]bool {
	places := map[Place]bool{}
	if answer == nil {
		return places
	}
	for _, r := range answer.Results {
		if r.Member == "" {
			places[Place{r.File, r.Line, r.Column}] = true
		}
	}
	return places
}

// Settle counts the judged extras.
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
