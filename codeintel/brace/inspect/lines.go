package inspect

import "strings"

// lines counts lines of code, comment lines and blank lines.
func (in *inspector) lines() {
	text, next := in.Text, 0
	if text == "" {
		return
	}
	for n := range in.Lines {
		at, end := int(in.Lines[n]), len(text)
		if n+1 < len(in.Lines) {
			end = int(in.Lines[n+1])
		}
		if strings.TrimSpace(text[at:end]) == "" {
			in.out.BlankLines++
			continue
		}
		code := false
		for at < end && !code {
			for next < len(in.Comments) && int(in.Comments[next].End) <= at {
				next++
			}
			switch c := text[at]; {
			case next < len(in.Comments) && int(in.Comments[next].Start) <= at:
				at = int(in.Comments[next].End)
			case c <= ' ':
				at++
			default:
				code = true
			}
		}
		if code {
			in.out.CodeLines++
		} else {
			in.out.CommentLines++
		}
	}
}
