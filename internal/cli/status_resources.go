package cli

import (
	"fmt"
	"io"
	"strings"

	adminv1 "github.com/coderef-system/coderefd/gen/coderef/admin/v1"
)

// printShadowedResources tells which resources and templates need their server
// named, as far as the status lists them.
func printShadowedResources(w io.Writer, s *adminv1.GetStatusResponse) {
	shadowed := s.GetShadowedResources()
	if len(shadowed) == 0 {
		return
	}
	fmt.Fprintln(w) // apart from what is before
	for _, r := range shadowed {
		what := "resource " + clean(r.GetUri())
		if template := r.GetUriTemplate(); template != "" {
			what = "resource template " + clean(template)
		}
		fmt.Fprintf(w, "%s is that of %s; name the server for that of: %s\n",
			what, clean(r.GetServer()), clean(strings.Join(r.GetShadowedServers(), ", ")))
	}
	if more := int(s.GetShadowedResourceCount()) - len(shadowed); more > 0 {
		fmt.Fprintf(w, "and %d more; resource list and resource templates mark them all\n", more)
	}
}
