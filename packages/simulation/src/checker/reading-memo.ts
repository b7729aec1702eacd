import type { Breach } from '../world/world.ts'
import type { Decision } from './decision.ts'
import { hashNumbers } from './hash-numbers.ts'
import { breachesOfReading } from './property/what-is-written-is-read.ts'
import { statusForm } from './status-form.ts'

/** A list of actions, with the kind and resource that it was decided for. */
export type Written = Pick<Decision, 'kind' | 'resource' | 'actions'>

/**
 * Checks P11 once for each form of status (status-form.ts): most of the thousands of written statuses differ only in ids and moments.
 * `isHonest` reads samples back again and compares.
 */
export interface ReadingMemo {
  readonly breachesOf: (written: Written) => readonly Breach[]
  /** Did every sample agree with the cached result? */
  readonly isHonest: () => boolean
}

const sampleEvery = 199
const none: readonly Breach[] = []

const textOf = (breaches: readonly Breach[]): string => breaches.map(({ property, what }) => `${property} ${what}`).join('\n')

export const readingMemo = (read: (written: Written) => readonly Breach[] = breachesOfReading): ReadingMemo => {
  const form = statusForm()
  /** For each kind and unreadable content: the forms by number, with the violations found. */
  const known = new Map<string, { readonly numbers: ReturnType<typeof hashNumbers>; readonly found: (readonly Breach[])[] }>()
  let hits = 0
  let honest = true

  const knownOf = ({ kind, resource: { meta, unread } }: Written) => {
    const paths = unread === undefined || unread.length === 0 ? '' : unread.map(({ path }) => path).join()
    const beside = `${kind.name} ${meta.apiVersion} ${meta.kind} ${meta.namespace} ${meta.name} ${meta.uid} ${paths}`
    const there = known.get(beside) ?? { numbers: hashNumbers(), found: [] }
    known.set(beside, there)
    return there
  }
  const breachesOf = (written: Written): readonly Breach[] => {
    const { actions } = written
    let all = none
    for (const action of actions) {
      if (action._tag !== 'PersistStatus') continue
      const alone = { ...written, actions: [action] }
      const { numbers, found } = knownOf(written)
      form.of(action.status as object)
      const number = numbers.knownOrNext(form.first(), form.second())
      if (number < 0) found.push(read(alone))
      else {
        hits += 1
        if (hits % sampleEvery === 0 && textOf(read(alone)) !== textOf(found[number]!)) honest = false
      }
      const breaches = found[number < 0 ? found.length - 1 : number]!
      if (breaches.length > 0) all = [...all, ...breaches]
    }
    return all
  }
  return {
    breachesOf,
    isHonest: () => {
      const wasHonest = honest
      honest = true
      return wasHonest
    },
  }
}
