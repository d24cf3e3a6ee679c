package uritemplate

import (
	"strings"
	"unicode/utf8"
)

// encode writes a character as percent-encoded UTF-8.
func encode(b *strings.Builder, r rune) {
	const digits = "0123456789ABCDEF"
	var buf [utf8.UTFMax]byte
	for _, c := range buf[:utf8.EncodeRune(buf[:], r)] {
		b.Write([]byte{'%', digits[c>>4], digits[c&15]})
	}
}

func isUnreserved(r rune) bool {
	//nolint:gosec // r is less than utf8.RuneSelf here
	return r < utf8.RuneSelf && (isNameByte(byte(r)) || r == '-' || r == '.' || r == '~')
}

func isReserved(r rune) bool { return strings.ContainsRune(":/?#[]@!$&'()*+,;=", r) }

func isTriplet(s string) bool {
	return len(s) >= 3 && s[0] == '%' && isHex(s[1]) && isHex(s[2])
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
