/**
 * Ids that the operator mints, and the time in names that it creates: they differ in each run, so the same input would never give the
 * same plan.
 */
const minted = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])|(?<=-)\d{13}(?!\d)/g

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** The value with minted ids and times replaced in order of appearance: `<id-1>`, `<time-1>`. */
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
  const reported = (it: unknown): unknown =>
    typeof it === 'string' ? it.replaceAll(minted, nameOf)
      : Array.isArray(it) ? it.map(reported)
      : isObject(it) ? Object.fromEntries(Object.entries(it).map(([key, inner]) => [key, reported(inner)])) : it
  return reported(value) as A
}

/** Recognizes ids and times that the input contains, which are not replaced. */
export const givenIn = (...read: readonly unknown[]): (word: string) => boolean => {
  const text = JSON.stringify(read)
  return word => text.includes(word)
}
