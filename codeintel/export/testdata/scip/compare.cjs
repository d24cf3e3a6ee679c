// Reads two SCIP indexes of the same project with the bindings of scip-typescript and of @c4312/scip,
// and prints how many references of the first index lead to the same definition in the second one.
// Arguments: the folder of the installed packages, and the two files.
const fs = require('fs')
const path = require('path')

const [modules, ours, theirs] = process.argv.slice(2)
const { scip } = require(path.join(modules, '@sourcegraph/scip-typescript/dist/src/scip.js'))
const { fromBinary } = require(path.join(modules, '@bufbuild/protobuf'))
const { IndexSchema } = require(path.join(modules, '@c4312/scip'))

function read(file) {
  const bytes = fs.readFileSync(file)
  const index = scip.Index.deserializeBinary(bytes)
  const again = fromBinary(IndexSchema, bytes)
  const occurrences = index.documents.reduce((n, d) => n + d.occurrences.length, 0)
  const occurrencesAgain = again.documents.reduce((n, d) => n + d.occurrences.length, 0)
  if (occurrences !== occurrencesAgain) {
    throw new Error(`${file}: ${occurrences} occurrences, and ${occurrencesAgain} with @c4312/scip`)
  }
  for (const d of again.documents) {
    if (d.$unknown || d.occurrences.some((o) => o.$unknown) || d.symbols.some((s) => s.$unknown)) {
      throw new Error(`${file}: unknown fields in ${d.relativePath}`)
    }
  }
  const definitions = new Map() // symbol to place
  const places = new Map() // place to symbols
  for (const d of index.documents) {
    for (const o of d.occurrences) {
      const local = o.symbol.startsWith('local ') ? d.relative_path + ' ' : ''
      const symbol = local + o.symbol
      const place = `${d.relative_path}:${o.range.join(':')}`
      if (o.symbol_roles & scip.SymbolRole.Definition) {
        if (!definitions.has(symbol)) definitions.set(symbol, new Set())
        definitions.get(symbol).add(place)
      }
      if (!places.has(place)) places.set(place, new Set())
      places.get(place).add(symbol)
    }
  }
  return { index, occurrences, definitions, places }
}

const a = read(ours)
const b = read(theirs)
const count = { documents: a.index.documents.length, occurrences: a.occurrences, same: 0, different: 0, missing: 0, definitions: 0, definitionsSame: 0 }
const examples = []
for (const [symbol, places] of a.definitions) {
  for (const place of places) {
    if (symbol.endsWith('/') || place.endsWith(':0:0:0')) continue // files and namespaces
    count.definitions++
    if (b.places.has(place)) count.definitionsSame++
    else if (examples.length < 20) examples.push(`definition ${place} ${symbol}`)
  }
}
for (const d of a.index.documents) {
  for (const o of d.occurrences) {
    const definition = a.definitions.get(o.symbol)
    if (o.symbol_roles & scip.SymbolRole.Definition || !definition || o.symbol.endsWith('/')) continue
    const place = `${d.relative_path}:${o.range.join(':')}`
    const symbols = b.places.get(place)
    if (!symbols) {
      count.missing++
      if (examples.length < 20) examples.push(`missing ${place} ${o.symbol}`)
      continue
    }
    const same = [...symbols].some((s) => [...(b.definitions.get(s) ?? [])].some((p) => definition.has(p)))
    same ? count.same++ : count.different++
    if (!same && examples.length < 20) examples.push(`different ${place} ${o.symbol} ${[...symbols]}`)
  }
}
console.log(JSON.stringify({ ...count, examples }))
