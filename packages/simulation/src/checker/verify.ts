import type { DesiredMemo } from './desired-memo.ts'
import { foreseenQueries } from '../autoscaler/foreseen-queries.ts'
import { restartedForNothing } from '../autoscaler/restart-law.ts'
import type { Breach } from '../world/world.ts'
import { whyNotArrived } from './arrival.ts'
import { askedForNothing, nothingFails } from './asked-for-nothing.ts'
import { leadsOutOf } from './remediations.ts'
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

/** What to explore, how far, and the callbacks on the way. */
export interface VerifyOptions extends Explored {
  /** The worlds to explore; the first matrix by default. */
  readonly worlds?: readonly SmallWorld[]
  /** The most states to explore in each world; a world that is cut off is reported as not closed. */
  readonly limit?: number
  /** The most moves from the start of a world. */
  readonly depth?: number
  /** Stop exploring a world at its first violation. */
  readonly stopAtFirst?: boolean
  /**
   * Skip trying the remediations that errors name? Otherwise an error counts as arrival only if its remediation works (P06). Skipped
   * for a user's own rules, because their error texts are the user's own.
   */
  readonly leavesRemediations?: true
  /** Called for each decision, with its world. */
  readonly onDecision?: (decision: Decision) => void
  /** Called for each finished world. */
  readonly onWorld?: (report: WorldReport) => void
  /** Names of the rows of the decision tables, and how to find the rows that a decision used. */
  readonly rows?: Rows
}

/** The result for one world. */
export interface WorldReport {
  readonly name: string
  readonly states: number
  /** Was every reachable state explored? */
  readonly closed: boolean
  readonly violations: number
}

/** The result for all worlds. */
export interface VerifyReport {
  readonly states: number
  readonly worlds: readonly WorldReport[]
  readonly violations: readonly Story[]
  readonly unreachedRows: readonly string[]
}

/** The result of exploring one world. */
export interface Verified {
  readonly report: WorldReport
  readonly stories: readonly Story[]
  /** The rows of the decision tables that its decisions used. */
  readonly reachedRows: readonly string[]
}

/**
 * Explores worlds one by one, each to its fixpoint, and reports each violation once a world, with the shortest counterexample.
 * Decisions of one world are cached for the next.
 */
export const worldVerifier = (options: VerifyOptions): (world: SmallWorld) => Verified => {
  const memoryFor = memories(options)
  return world => {
    const reached = new Set<string>()
    const verified = verifyWorld(options, world, reached, memoryFor(world))
    return { ...verified, reachedRows: [...reached] }
  }
}

/** Combines the results of worlds, in their order. */
export const reportOf = (verified: readonly Verified[], rows: readonly string[]): VerifyReport => {
  const reached = new Set(verified.flatMap(({ reachedRows }) => reachedRows))
  return {
    states: verified.reduce((sum, { report }) => sum + report.states, 0),
    worlds: verified.map(({ report }) => report),
    violations: verified.flatMap(({ stories }) => stories),
    unreachedRows: rows.filter(row => !reached.has(row)),
  }
}

/** Explores each world; the first matrix if none are given. */
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
  /** Violations of the last decision; reading them clears them. */
  readonly breachesOfRound: () => readonly Breach[]
  readonly story: (property: string, what: string, moves: readonly number[]) => Story
  readonly whyNotArrived: (state: CheckerState) => string | null
  readonly desired: readonly DesiredMemo[]
  readonly quiet: QuietMemo
  readonly reading: ReadingMemo
}

/** The operator and the start state of one world; null: its resource can't be decoded. */
const prepare = (
  options: Pick<VerifyOptions, 'rows' | 'onDecision' | 'leavesRemediations'>,
  world: SmallWorld,
  reached: Set<string>,
  { base, judge, desired, quiet, reading }: Memory,
): Prepared | null => {
  let ofRound: readonly Breach[] = []
  // Naming the row of an autoscaled job measures it again: only lists that end a round are named.
  const every = rowCollector(options.rows, reached)
  const onRow = world.loads === undefined ? every : (decision: Decision): void => {
    if (decision.actions[0]?._tag !== 'Look') every(decision)
  }
  const silent: Operator = {
    ...base,
    ...(world.loads === undefined ? {} : { foreseen: foreseenQueries() }),
    tick: world.tick ?? checkerTick,
    onDecision: () => undefined,
  }
  const operator: Operator = {
    ...silent,
    quiet,
    onRow,
    onLook: decision => {
      if (decision.kind.judgesLooks) ofRound = [...ofRound, ...judge(decision)]
    },
    onDecision: decision => {
      options.onDecision?.(decision)
      ofRound = ofRound.length === 0 ? judge(decision) : [...ofRound, ...judge(decision)]
    },
  }
  // Decisions on the way to the start, or to check an arrival, are cached and so not made again. Their rows count, too.
  const looking: Operator = { ...silent, quiet, onRow }
  const start = startState(looking, world)
  if (start === null) return null
  const bounds = boundsOf(world)
  const leadsOut = options.leavesRemediations === true ? () => null : leadsOutOf({ ...silent, quiet }, start.world)
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
    onState: state => {
      const breaches = isFaultless ? [...breachesOfRound(), ...askedForNothing(state.world)] : breachesOfRound()
      return state.world.autoscaled === undefined ? breaches : [...breaches, ...restartedForNothing(world, state)]
    },
    whyNotArrived: prepared.whyNotArrived,
  })
  const stories = graph.found.map(({ property, what, from, move }) => story(property, what, [...pathTo(graph, from), move]))
  if (!prepared.quiet.isHonest())
    stories.push(story('Checker', 'the wait of a round depends on more than its cache distinguishes', []))
  if (operator.foreseen?.isHonest() === false)
    stories.push(story('Checker', 'a decision depends on facts that it did not ask for', []))
  if (!prepared.reading.isHonest()) stories.push(story('Checker', 'a status is read back differently from another one of its form', []))
  // ask every cache, so that a finding of one world is not reported for the next
  if (prepared.desired.filter(({ isHonest }) => !isHonest()).length > 0)
    stories.push(story('Checker', 'validate depends on more than its cache keeps', []))
  const busy = busyCircle(graph)
  if (busy >= 0)
    stories.push(
      story(
        'P08',
        'the operator keeps acting forever, though nothing changes',
        circleFrom(operator, bounds, start, pathTo(graph, busy)),
      ),
    )
  for (const { state, why } of graph.closed ? firstStuck(graph) : [])
    stories.push(
      story(
        propertyIn(why) ?? 'P06',
        why === null ? stuckText : `${stuckText}: ${why}`,
        circleFrom(operator, bounds, start, pathTo(graph, state)),
      ),
    )
  return { report: { name: world.name, states: graph.states, closed: graph.closed, violations: stories.length }, stories }
}

/** The property that the reason names; null: none, so the resource is stuck (P06). */
const propertyIn = (why: string | null): string | null => /^P\d\d(?=:)/u.exec(why ?? '')?.[0] ?? null

const stuckText = 'from here no fair steps lead to running, suspended, failed with a reason, or removed'

/** Long random runs through one world: returns the counterexample of the first run with a violation. */
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

/** Appends some moves of the operator alone to the story, so that the cycle shows: the operator's move is the first of each state. */
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
