package config

import (
	"regexp"
	"strings"
)

// masked stands for a value that is not shown.
const masked = "***"

// secretName is part of what people call a setting whose value is a secret.
const secretName = `(?i:token|secret|passw|pwd|key|auth|credential|cookie)`

// ordinary is the length of text that is too short for a secret, and would be found
// in what is none.
const ordinary = 7

// secretVariables returns the values of the variables that are called as secrets are:
// ${NAME} may have put them anywhere.
func secretVariables(environ []string) []string {
	called := regexp.MustCompile(secretName)
	var secrets []string
	for _, pair := range environ {
		if name, value, ok := strings.Cut(pair, "="); ok && called.MatchString(name) {
			secrets = append(secrets, value)
		}
	}
	return secrets
}

// maskArgs returns arguments with what looks like a secret masked: the value of
// --token, --token=… or TOKEN=…, a header such as Authorization: …, a password in a
// URL, and every given secret.
func maskArgs(args, secrets []string) []string {
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
		for _, secret := range secrets {
			if len(secret) > ordinary {
				arg = strings.ReplaceAll(arg, secret, masked)
			}
		}
		out[i] = arg
	}
	return out
}
