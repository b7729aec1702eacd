import { fc, test } from '@fast-check/vitest'
import { describe, expect, test as example } from 'vitest'
import type { ConfigMapContent } from '../config-map.ts'
import { leaderKeyPrefix } from '../leader-address.ts'
import { type LeaderLayout, leadersIn } from './leader-layout.ts'
import {
  currentLeaders,
  type LeaderChange,
  type Retrieval,
  type RetrievalEvent,
  retrievalStep,
  startRetrieval,
} from './leader-retrieval.ts'

const layout: LeaderLayout = { _tag: 'Cluster', clusterId: 'c' }
const name = 'c-cluster-config-map'
const components = ['dispatcher', 'restserver']

/** One state of the ConfigMap after another; null: deleted. What each component says there grows with each change. */
type History = readonly (ConfigMapContent | null)[]

const histories: fc.Arbitrary<History> = fc.array(
  fc.record({ deed: fc.constantFrom('lead', 'lead', 'remove', 'garble', 'delete', 'touch'), component: fc.constantFrom(...components) }),
  { minLength: 1, maxLength: 30 },
).map(deeds => {
  const states: (ConfigMapContent | null)[] = []
  deeds.forEach(({ deed, component }, at) => {
    const before = states.at(-1) ?? null
    const uid = before?.uid ?? `uid-${at}`
    const key = `${leaderKeyPrefix}${component}`
    const text = deed === 'lead' ? `00000000-0000-0000-0000-${String(at).padStart(12, '0')},http://${at}` : 'garbage'
    const { [key]: _removed, ...others } = before?.data ?? {}
    const data = deed === 'touch' ? (before?.data ?? {}) : deed === 'remove' ? others : { ...others, [key]: text }
    states.push(
      deed === 'delete' ? null
        : { name, uid, resourceVersion: String(at + 8), deleting: false, labels: {}, annotations: { at: String(at) }, data },
    )
  })
  return states
})

const eventOf = (history: History, at: number): RetrievalEvent => {
  const state = history[at] ?? null
  const before = history[at - 1] ?? null
  const resourceVersion = String(at + 8)
  return state !== null ? { _tag: 'Seen', configMap: state }
    : before !== null ? { _tag: 'Gone', name, uid: before.uid, resourceVersion }
    : { _tag: 'Listed', configMaps: [], resourceVersion }
}

const listAt = (history: History, at: number): RetrievalEvent => {
  const state = history[at] ?? null
  return { _tag: 'Listed', configMaps: state === null ? [] : [state], resourceVersion: String(at + 8) }
}

/** What reaches a watcher: any event, in any order, any number of times, or not at all; and a list of any moment. */
const deliveries = fc.array(fc.record({ at: fc.nat({ max: 29 }), isList: fc.boolean() }), { maxLength: 40 })

interface Course {
  readonly retrieval: Retrieval
  readonly changes: readonly LeaderChange[]
}
type Step = typeof retrievalStep

const course = (events: readonly RetrievalEvent[], step: Step): Course =>
  events.reduce<Course>(({ retrieval, changes }, event) => {
    const [after, more] = step(layout, retrieval, event)
    return { retrieval: after, changes: [...changes, ...more] }
  }, { retrieval: startRetrieval, changes: [] })

const last = (history: History) => history.at(-1) ?? null
const given = fc.tuple(histories, deliveries, fc.boolean())

/** After the last change, heard by the watch or by a list after a gap, the watcher has what the ConfigMap says. */
const converges = (
  [history, all, byList]: readonly [History, readonly { readonly at: number; readonly isList: boolean }[], boolean],
  step: Step,
) => {
  const events = all.filter(({ at }) => at < history.length).map(({ at, isList }) => (isList ? listAt : eventOf)(history, at))
  const end = history.length - 1
  const { retrieval } = course([...events, (byList ? listAt : eventOf)(history, end)], step)
  const state = last(history)
  return JSON.stringify(sorted(currentLeaders(retrieval))) === JSON.stringify(sorted(state === null ? {} : leadersIn(layout, state)))
}
const sorted = (leaders: object) => Object.entries(leaders).sort(([a], [b]) => (a < b ? -1 : 1))

/** Of one component: addresses grow, and nothing is told twice in a row. */
const inOrder = ([history, all]: readonly [History, readonly { readonly at: number; readonly isList: boolean }[], boolean], step: Step) => {
  const events = all.filter(({ at }) => at < history.length).map(({ at, isList }) => (isList ? listAt : eventOf)(history, at))
  const { changes } = course(events, step)
  return components.every(component => {
    const own = changes.filter(change => change.component === component)
    const numbers = own.flatMap(({ leader }) => (leader === null ? [] : [Number(leader.address.slice('http://'.length))]))
    const isRepeated = own.some(({ leader }, at) => at > 0 && leader?.address === own[at - 1]?.leader?.address)
    return numbers.every((number, at) => at === 0 || number >= numbers[at - 1]!) && !isRepeated && own[0]?.leader !== null
  })
}

/** Believes whatever comes last. */
const believesAll: Step = (of, retrieval, event) =>
  retrievalStep(
    of,
    { known: Object.fromEntries(Object.entries(retrieval.known).map(([key, known]) => [key, { ...known, resourceVersion: '0' }])) },
    event,
  )
/** Does not look at what a list leaves out. */
const forgetsDeletions: Step = (of, retrieval, event) =>
  event._tag === 'Listed' && event.configMaps.length === 0 ? [retrieval, []] : retrievalStep(of, retrieval, event)

const isBroken = (holds: (value: Parameters<typeof converges>[0]) => boolean): boolean =>
  fc.check(fc.property(given, holds), { endOnFailure: true, seed: 1 }).failed

describe('law 7: retrieval converges, and old news never follows on new', () => {
  test.prop([given])('after the last change each watcher has what the ConfigMap says, whatever it heard before and missed', value => {
    expect(converges(value, retrievalStep)).toBe(true)
  })

  test.prop([given])('what is told of a component only goes on', value => {
    expect(inOrder(value, retrievalStep)).toBe(true)
  })

  example('is seen to fail: who believes whatever comes last, or takes no deletion from a list', () => {
    expect(isBroken(value => inOrder(value, believesAll))).toBe(true)
    expect(isBroken(value => converges(value, forgetsDeletions))).toBe(true)
  })
})
