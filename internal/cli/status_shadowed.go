package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
	"github.com/coderef-system/coderefd/internal/cli/output"
)

// shadowed counts the tools and resources of a server whose names belong to
// other servers.
type shadowed struct {
	server           string
	tools, resources int
	owners           []string
}

// printShadowed prints a line for each server that has to be named to reach some of its
// tools and resources. The status lists a limited number of names.
func printShadowed(w io.Writer, s *adminv1.GetStatusResponse) {
	var all []*shadowed
	of := func(server, owner string) *shadowed {
		i := slices.IndexFunc(all, func(x *shadowed) bool { return x.server == server })
		if i < 0 {
			i = len(all)
			all = append(all, &shadowed{server: server})
		}
		if !slices.Contains(all[i].owners, owner) {
			all[i].owners = append(all[i].owners, owner)
		}
		return all[i]
	}
	for _, t := range s.GetShadowedTools() {
		for _, server := range t.GetShadowedServers() {
			of(server, t.GetServer()).tools++
		}
	}
	for _, r := range s.GetShadowedResources() {
		for _, server := range r.GetShadowedServers() {
			of(server, r.GetServer()).resources++
		}
	}
	if len(all) > 0 {
		fmt.Fprintln(w) // separates them from the output above
	}
	for _, x := range all {
		fmt.Fprintln(w, x)
	}
	printUncounted(w, "tools", len(s.GetShadowedTools()), int(s.GetShadowedToolCount()))
	printUncounted(w, "resources", len(s.GetShadowedResources()), int(s.GetShadowedResourceCount()))
}

// printUncounted prints how many more names are shadowed than the status lists.
func printUncounted(w io.Writer, what string, listed, total int) {
	if total > listed {
		fmt.Fprintf(w, "the names of %d more %s belong to several servers\n", total-listed, what)
	}
}

func (x *shadowed) String() string {
	var what []string
	if x.tools > 0 {
		what = append(what, output.Count(x.tools, "tool"))
	}
	if x.resources > 0 {
		what = append(what, output.Count(x.resources, "resource"))
	}
	need, have, names := "need", "have", "of these names"
	if x.tools+x.resources == 1 {
		need, names = "needs", "of that name"
	}
	if len(x.owners) == 1 {
		have = "has"
	}
	kinds := "tools and resources"
	switch {
	case x.resources == 0 && x.tools == 1:
		kinds = "a tool"
	case x.resources == 0:
		kinds = "tools"
	case x.tools == 0 && x.resources == 1:
		kinds = "a resource"
	case x.tools == 0:
		kinds = "resources"
	}
	return fmt.Sprintf("%s of %s %s --server %s: %s also %s %s %s", strings.Join(what, " and "),
		output.Clean(x.server), need, output.Clean(shellQuote(x.server)), output.Clean(enumeration(x.owners)), have, kinds,
		names)
}

// enumeration joins words: a, b and c.
func enumeration(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
