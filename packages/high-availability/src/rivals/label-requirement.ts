/** One term of a Kubernetes label selector. */
export type LabelRequirement =
  | { readonly _tag: 'In' | 'NotIn'; readonly key: string; readonly values: readonly string[] }
  | { readonly _tag: 'Exists' | 'Absent'; readonly key: string }

const valuesIn = (text: string): readonly string[] => text.split(',').map(it => it.trim())

const patterns: readonly (readonly [RegExp, (key: string, rest: string) => LabelRequirement])[] = [
  [/^([^\s!=(),]+)\s+in\s*\(([^()]*)\)$/, (key, rest) => ({ _tag: 'In', key, values: valuesIn(rest) })],
  [/^([^\s!=(),]+)\s+notin\s*\(([^()]*)\)$/, (key, rest) => ({ _tag: 'NotIn', key, values: valuesIn(rest) })],
  [/^([^\s!=(),]+)\s*!=\s*([^\s!=(),]*)$/, (key, rest) => ({ _tag: 'NotIn', key, values: [rest] })],
  [/^([^\s!=(),]+)\s*==?\s*([^\s!=(),]*)$/, (key, rest) => ({ _tag: 'In', key, values: [rest] })],
  [/^!\s*([^\s!=(),]+)$/, key => ({ _tag: 'Absent', key })],
  [/^([^\s!=(),]+)$/, key => ({ _tag: 'Exists', key })],
]

const requirementIn = (term: string): LabelRequirement | null => {
  for (const [pattern, build] of patterns) {
    const [, key, rest = ''] = pattern.exec(term) ?? []
    if (key !== undefined) return build(key, rest)
  }
  return null
}

/** The terms of a selector; what is not understood is left out, so that it excludes nothing. */
export const labelRequirements = (selector: string): readonly LabelRequirement[] =>
  (selector.match(/,|(?:[^,(]|\([^)]*(?:\)|$))+/gy) ?? []).flatMap(term => requirementIn(term.trim()) ?? [])

const excludesEachOther = (one: LabelRequirement, other: LabelRequirement): boolean => {
  if (one.key !== other.key) return false
  if (one._tag === 'In' && (other._tag === 'In' || other._tag === 'NotIn')) {
    const theirs = new Set(other.values)
    return other._tag === 'In' ? !one.values.some(value => theirs.has(value)) : one.values.every(value => theirs.has(value))
  }
  return other._tag === 'Absent' && (one._tag === 'In' || one._tag === 'Exists')
}

/** Selectors with more terms than people write are not compared. */
const mostPairs = 10_000

/** Is there surely no object that both select? False where that can't be told. */
export const areDisjoint = (one: string, other: string): boolean => {
  const [ones, others] = [labelRequirements(one), labelRequirements(other)]
  if (ones.length * others.length > mostPairs) return false
  return ones.some(a => others.some(b => excludesEachOther(a, b) || excludesEachOther(b, a)))
}
