package builtins

import (
	"slices"
	"strings"
	"sync"
)

// class is a class outside the project whose members are all known.
type class struct {
	bases   []string
	members []string
}

// classes are the known classes by their names.
var classes = sync.OnceValue(func() map[string]class { //nolint:gochecknoglobals // never written
	out := map[string]class{}
	for line := range strings.Lines(classList) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		bases, members, _ := strings.Cut(rest, "|")
		c := out[name]
		c.bases = append(c.bases, strings.Fields(bases)...)
		c.members = append(c.members, strings.Fields(members)...)
		out[name] = c
	}
	return out
})

// Member returns the full name of a member of a class of the standard library, both written as
// module#name, such as "builtins#dict.get" for the member get of "typing#TypedDict". known
// reports whether all members of the class are known; if it has no such member, the full name
// is "".
func Member(of, name string) (full string, known bool) {
	of = canonical(of)
	c, known := classes()[of]
	if !known {
		return "", false
	}
	if slices.Contains(c.members, name) {
		return of + "." + name, true
	}
	for _, base := range c.bases {
		if full, _ := Member(base, name); full != "" {
			return full, true
		}
	}
	return "", true
}

// canonical returns the name of a class in the module that defines it.
func canonical(name string) string {
	module, class, _ := strings.Cut(name, "#")
	switch module {
	case "typing_extensions":
		module = "typing"
	case "_collections_abc":
		module = "collections.abc"
	}
	if module == "typing" {
		if generic := "builtins#" + strings.ToLower(class); classes()[generic].members != nil {
			return generic // typing.Dict
		}
		if abstract := "collections.abc#" + class; classes()[abstract].members != nil {
			return abstract // typing.Mapping
		}
	}
	return module + "#" + class
}

// classList has a line for each class: its name, its bases and its own members. A class may
// have several lines. Exceptions with more members than BaseException are not listed.
const classList = `
	builtins#object: | __init__ __new__ __repr__ __str__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__
	builtins#object: | __setattr__ __getattribute__ __delattr__ __init_subclass__ __subclasshook__ __reduce__
	builtins#object: | __reduce_ex__ __format__ __sizeof__ __dir__ __getstate__
	builtins#dict: | clear copy fromkeys get items keys pop popitem setdefault update values __getitem__ __setitem__
	builtins#dict: | __delitem__ __contains__ __iter__ __len__ __or__ __ior__ __reversed__ __init__ __eq__ __repr__
	builtins#list: | append clear copy count extend index insert pop remove reverse sort __getitem__ __setitem__
	builtins#list: | __delitem__ __contains__ __iter__ __len__ __add__ __iadd__ __mul__ __imul__ __reversed__ __init__
	builtins#list: | __eq__ __repr__
	builtins#frozenset: | copy difference intersection isdisjoint issubset issuperset symmetric_difference union
	builtins#frozenset: | __contains__ __iter__ __len__ __and__ __or__ __sub__ __xor__ __eq__ __repr__ __hash__
	builtins#set: builtins#frozenset | add clear difference_update discard intersection_update pop remove update
	builtins#set: | symmetric_difference_update __iand__ __ior__ __isub__ __ixor__ __init__
	builtins#tuple: | count index __getitem__ __contains__ __iter__ __len__ __add__ __mul__ __new__ __eq__ __hash__
	builtins#tuple: | __repr__
	builtins#bytes: | capitalize center count endswith expandtabs find index isalnum isalpha isascii isdigit islower
	builtins#bytes: | isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix
	builtins#bytes: | replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase
	builtins#bytes: | title translate upper zfill decode hex fromhex __getitem__ __contains__ __iter__ __len__ __add__
	builtins#bytes: | __mul__ __mod__ __new__ __eq__ __hash__ __repr__
	builtins#str: | capitalize casefold center count encode endswith expandtabs find format format_map index isalnum
	builtins#str: | isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper
	builtins#str: | join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust
	builtins#str: | rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill
	builtins#str: | __getitem__ __contains__ __iter__ __len__ __add__ __mul__ __mod__ __new__ __eq__ __hash__ __repr__
	builtins#str: | __str__ __format__
	builtins#int: | as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer numerator
	builtins#int: | real to_bytes __add__ __sub__ __mul__ __floordiv__ __truediv__ __mod__ __and__ __or__ __xor__
	builtins#int: | __int__ __index__ __bool__ __new__ __eq__ __hash__ __repr__
	builtins#float: | as_integer_ratio conjugate fromhex hex imag is_integer real __add__ __sub__ __mul__ __truediv__
	builtins#float: | __float__ __new__ __eq__ __hash__ __repr__
	builtins#BaseException: | add_note args with_traceback __init__ __new__ __str__ __repr__ __cause__ __context__
	builtins#BaseException: | __traceback__ __notes__ __reduce__ __setstate__
	builtins#Exception: builtins#BaseException |
	builtins#ArithmeticError: builtins#Exception |
	builtins#AssertionError: builtins#Exception |
	builtins#LookupError: builtins#Exception |
	builtins#IndexError: builtins#LookupError |
	builtins#KeyError: builtins#LookupError |
	builtins#NotImplementedError: builtins#RuntimeError |
	builtins#RuntimeError: builtins#Exception |
	builtins#TypeError: builtins#Exception |
	builtins#ValueError: builtins#Exception |
	builtins#Warning: builtins#Exception |
	builtins#UserWarning: builtins#Warning |
	builtins#DeprecationWarning: builtins#Warning |
	abc#ABC: |
	typing#Generic: |
	typing#Protocol: |
	typing#NamedTuple: builtins#tuple | _asdict _field_defaults _fields _make _replace
	typing#TypedDict: builtins#dict |
	enum#Enum: | name value _name_ _value_ _missing_ _generate_next_value_ _ignore_ _order_ __members__ __init__ __str__
	enum#Enum: | __format__ __repr__ __hash__ __dir__ __reduce_ex__
	enum#Flag: enum#Enum | __contains__ __iter__ __len__ __bool__ __or__ __and__ __xor__ __invert__
	enum#IntEnum: enum#Enum builtins#int |
	enum#StrEnum: enum#Enum builtins#str |
	enum#IntFlag: enum#Flag builtins#int |
	collections.abc#Sized: | __len__
	collections.abc#Hashable: | __hash__
	collections.abc#Callable: | __call__
	collections.abc#Container: | __contains__
	collections.abc#Iterable: | __iter__
	collections.abc#Iterator: collections.abc#Iterable | __next__ __iter__
	collections.abc#Generator: collections.abc#Iterator | send throw close
	collections.abc#Reversible: collections.abc#Iterable | __reversed__
	collections.abc#Awaitable: | __await__
	collections.abc#Coroutine: collections.abc#Awaitable | send throw close
	collections.abc#AsyncIterable: | __aiter__
	collections.abc#AsyncIterator: collections.abc#AsyncIterable | __anext__ __aiter__
	collections.abc#AsyncGenerator: collections.abc#AsyncIterator | asend athrow aclose
	collections.abc#Collection: collections.abc#Sized collections.abc#Iterable collections.abc#Container | __len__
	collections.abc#Sequence: collections.abc#Collection collections.abc#Reversible | __getitem__ index count
	collections.abc#MutableSequence: collections.abc#Sequence | __setitem__ __delitem__ insert append clear reverse
	collections.abc#MutableSequence: | extend pop remove __iadd__
	collections.abc#Set: collections.abc#Collection | isdisjoint __le__ __lt__ __eq__ __ge__ __gt__ __and__ __or__ __sub__
	collections.abc#MutableSet: collections.abc#Set | add discard clear pop remove __ior__ __iand__ __ixor__ __isub__
	collections.abc#Mapping: collections.abc#Collection | __getitem__ get items keys values __eq__ __ne__
	collections.abc#MutableMapping: collections.abc#Mapping | __setitem__ __delitem__ pop popitem clear update setdefault
	contextlib#AbstractContextManager: | __enter__ __exit__
	contextlib#AbstractAsyncContextManager: | __aenter__ __aexit__
`
