package config

import (
	"regexp"
	"strings"
)

// masked stands for a value that is not shown.
const masked = "***"

// secretName is part of what people call a setting whose value is a secret.
const secretName = `(?i:token|secret|passw|pwd|key|auth|credential|cookie)`

// maskArgs returns arguments with what looks like a secret masked: the value of
// --token, --token=… or TOKEN=…, a header such as Authorization: …, a password in a
// URL, and every value of the environment that is longer than an ordinary word.
func maskArgs(args []string, env map[string]string) []string {
	const ordinary = 7
	var (
		flag   = regexp.MustCompile(`^-.*` + secretName + `[^=]*$`)
		pair   = regexp.MustCompile(`^([^=\s]*` + secretName + `[^=\s]*=).*$`)
		header = regexp.MustCompile(`^([^:\s]*` + secretName + `[^:\s]*:).+$`)
		query  = regexp.MustCompile(`([?&][^=&]*` + secretName + `[^=&]*=)[^&]*`)
		user   = regexp.MustCompile(`(://[^/\s:@]*:)[^/\s@]*@`)
	)
	out := make([]string, len(args))
	secret := false
	for i, arg := range args {
		if secret && !strings.HasPrefix(arg, "-") {
			arg = masked
		}
		secret = flag.MatchString(arg)
		arg = user.ReplaceAllString(query.ReplaceAllString(arg, "${1}"+masked), "${1}"+masked+"@")
		if !strings.Contains(arg, "://") {
			arg = header.ReplaceAllString(pair.ReplaceAllString(arg, "${1}"+masked), "${1} "+masked)
		}
		for _, value := range env {
			if len(value) > ordinary {
				arg = strings.ReplaceAll(arg, value, masked)
			}
		}
		out[i] = arg
	}
	return out
}
