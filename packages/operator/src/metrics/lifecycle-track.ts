import type { EpochMillis } from '@flink-operator/core'
import type { KindName } from '@flink-operator/kinds'

/** When this process first and last observed a state. */
interface Stay {
  readonly entered: EpochMillis
  readonly lastSeen: EpochMillis
}

/** What is kept of one resource: at most one entry for each state of its kind. */
export interface Track {
  readonly current: string
  readonly stays: Readonly<Record<string, Stay>>
}

/** A transition between states with its own measurement, and the moment from which it is measured. */
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
  /** Leaving a state counts as observing it. */
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

/** For other kinds, which the reference does not measure, only the states are measured. */
const statesAlone: TrackRules = {
  transitions: [],
  ends: () => 'all',
  seenOnLeaving: true,
}

/** The kinds whose transitions are measured. */
const measuredTransitions: Readonly<Partial<Record<KindName, TrackRules>>> = {
  FlinkDeployment: ofJobs,
  FlinkSessionJob: ofJobs,
  FlinkBlueGreenDeployment: ofBlueGreen,
}

/** How the lifecycle of a kind is measured. */
export const trackRulesOf = (kind: KindName): TrackRules => measuredTransitions[kind] ?? statesAlone

/** The measurements of one observation, in milliseconds. */
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

/** Observes a resource: returns its new track and the measurements. `before` null: first observation. */
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
