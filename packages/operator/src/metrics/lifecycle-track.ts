import type { EpochMillis } from '@flink-operator/core'
import type { KindName } from '@flink-operator/core/kinds'

/** When a state was entered, and when it was seen last, by this process. */
interface Stay {
  readonly entered: EpochMillis
  readonly lastSeen: EpochMillis
}

/** What is kept of one resource: at most each of its kind's states once. */
export interface Track {
  readonly current: string
  readonly stays: Readonly<Record<string, Stay>>
}

/** A way from one state to another that is worth a measurement of its own, and from when it is measured. */
interface Transition {
  readonly name: string
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly since: keyof Stay
}

interface TrackRules {
  readonly transitions: readonly Transition[]
  /** Which other states are over once this one is entered. */
  readonly ends: (state: string) => 'all' | 'all-but-the-last' | 'none'
  /** Leaving a state counts as having seen it. */
  readonly seenOnLeaving: boolean
}

/** session-snapshot-bluegreen.md, section 8.3. */
const ofJobs: TrackRules = {
  transitions: [
    { name: 'resume', from: ['SUSPENDED'], to: ['STABLE'], since: 'lastSeen' },
    { name: 'upgrade', from: ['STABLE'], to: ['STABLE'], since: 'lastSeen' },
    { name: 'suspend', from: ['DEPLOYED', 'STABLE', 'ROLLED_BACK'], to: ['UPGRADING', 'SUSPENDED'], since: 'lastSeen' },
    { name: 'stabilization', from: ['DEPLOYED'], to: ['STABLE'], since: 'entered' },
    { name: 'rollback', from: ['DEPLOYED'], to: ['ROLLED_BACK'], since: 'entered' },
    { name: 'submission', from: ['UPGRADING'], to: ['DEPLOYED'], since: 'lastSeen' },
    { name: 'submission', from: ['ROLLING_BACK'], to: ['ROLLED_BACK'], since: 'lastSeen' },
  ],
  ends: state =>
    ['SUSPENDED', 'STABLE', 'ROLLED_BACK', 'FAILED', 'DELETED'].includes(state) ? 'all'
      : state === 'UPGRADING' ? 'all-but-the-last'
      : 'none',
  seenOnLeaving: false,
}

const ofBlueGreen: TrackRules = {
  transitions: [
    { name: 'initial_deployment', from: ['INITIALIZING_BLUE'], to: ['ACTIVE_BLUE'], since: 'lastSeen' },
    { name: 'blue_to_green', from: ['ACTIVE_BLUE'], to: ['ACTIVE_GREEN'], since: 'lastSeen' },
    { name: 'green_to_blue', from: ['ACTIVE_GREEN'], to: ['ACTIVE_BLUE'], since: 'lastSeen' },
  ],
  ends: state => (state.startsWith('ACTIVE_') ? 'all' : 'none'),
  seenOnLeaving: true,
}

/** The reference measures neither, and Lyft's operator no transitions: here at least their states are. */
const statesAlone: TrackRules = {
  transitions: [],
  ends: () => 'all',
  seenOnLeaving: true,
}

/** Of the kinds whose transitions are measured. */
const measuredTransitions: Readonly<Partial<Record<KindName, TrackRules>>> = {
  FlinkDeployment: ofJobs,
  FlinkSessionJob: ofJobs,
  FlinkBlueGreenDeployment: ofBlueGreen,
}

/** How the lifecycle of a kind is measured. */
export const trackRulesOf = (kind: KindName): TrackRules => measuredTransitions[kind] ?? statesAlone

/** What a look at a resource gave to measure, in milliseconds. */
export interface Measured {
  readonly track: Track
  readonly states: readonly { readonly state: string; readonly time: number }[]
  readonly transitions: readonly { readonly transition: string; readonly time: number }[]
}

const timeOf = ({ entered, lastSeen }: Stay): number => Math.max(0, lastSeen - entered)

const changed = (rules: TrackRules, before: Track, state: string, at: EpochMillis): Measured => {
  const last = before.stays[before.current]
  const stays = rules.seenOnLeaving && last !== undefined ? { ...before.stays, [before.current]: { ...last, lastSeen: at } } : before.stays
  const transitions = rules.transitions.flatMap(({ name, from, to, since }) =>
    to.includes(state)
      ? from.flatMap(it => (stays[it] === undefined ? [] : [{ transition: name, time: Math.max(0, at - stays[it][since]) }]))
      : []
  )
  const ends = rules.ends(state)
  const isOver = (other: string): boolean => other === state || ends === 'all' || (ends === 'all-but-the-last' && other !== before.current)
  const entries = Object.entries(stays)
  return {
    track: {
      current: state,
      stays: { ...Object.fromEntries(entries.filter(([other]) => !isOver(other))), [state]: { entered: at, lastSeen: at } },
    },
    states: entries.flatMap(([other, stay]) => (isOver(other) ? [{ state: other, time: timeOf(stay) }] : [])),
    transitions,
  }
}

/** A look at a resource: what is known of it from then on, and what is to be measured. `before` null: it is seen for the first time. */
export const tracked = (
  rules: TrackRules,
  before: Track | null,
  { state, at, createdAt }: { readonly state: string; readonly at: EpochMillis; readonly createdAt: EpochMillis },
): Measured => {
  if (before === null) {
    const entered = state === 'CREATED' ? createdAt : at
    return { track: { current: state, stays: { [state]: { entered, lastSeen: at } } }, states: [], transitions: [] }
  }
  if (before.current !== state) return changed(rules, before, state, at)
  const stay = before.stays[state] ?? { entered: at, lastSeen: at }
  return {
    track: { ...before, stays: { ...before.stays, [state]: { entered: stay.entered, lastSeen: at } } },
    states: [],
    transitions: [],
  }
}
