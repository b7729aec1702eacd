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

/** The terms of a selector; what is not understood is left out, so that it excludes nothing. */
export const labelRequirements = (selector: string): readonly LabelRequirement[] =>
  (selector.match(/,|(?:[^,(]|\([^)]*(?:\)|$))+/gy) ?? []).flatMap(term => requirementIn(term.trim()) ?? [])

/** Takes as long as the shorter one is: the longer one may be compared with many. */
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

/** Selectors with more terms than people write are not compared. */
const mostTerms = 100

/** Is there surely no object that both select? False where that can't be told. */
export const areDisjoint = (ones: readonly LabelRequirement[], others: readonly LabelRequirement[]): boolean =>
  ones.length <= mostTerms && others.length <= mostTerms
  && ones.some(a => others.some(b => excludesEachOther(a, b) || excludesEachOther(b, a)))
