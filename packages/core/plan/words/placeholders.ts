/** Ids that the operator mints, and the time in the names that it gives: of one run, so the same input would never plan alike. */
const minted = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])|(?<=-)\d{13}(?!\d)/g

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** A value in which the minted words have names of their own, in the order in which they come: `<id-1>`, `<time-1>`. */
export const withPlaceholders = <A>(value: A, isGiven: (word: string) => boolean): A => {
  const names = new Map<string, string>()
  const nameOf = (word: string): string => {
    const known = names.get(word)
    if (known !== undefined || isGiven(word)) return known ?? word
    const what = word.length === 32 ? 'id' : 'time'
    const count = [...names.values()].filter(name => name.startsWith(`<${what}-`)).length
    const name = `<${what}-${count + 1}>`
    names.set(word, name)
    return name
  }
  const told = (it: unknown): unknown =>
    typeof it === 'string' ? it.replaceAll(minted, nameOf)
      : Array.isArray(it) ? it.map(told)
      : isObject(it) ? Object.fromEntries(Object.entries(it).map(([key, inner]) => [key, told(inner)])) : it
  return told(value) as A
}

/** Words that stand in what was read are no placeholders. */
export const givenIn = (...read: readonly unknown[]): (word: string) => boolean => {
  const text = JSON.stringify(read)
  return word => text.includes(word)
}
