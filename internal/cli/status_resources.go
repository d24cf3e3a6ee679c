package cli

import (
	"fmt"
	"io"
	"strings"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
)

// printShadowedResources lists the resources and templates that are reachable only with --server, as far as
// the status contains them.
func printShadowedResources(w io.Writer, s *adminv1.GetStatusResponse) {
	shadowed := s.GetShadowedResources()
	if len(shadowed) == 0 {
		return
	}
	fmt.Fprintln(w) // separates it from the text before
	for _, r := range shadowed {
		kind := "resource " + clean(r.GetUri())
		if template := r.GetUriTemplate(); template != "" {
			kind = "resource template " + clean(template)
		}
		fmt.Fprintf(w, "%s resolves to server %s; use --server for: %s\n",
			kind, clean(r.GetServer()), clean(strings.Join(r.GetShadowedServers(), ", ")))
	}
	if more := int(s.GetShadowedResourceCount()) - len(shadowed); more > 0 {
		fmt.Fprintf(w, "and %d more; resource list and resource templates mark all of them\n", more)
	}
}
