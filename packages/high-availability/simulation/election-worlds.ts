import type { ElectorSettings } from '../src/election/elector-settings.ts'
import type { ElectionFault, ElectionNuance } from './election-moves.ts'
import type { Contender } from './election-state.ts'
import type { ElectionWorld } from './verify-election.ts'

type Timing = Omit<ElectorSettings, 'identity'>

/** The operator's own proportions, in the smallest whole numbers: 15 s, 10 s, 2 s are a lease, two thirds of it, and less. */
export const safe: Timing = { leaseDuration: 3, renewDeadline: 2, retryPeriod: 1, expiry: 'Observed', lockDeleted: 'Create' }
/** Flink's defaults: the deadline is as long as the lease, and the renew time is compared with one's own time of day (H-D02). */
export const flinkDefaults: Timing = { leaseDuration: 3, renewDeadline: 3, retryPeriod: 1, expiry: 'RenewTime', lockDeleted: 'Fatal' }
/** What is recommended instead: 30 s, 20 s, 5 s. */
export const flinkAdvised: Timing = { ...flinkDefaults, renewDeadline: 2 }

export const contender = (settings: Timing, of: Partial<Contender['clocks']> & { readonly pause?: number } = {}): Contender => ({
  settings,
  clocks: { offset: of.offset ?? 0, rate: of.rate ?? 1 },
  pause: of.pause ?? 0,
})

interface May {
  readonly count?: number
  readonly faults?: readonly ElectionFault[]
  readonly nuances?: readonly ElectionNuance[]
}

export const electionWorld = (
  name: string,
  contenders: readonly Contender[],
  { count, faults = [], nuances = [] }: May = {},
): ElectionWorld => ({
  name: `election/${name}`,
  contenders,
  count: count ?? (faults.length === 0 ? 0 : 1),
  faults,
  nuances,
})

/** The same, so many times: which of them is which plays no part. */
const alike = (count: number, one: Contender): readonly Contender[] => Array.from({ length: count }, () => one)

const operator = contender(safe)
const jobManager = contender({ ...flinkAdvised, expiry: 'Observed' })

/** Explored by the tests, each to its fixpoint. */
export const smallElectionWorlds: readonly ElectionWorld[] = [
  electionWorld('three/calm', alike(3, operator)),
  electionWorld('two/lose', alike(2, operator), { faults: ['Lose'] }),
  electionWorld('two/slow', alike(2, operator), { nuances: ['Slow'] }),
  electionWorld('two/restart', alike(2, operator), { faults: ['Restart'] }),
  electionWorld('two/stop', alike(2, operator), { faults: ['Stop'] }),
  electionWorld('two/watch', alike(2, operator), { nuances: ['Watch'] }),
  electionWorld('two/damaged', alike(2, operator), { faults: ['Garble', 'Strip'] }),
  electionWorld('two/published', alike(2, jobManager), { nuances: ['Publish'], faults: ['Address'] }),
  // the margins of each assumption, up to which at most one leads (election-margin.ts)
  electionWorld('two/drift-of-a-quarter', [operator, contender(safe, { rate: 1.25 })]),
  electionWorld('two/pause-of-two', alike(2, contender(safe, { pause: 2 }))),
  electionWorld('two/any-time-of-day', [operator, contender(safe, { offset: 100 })]),
  electionWorld('two/advised-one-ahead', [contender(flinkAdvised), contender(flinkAdvised, { offset: 1 })]),
  electionWorld('two/advised-pause-of-one', alike(2, contender(flinkAdvised, { pause: 1 }))),
]

/** Of the full matrix: explored whole by `npm run verify -- --world 'election/*'`. */
export const largeElectionWorlds: readonly ElectionWorld[] = [
  electionWorld('three/lose', alike(3, operator), { faults: ['Lose'] }),
  electionWorld('three/slow', alike(3, operator), { nuances: ['Slow'] }),
  electionWorld('three/restart', alike(3, operator), { faults: ['Restart'] }),
  electionWorld('three/stop', alike(3, operator), { faults: ['Stop'] }),
  electionWorld('three/watch', alike(3, operator), { nuances: ['Watch'] }),
  electionWorld('three/damaged', alike(3, operator), { faults: ['Garble', 'Strip'] }),
  electionWorld('three/pause-of-two', alike(3, contender(safe, { pause: 2 }))),
  electionWorld('three/drift-of-a-quarter', [operator, operator, contender(safe, { rate: 1.25 })]),
  electionWorld('three/any-time-of-day', [operator, contender(safe, { offset: 100 }), contender(safe, { offset: -100 })]),
  electionWorld('two/lose-slow', alike(2, operator), { faults: ['Lose'], nuances: ['Slow'] }),
  electionWorld('two/lose-twice', alike(2, operator), { faults: ['Lose'], count: 2 }),
  electionWorld('two/watch-gap', alike(2, operator), { faults: ['Restart', 'Stop', 'WatchFails'], nuances: ['Watch'] }),
  electionWorld('two/published-and-lost', alike(2, jobManager), { faults: ['Lose', 'Restart'], nuances: ['Publish'] }),
]

/** Each that holds, by name. */
export const electionWorlds: readonly ElectionWorld[] = [...smallElectionWorlds, ...largeElectionWorlds]

/** In which two lead at once: each margin, exceeded by one (H-D02, H13, H14). */
export const brokenPremises: readonly (readonly [what: string, world: ElectionWorld])[] = [
  [
    "H14 H-D02 with Flink's default timings a clock that is ahead takes a live lock: two lead",
    electionWorld('defaults/one-ahead', [contender(flinkDefaults), contender(flinkDefaults, { offset: 1 })]),
  ],
  [
    "H13 H-D02 with Flink's default timings a leader that does what it began a moment later is one beside its successor",
    electionWorld('defaults/pause-of-one', alike(2, contender(flinkDefaults, { pause: 1 }))),
  ],
  [
    'recommended timings: clocks that differ by more than the lease is longer than the deadline',
    electionWorld('advised/two-ahead', [contender(flinkAdvised), contender(flinkAdvised, { offset: 2 })]),
  ],
  [
    'recommended timings: a pause that is longer than that',
    electionWorld('advised/pause-of-two', alike(2, contender(flinkAdvised, { pause: 2 }))),
  ],
  [
    'by the time observed: a pause that is longer than the lease is longer than the deadline',
    electionWorld('observed/pause-of-three', alike(2, contender(safe, { pause: 3 }))),
  ],
  [
    'by the time observed: a clock that runs so slowly that the lease of the others is over before its deadline',
    electionWorld('observed/drift', [contender(safe, { rate: 0.25 }), operator]),
  ],
  [
    'somebody deletes the lock of a live leader, and a process that never saw it comes before the leader looks again',
    electionWorld('observed/deleted', alike(2, operator), { faults: ['Delete'] }),
  ],
  [
    "the same of Flink's: a leader hears of it by its watch, or with its next renewal",
    electionWorld('advised/deleted', alike(2, jobManager), { faults: ['Delete'] }),
  ],
]
