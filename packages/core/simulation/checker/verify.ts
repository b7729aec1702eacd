import type { DesiredMemo } from './desired-memo.ts'
import type { Breach } from '../world/world.ts'
import { whyNotArrived } from './arrival.ts'
import { askedForNothing, nothingFails } from './asked-for-nothing.ts'
import { leadsOutOf } from './ways-out.ts'
import type { CheckerState } from './checker-state.ts'
import { busyCircle, firstStuck, pathTo } from './explore-graph.ts'
import { explore } from './explore.ts'
import { follow } from './follow.ts'
import { movesFrom } from './interleaving.ts'
import type { Bounds } from './move.ts'
import type { QuietMemo } from './quiet-memo.ts'
import type { ReadingMemo } from './reading-memo.ts'
import type { Decision } from './decision.ts'
import { type Explored, memories, type Memory } from './memory.ts'
import type { Operator } from './operator.ts'
import { startState } from './start-state.ts'
import type { Rows } from './reached-rows.ts'
import { randomWalk } from './random-walk.ts'
import { replay, type Story } from './story.ts'
import { boundsOf, type SmallWorld } from './small-world.ts'
import { checkerTick } from './tick.ts'
import { firstMatrix } from './worlds.ts'

/** What is explored, how far, and who is told on the way. */
export interface VerifyOptions extends Explored {
  /** Which worlds; the first matrix where it is left out. */
  readonly worlds?: readonly SmallWorld[]
  /** At most so many states a world; a world that is cut off says so. */
  readonly limit?: number
  /** At most so many moves from the start of a world. */
  readonly depth?: number
  /** Leave a world at its first breach. */
  readonly stopAtFirst?: boolean
  /**
   * Is what errors tell people to do not tried? Elsewhere an error counts as arrival only if that leads out (P06). Words of one's own rules
   * are one's own.
   */
  readonly leavesWaysOut?: true
  /** Told of each decision, with the world it was made in. */
  readonly onDecision?: (decision: Decision) => void
  /** Told of each world when it is done. */
  readonly onWorld?: (report: WorldReport) => void
  /** Names of the rows of the decision tables, and how to read those that a decision used. */
  readonly rows?: Rows
}

/** What came of one world. */
export interface WorldReport {
  readonly name: string
  readonly states: number
  /** Was every reachable state explored? */
  readonly closed: boolean
  readonly violations: number
}

/** What came of all of them. */
export interface VerifyReport {
  readonly states: number
  readonly worlds: readonly WorldReport[]
  readonly violations: readonly Story[]
  readonly unreachedRows: readonly string[]
}

/** One world, explored. */
export interface Verified {
  readonly report: WorldReport
  readonly stories: readonly Story[]
  /** Rows of the decision tables that its decisions used. */
  readonly reachedRows: readonly string[]
}

/**
 * Explores worlds one by one, each to its fixpoint, and tells each breach once a world, with the shortest story that leads to it. What was
 * decided in one is remembered for the next.
 */
export const worldVerifier = (options: VerifyOptions): (world: SmallWorld) => Verified => {
  const memoryFor = memories(options)
  return world => {
    const reached = new Set<string>()
    const verified = verifyWorld(options, world, reached, memoryFor(world))
    return { ...verified, reachedRows: [...reached] }
  }
}

/** What the worlds tell together, in their order. */
export const reportOf = (verified: readonly Verified[], rows: readonly string[]): VerifyReport => {
  const reached = new Set(verified.flatMap(({ reachedRows }) => reachedRows))
  return {
    states: verified.reduce((sum, { report }) => sum + report.states, 0),
    worlds: verified.map(({ report }) => report),
    violations: verified.flatMap(({ stories }) => stories),
    unreachedRows: rows.filter(row => !reached.has(row)),
  }
}

/** Explores each world; the first matrix where none are named. */
export const verify = (options: VerifyOptions): VerifyReport => {
  const explored = worldVerifier(options)
  const verified = (options.worlds ?? firstMatrix).map(world => {
    const it = explored(world)
    options.onWorld?.(it.report)
    return it
  })
  return reportOf(verified, options.rows?.all ?? [])
}

interface Prepared {
  readonly operator: Operator
  readonly bounds: Bounds
  readonly start: CheckerState
  /** Breaches of the decision that was made last; asking takes them away. */
  readonly breachesOfRound: () => readonly Breach[]
  readonly story: (property: string, what: string, moves: readonly number[]) => Story
  readonly whyNotArrived: (state: CheckerState) => string | null
  readonly desired: readonly DesiredMemo[]
  readonly quiet: QuietMemo
  readonly reading: ReadingMemo
}

/** The operator and the start of one world; null: its resource can't be decoded. */
const prepare = (
  options: Pick<VerifyOptions, 'rows' | 'onDecision' | 'leavesWaysOut'>,
  world: SmallWorld,
  reached: Set<string>,
  { base, judge, desired, quiet, reading }: Memory,
): Prepared | null => {
  let ofRound: readonly Breach[] = []
  const silent: Operator = { ...base, tick: world.tick ?? checkerTick, onDecision: () => undefined }
  const operator: Operator = {
    ...silent,
    quiet,
    onRow: rowCollector(options.rows, reached),
    onLook: decision => {
      if (decision.kind.judgesLooks) ofRound = [...ofRound, ...judge(decision)]
    },
    onDecision: decision => {
      options.onDecision?.(decision)
      ofRound = ofRound.length === 0 ? judge(decision) : [...ofRound, ...judge(decision)]
    },
  }
  // what is decided on the way to the start, or to tell an arrival, is remembered, and so not decided again: its rows count, too
  const looking: Operator = { ...silent, quiet, onRow: rowCollector(options.rows, reached) }
  const start = startState(looking, world)
  if (start === null) return null
  const bounds = boundsOf(world)
  const leadsOut = options.leavesWaysOut === true ? () => null : leadsOutOf({ ...silent, quiet }, start.world)
  return {
    operator,
    bounds,
    start,
    quiet,
    reading,
    desired,
    whyNotArrived: state => whyNotArrived(looking, state, leadsOut),
    breachesOfRound: () => {
      const breaches = ofRound
      ofRound = []
      return breaches
    },
    story: (property, what, moves) => ({ world: world.name, property, what, moves, lines: replay(silent, bounds, start, moves).lines }),
  }
}

const rowCollector = (rows: VerifyOptions['rows'], reached: Set<string>): (decision: Decision) => void =>
  rows === undefined ? () => undefined : decision => {
    for (const row of rows.of(decision)) reached.add(row)
  }

const undecodable = (world: SmallWorld): Story => ({
  world: world.name,
  property: 'P11',
  what: "the resource of this world can't be decoded",
  moves: [],
  lines: [],
})

const verifyWorld = (
  options: VerifyOptions,
  world: SmallWorld,
  reached: Set<string>,
  memory: Memory,
): { readonly report: WorldReport; readonly stories: readonly Story[] } => {
  const prepared = prepare(options, world, reached, memory)
  if (prepared === null) return { report: { name: world.name, states: 0, closed: false, violations: 1 }, stories: [undecodable(world)] }
  const { operator, bounds, start, breachesOfRound, story } = prepared
  const isFaultless = nothingFails(world)
  const graph = explore({
    canonical: memory.canonical,
    operator,
    bounds,
    start,
    limit: options.limit ?? 2_000_000,
    depth: options.depth ?? Number.MAX_SAFE_INTEGER,
    stopAtFirst: options.stopAtFirst ?? false,
    onState: state => (isFaultless ? [...breachesOfRound(), ...askedForNothing(state.world)] : breachesOfRound()),
    whyNotArrived: prepared.whyNotArrived,
  })
  const stories = graph.found.map(({ property, what, from, move }) => story(property, what, [...pathTo(graph, from), move]))
  if (!prepared.quiet.isHonest())
    stories.push(story('Checker', 'a round that only waits waits for more than what its memory tells apart', []))
  if (!prepared.reading.isHonest()) stories.push(story('Checker', 'a status is read back otherwise than one of its form', []))
  // each is asked, so that what one world finds is not told of the next
  if (prepared.desired.filter(({ isHonest }) => !isHonest()).length > 0)
    stories.push(story('Checker', 'validate depends on more than its memory keeps', []))
  const busy = busyCircle(graph)
  if (busy >= 0)
    stories.push(
      story(
        'P08',
        'the operator goes on doing something for ever, though nothing changes',
        circleFrom(operator, bounds, start, pathTo(graph, busy)),
      ),
    )
  for (const { state, why } of graph.closed ? firstStuck(graph) : [])
    stories.push(story('P06', why === null ? stuckText : `${stuckText}: ${why}`, circleFrom(operator, bounds, start, pathTo(graph, state))))
  return { report: { name: world.name, states: graph.states, closed: graph.closed, violations: stories.length }, stories }
}

const stuckText = 'from here no fair steps lead to running, suspended, failed with a reason, or gone'

/** Long random runs through one world: the first of them that breaks something, told. */
export const walkWorld = (options: Explored, world: SmallWorld, seeds: readonly number[], length = 120): Story | null => {
  const prepared = prepare({}, world, new Set(), memories(options)(world))
  if (prepared === null) return undecodable(world)
  for (const seed of seeds) {
    const { moves, breaches, arrived } = randomWalk({ ...prepared, length, patience: 400, seed })
    const [first] = breaches
    if (first !== undefined) return prepared.story(first.property, first.what, moves)
    if (!arrived) return prepared.story('P06', `${stuckText} (within 400 fair moves at random)`, moves)
  }
  return null
}

/** The story goes on for some moves of the operator alone, so that one sees what repeats: its move is the first of each state. */
const circleFrom = (operator: Operator, bounds: Bounds, start: CheckerState, path: readonly number[]): readonly number[] => {
  let state = replay({ ...operator, onDecision: () => undefined }, bounds, start, path).state
  const moves = [...path]
  for (let step = 0; step < 8; step += 1) {
    const [move] = movesFrom(state, bounds)
    if (move === undefined) break
    state = follow({ ...operator, onDecision: () => undefined }, state, move).state
    moves.push(0)
  }
  return moves
}
