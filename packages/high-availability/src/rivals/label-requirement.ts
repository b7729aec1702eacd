/** One term of a Kubernetes label selector. */
export type LabelRequirement =
  | { readonly _tag: 'In' | 'NotIn'; readonly key: string; readonly values: ReadonlySet<string> }
  | { readonly _tag: 'Exists' | 'Absent'; readonly key: string }

const valuesIn = (text: string): ReadonlySet<string> => new Set(text.split(',').map(it => it.trim()))

const patterns: readonly (readonly [RegExp, (key: string, rest: string) => LabelRequirement])[] = [
  [/^([^\s!=(),]+)\s+in\s*\(([^()]*)\)$/, (key, rest) => ({ _tag: 'In', key, values: valuesIn(rest) })],
  [/^([^\s!=(),]+)\s+notin\s*\(([^()]*)\)$/, (key, rest) => ({ _tag: 'NotIn', key, values: valuesIn(rest) })],
  [/^([^\s!=(),]+)\s*!=\s*([^\s!=(),]*)$/, (key, rest) => ({ _tag: 'NotIn', key, values: new Set([rest]) })],
  [/^([^\s!=(),]+)\s*==?\s*([^\s!=(),]*)$/, (key, rest) => ({ _tag: 'In', key, values: new Set([rest]) })],
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

/** The terms of a selector; unknown ones are left out, so that they exclude nothing. */
export const labelRequirements = (selector: string): readonly LabelRequirement[] =>
  (selector.match(/,|(?:[^,(]|\([^)]*(?:\)|$))+/gy) ?? []).flatMap(term => requirementIn(term.trim()) ?? [])

/** Iterates over the shorter set: the longer one may be compared with many. */
export const haveCommon = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  return [...few].some(value => many.has(value))
}

const isWithin = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size <= other.size && [...one].every(value => other.has(value))

const excludesEachOther = (one: LabelRequirement, other: LabelRequirement): boolean => {
  if (one.key !== other.key) return false
  if (one._tag === 'In' && other._tag === 'In') return !haveCommon(one.values, other.values)
  if (one._tag === 'In' && other._tag === 'NotIn') return isWithin(one.values, other.values)
  return other._tag === 'Absent' && (one._tag === 'In' || one._tag === 'Exists')
}

/** Selectors with more terms than usual are not compared. */
const mostTerms = 100

/** True if certainly no object matches both selectors; false if unknown. */
export const areDisjoint = (ones: readonly LabelRequirement[], others: readonly LabelRequirement[]): boolean =>
  ones.length <= mostTerms && others.length <= mostTerms
  && ones.some(a => others.some(b => excludesEachOther(a, b) || excludesEachOther(b, a)))
