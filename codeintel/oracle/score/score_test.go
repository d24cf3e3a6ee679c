package score

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/coderef-system/coderefd/codeintel/oracle/mcpclient"
	"github.com/coderef-system/coderefd/codeintel/oracle/truth"
)

func TestCompare(t *testing.T) {
	method := truth.Declaration{File: "a.ts", Line: 1, Kind: "method", Name: "A.m"}
	c := truth.Case{Target: method, Sites: []truth.Site{
		{File: "a.ts", Line: 2, Column: 3, Rule: truth.Direct},
		{File: "a.ts", Line: 2, Column: 3, Rule: truth.Direct}, // a duplicate counts once
		{File: "b.ts", Line: 4, Column: 5, Rule: truth.Possible},
		{File: "b.ts", Line: 5, Column: 5, Rule: truth.Direct},
		{File: "b.ts", Line: 6, Column: 5, Rule: truth.Outside},
		{File: "b.ts", Line: 7, Column: 5, Rule: truth.Outside},
	}}
	response := &mcpclient.Relations{Results: []mcpclient.Relation{
		{File: "a.ts", Line: 2, Column: 3},
		{File: "b.ts", Line: 4, Column: 5, Dispatch: "possible"},
		{File: "b.ts", Line: 7, Column: 5, Dispatch: "possible"},
		{File: "c.ts", Line: 9, Column: 9},
		{File: "b.ts", Line: 8, Column: 8},
		{File: "d.ts", Line: 1, Column: 1, Member: "other"}, // about a member of the target
	}}
	response.Unresolved.Calls = 2
	o := Compare(7, c, response)
	o.Extras[0].Rule = "a rule"
	o.Settle()
	want := Tally{
		Targets: 1, WithSites: 1, Sites: 3, True: 2, Missed: 1, False: 1, Beyond: 1, DirectSites: 2, DirectTrue: 1,
		Outside: 2, OutsideTrue: 1, OutsideUnresolved: 1,
	}
	if diff := cmp.Diff(want, o.Tally); diff != "" {
		t.Errorf("tally (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Miss{{Target: c.Target, Site: c.Sites[3], Unresolved: true}}, o.Misses); diff != "" {
		t.Errorf("misses (-want +got):\n%s", diff)
	}
	extras := []Extra{
		{Target: c.Target, Case: 7, Place: Place{"b.ts", 8, 8}, Rule: "a rule"},
		{Target: c.Target, Case: 7, Place: Place{"c.ts", 9, 9}},
	}
	if diff := cmp.Diff(extras, o.Extras); diff != "" {
		t.Errorf("extras (-want +got):\n%s", diff)
	}
}

// All sites of a target that the engine does not list are missed.
func TestCompareUnlisted(t *testing.T) {
	site := truth.Site{File: "a.ts", Line: 1, Column: 1, Rule: truth.Direct}
	got := Compare(0, truth.Case{Sites: []truth.Site{site}}, nil)
	want := Outcome{
		Tally:  Tally{Targets: 1, WithSites: 1, Sites: 1, Missed: 1, DirectSites: 1},
		Misses: []Miss{{Site: site, Unlisted: true}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("outcome (-want +got):\n%s", diff)
	}
}

func TestShares(t *testing.T) {
	var sum Tally
	if sum.Precision() != 1 || sum.Recall() != 1 || sum.DirectRecall() != 1 {
		t.Errorf("empty tally: precision %v, recall %v, direct %v, want 1 each",
			sum.Precision(), sum.Recall(), sum.DirectRecall())
	}
	sum.Add(Tally{Sites: 10, True: 6, Missed: 4, False: 2, Beyond: 5, DirectSites: 5, DirectTrue: 4})
	sum.Add(Tally{Sites: 10, True: 6, Missed: 4, False: 2, DirectSites: 5, DirectTrue: 4})
	if sum.Precision() != 0.75 || sum.Recall() != 0.6 || sum.DirectRecall() != 0.8 {
		t.Errorf("precision %v, recall %v, direct %v, want 0.75, 0.6, 0.8",
			sum.Precision(), sum.Recall(), sum.DirectRecall())
	}
}

func TestDeclarations(t *testing.T) {
	want := []truth.Declaration{
		{File: "a.ts", Line: 1, Kind: "function", Name: "same"},
		{File: "a.ts", Line: 2, Kind: "function", Name: "moved"},
		{File: "a.ts", Line: 3, Kind: "function", Name: "Seen", Component: true},
		{File: "a.ts", Line: 4, Kind: "function", Name: "Plain"},
		{File: "a.ts", Line: 5, Kind: "class", Name: "lost"},
		{File: "b.ts", Line: 1, Kind: "function", Name: "same"},
	}
	got := []mcpclient.Element{
		{File: "a.ts", Line: 1, Type: "function", Name: "same"},
		{File: "a.ts", Line: 9, Type: "function", Name: "moved"},
		{File: "a.ts", Line: 3, Type: "component", Name: "Seen"},
		{File: "a.ts", Line: 4, Type: "component", Name: "Plain"},
		{File: "b.ts", Line: 1, Type: "function", Name: "same"},
		{File: "b.ts", Line: 1, Type: "function", Name: "same"}, // listed twice
	}
	same, differences := Declarations(want, got)
	if same != 3 {
		t.Errorf("got %d identical declarations, want 3", same)
	}
	causes := map[string]int{}
	for _, d := range differences {
		causes[d.Name+" "+d.Cause]++
	}
	if diff := cmp.Diff(map[string]int{
		"moved on another line": 2, "Plain as another kind": 2,
		"lost only the oracle lists it": 1, "same only the engine lists it": 1,
	}, causes); diff != "" {
		t.Errorf("causes (-want +got):\n%s", diff)
	}
}
