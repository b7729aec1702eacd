import type { ElectorSettings, Now } from '../src/election/elector-settings.ts'
import { type Elector, mayAct, startElector } from '../src/election/elector.ts'
import type { Lock, LockAnswer, LockRequest } from '../src/election/lock.ts'

/** How a process's clocks differ from the world's. */
export interface Clocks {
  /** Of its time of day. */
  readonly offset: number
  /** Of both: 1 runs as the world's. */
  readonly rate: number
}

/** One of those that contend, as the world is set up. Times are small whole numbers: of a unit that is as long as one likes. */
export interface Contender {
  readonly settings: Omit<ElectorSettings, 'identity'>
  readonly clocks: Clocks
  /** How long after it asked whether it may act its effects may still come. */
  readonly pause: number
}

/** A request that is on its way, or its answer. */
export interface Message {
  /** By its place in the world, and its identity at that time. */
  readonly by: number
  readonly identity: string
  readonly id: number
  readonly request: LockRequest
  /** Null: the server has not seen it yet. */
  readonly answer: LockAnswer | null
  /** False: the process was told that nobody knows, or died; it may still arrive, or not. */
  readonly awaited: boolean
}

export interface ElectionProcess {
  readonly identity: string
  readonly elector: Elector
  /** By its steady clock. */
  readonly wakeAt: number
}

export interface ElectionState {
  readonly at: number
  readonly contenders: readonly Contender[]
  readonly processes: readonly ElectionProcess[]
  readonly messages: readonly Message[]
  readonly lock: Lock | null
  /** The state of the lock before this one: what an old watch event tells. */
  readonly before: Lock | null
  /** Numbers of what is made next. */
  readonly serial: number
  readonly faults: number
}

export const nowOf = ({ contenders, at }: Pick<ElectionState, 'contenders' | 'at'>, n: number): Now => {
  const { offset, rate } = contenders[n]!.clocks
  return { steady: at * rate, wall: 1_000_000 + at * rate + offset }
}

export const settingsOf = ({ contenders, processes }: ElectionState, n: number): ElectorSettings => ({
  ...contenders[n]!.settings,
  identity: processes[n]!.identity,
})

/** Who believes to lead at this moment, by its own clocks, or may still do what it began when it did. */
export const believers = (state: ElectionState): readonly string[] =>
  state.processes.filter(({ elector }, n) => {
    const { steady, wall } = nowOf(state, n)
    const { pause, clocks: { rate } } = state.contenders[n]!
    return mayAct(elector, { steady: steady - pause * rate, wall: wall - pause * rate })
  }).map(({ identity }) => identity)

/** A process that begins, with an identity of its own. */
export const begun = (of: Pick<ElectionState, 'contenders' | 'at'>, n: number, serial: number): ElectionProcess => {
  const now = nowOf(of, n)
  return { identity: `${'abcdef'.charAt(n)}${String(serial)}`, elector: startElector(now), wakeAt: now.steady }
}

export const electionStart = (contenders: readonly Contender[], faults: number): ElectionState => ({
  at: 0,
  contenders,
  processes: contenders.map((_, n) => begun({ contenders, at: 0 }, n, 0)),
  messages: [],
  lock: null,
  before: null,
  serial: 1,
  faults,
})
