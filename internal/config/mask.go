package config

import (
	"regexp"
	"strings"
)

// masked replaces a value that must not be shown.
const masked = "***"

// secretName matches part of the usual name of a setting whose value is a secret.
const secretName = `(?i:token|secret|passw|pwd|key|auth|credential|cookie)`

// ordinary is the largest length of a text that is not masked: it is too short to be a secret, and masking
// it would hide other text.
const ordinary = 7

// secretVariables returns the values of the variables whose names denote secrets, because ${NAME} may have
// inserted them anywhere.
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

// maskArgs masks the parts of arguments that look like a secret: the value of --token, --token=… or TOKEN=…,
// a header such as Authorization: …, a password in a URL, and every given secret.
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
