import type { Fact } from './fact.ts'

/** A list's length, or an object's identity or state, in a word or two; never a whole value, and never a text that a user wrote. */
const valueWords = (value: unknown): string => {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    const states = items.flatMap(
      item => (typeof item === 'object' && item !== null && 'state' in item && typeof item.state === 'string' ? [item.state] : []),
    )
    return states.length > 0 ? states.join(',') : String(items.length)
  }
  if (typeof value !== 'object' || value === null) return String(value)
  const view = value as Readonly<Record<string, unknown>>
  if (typeof view['availableReplicas'] === 'number')
    return `${String(view['availableReplicas'])}/${String(view['wantedReplicas'])} available${
      view['deleting'] === true ? ', deleting' : ''
    }`
  if (typeof view['_tag'] === 'string') return view['_tag']
  if (typeof view['completedCount'] === 'number') return `${String(view['completedCount'])} completed`
  if (typeof view['flinkVersion'] === 'string') return view['flinkVersion']
  return 'known'
}

/** One fact in a few words: `RUNNING`, `absent`, `1/1 available (cache)`, `unknown: Timeout`. */
export const factWords = (fact: Fact<unknown>): string => {
  const words = fact._tag === 'Known' ? valueWords(fact.value) : fact._tag === 'Absent' ? 'absent' : `unknown: ${fact.reason}`
  return fact.source === 'cache' ? `${words} (cache)` : words
}
