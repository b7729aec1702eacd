import type { Fact } from '../fact/fact.ts'
import type { Facts } from '../fact/facts.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `app RUNNING`, for a custom resource with a job. Null: the value is no custom resource. */
const resourceWords = (value: unknown): string | null => {
  if (!isObject(value) || !isObject(value['meta']) || typeof value['meta']['name'] !== 'string') return null
  const job = isObject(value['status']) ? value['status']['jobStatus'] : null
  return isObject(job) && typeof job['state'] === 'string' ? `${value['meta']['name']} ${job['state']}` : value['meta']['name']
}

const listWords = (list: readonly unknown[]): string => {
  const states = list.flatMap(item => (isObject(item) && typeof item['state'] === 'string' ? [item['state']] : []))
  const resources = list.flatMap(item => resourceWords(item) ?? [])
  const names = resources.length > 0 ? resources
    : list.flatMap(
      item => (isObject(item) && typeof item['name'] === 'string' ? [`${item['name']}${item['deleting'] === true ? ' (deleting)' : ''}`]
        : []),
    )
  return list.length === 0 ? 'none' : states.length > 0 ? states.join(', ') : names.length > 0 ? names.join(', ') : String(list.length)
}

/** A list's length, or an object's identity or state; never the whole value. */
const valueWords = (value: unknown): string => {
  if (Array.isArray(value)) return listWords(value as readonly unknown[])
  if (!isObject(value)) return String(value)
  if (typeof value['availableReplicas'] === 'number')
    return `${String(value['availableReplicas'])} of ${String(value['wantedReplicas'])} available${
      value['deleting'] === true ? ', being deleted' : ''
    }`
  if (typeof value['_tag'] === 'string') return value['_tag']
  if (typeof value['completedCount'] === 'number') return `${String(value['completedCount'])} completed`
  if (typeof value['flinkVersion'] === 'string') return value['flinkVersion']
  return resourceWords(value) ?? (typeof value['name'] === 'string' ? value['name'] : 'known')
}

/** One fact in a word or two: `RUNNING`, `absent`, `1 of 1 available (from the watch)`, `unknown: Timeout`. */
export const shortFact = (fact: Fact<unknown>): string => {
  const words = fact._tag === 'Known' ? valueWords(fact.value) : fact._tag === 'Absent' ? 'absent' : `unknown: ${fact.reason}`
  return fact.source === 'cache' ? `${words} (from the watch)` : words
}

/** All facts of a round, by name. */
export const shortFacts = (facts: Facts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(facts).flatMap((
      [name, fact]: readonly [string, Fact<unknown> | undefined],
    ) => (fact === undefined ? [] : [[name, shortFact(fact)]])),
  )
