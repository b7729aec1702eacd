import { checkerEnv } from '../../packages/simulation/src/checker/checker-env.ts'
import type { CheckerState } from '../../packages/simulation/src/checker/checker-state.ts'
import { memories } from '../../packages/simulation/src/checker/memory.ts'
import type { Edit } from '../../packages/simulation/src/checker/move.ts'
import { type FlinkJob, isAlive, ownerOf } from '../../packages/simulation/src/flink/job-manager-process.ts'
import type { AnyResource } from '../../packages/simulation/src/kind/any-kind.ts'
import type { JobLifecycleStatus } from '@flink-operator/core/resource'
import type { AnyRules } from '@flink-operator/core/round'
import { type Random, randomOf } from '../random.ts'
import { type CalmPlay, calmPlay } from './calm-run.ts'
import {
  areApart,
  changesOf,
  disturbed,
  type Disturbance,
  lostObjects,
  type StatusChange,
  statusChanges,
  strippings,
  subjectIn,
  wholeStatus,
} from './disturbances.ts'
import { type StateData, stateDataOf, stateTamperings } from './autoscaler-state.ts'
import { type TamperedKind, tamperedStories, type TamperedStory } from './tampered-stories.ts'

/** A state of a story in which somebody may tamper. */
interface Moment {
  readonly state: CheckerState
  /** How many of the story's edits are done. */
  readonly edits: number
  /** The statuses before it. */
  readonly earlier: readonly object[]
  /** What the autoscaler had stored before it. */
  readonly earlierStates: readonly StateData[]
}

export interface TamperFailure {
  readonly index: number
  readonly story: string
  readonly moment: number
  readonly what: string
  readonly problem: string
  readonly lines: readonly string[]
}

export interface TamperReport {
  readonly kind: TamperedKind
  readonly seed: number
  readonly count: number
  readonly moments: number
  readonly failures: readonly TamperFailure[]
}

export interface TamperOptions {
  readonly kind: TamperedKind
  readonly seed: number
  readonly from?: number
  readonly count: number
  /** Rules that replace a kind's own: for mutants. */
  readonly rules?: Readonly<Record<string, AnyRules>>
  /** Stop after so many failures. */
  readonly most?: number
  readonly onCase?: (index: number) => void
  /** Only stories whose name matches. */
  readonly stories?: RegExp
  /** Only what is described so is done. */
  readonly what?: RegExp
  /** Try also what is not held yet? */
  readonly gaps?: boolean
}

/** In a story an edit comes once everything has arrived, or this many steps after the one before. */
const paces = [null, 4, 11] as const
const stepsOfStory = 700
const stepsAfter = 500

const keyOf = ({ world, processes }: CheckerState): string =>
  JSON.stringify([
    Object.values(world.resources).map(it => it?.map(({ status, meta }) => [status as unknown, meta.generation, meta.deletionTimestamp])),
    processes.map(({ doing }) => (doing === null ? null : doing.actions.length)),
    [world, ...world.beside].map(it => [
      it.pods.map(({ process, phase, deleting }) => [phase, deleting, process?.phase, process?.jobs.map(({ state }) => state)]),
      it.deployments.map(({ deleting, replicas }) => [deleting, replicas]),
      it.services.length,
      it.configMaps.length,
    ]),
    world.autoscaled?.states.map(({ data }) => [Object.keys(data), data['parallelismOverrides']]),
  ])

/** All different states of a story, played at this pace. */
const momentsOf = (play: CalmPlay, { world, subject }: TamperedStory, pace: number | null): readonly Moment[] => {
  const found = new Map<string, Moment>()
  let state = play.start
  let edits = 0
  let since = 0
  let earlier: readonly object[] = []
  let earlierStates: readonly StateData[] = []
  for (let count = 0; count < stepsOfStory; count += 1) {
    const status = subjectIn(state.world, subject)?.status as object | undefined
    const key = keyOf(state)
    if (!found.has(key)) found.set(key, { state, edits, earlier, earlierStates })
    if (status !== undefined && !earlier.includes(status)) earlier = [...earlier, status]
    const stored = stateDataOf(state.world, subject.name)
    if (stored !== null && !earlierStates.includes(stored)) earlierStates = [...earlierStates, stored]
    const { state: next, quiet } = play.next(state)
    since += 1
    const isTime = pace === null ? quiet && play.whyNot(state) === null : since >= pace && next.processes.every(({ doing }) =>
      doing === null
    )
    const edit = isTime ? world.edits[edits] : undefined
    const changed = edit === undefined ? null : play.edited(next, edit)
    if (changed !== null) {
      edits += 1
      since = 0
    } else if (quiet && play.whyNot(state) === null && (edits >= world.edits.length || since > 60)) break
    state = changed ?? next
  }
  return [...found.values()]
}

/**
 * Is the autoscaler recorded as off? Then nobody reads its ConfigMap, which was cleared before (B104): what a person writes there is that
 * person's, and is in force if the autoscaler is turned on again.
 */
const isRecordedOff = ({ status }: AnyResource): boolean =>
  (status as JobLifecycleStatus).reconciliationStatus.lastReconciledSpec?.includes('"job.autoscaler.enabled":"false"') === true

const pick = (random: Random, subject: TamperedStory['subject'], { state, earlier, earlierStates }: Moment): Disturbance | null => {
  const { world } = state
  const resource = subjectIn(world, subject)
  if (resource === undefined) return null
  const ofState = world.autoscaled !== undefined && !isRecordedOff(resource) && random.chance(0.5)
    ? stateTamperings(world, subject.name, earlierStates) : []
  if (ofState.length > 0) return random.pick(ofState)
  const status = resource.status as object
  const older = earlier.length === 0 ? null : random.pick(earlier)
  const how = random.below(100)
  if (how < 2) return { what: 'nothing', done: world => ({ ...world }) }
  if (how < 10) {
    const lost = lostObjects(world)
    return lost.length === 0 ? null : random.pick(lost)
  }
  if (how < 20) return random.pick(strippings(subject, older))
  if (how < 30) {
    return random.chance(0.3) ? wholeStatus(subject, null, 'wiped the status')
      : older === null ? null : wholeStatus(subject, older, `put back the whole status of moment ${earlier.indexOf(older)}`)
  }
  const changes = statusChanges(subject.kind, status, earlier)
  if (changes.length === 0) return null
  const chosen: StatusChange[] = []
  for (let tries = 0, wanted = how < 65 ? 1 : how < 92 ? 2 : 3; tries < 8 && chosen.length < wanted; tries += 1) {
    const it = random.pick(changes)
    if (chosen.every(one => areApart(one, it))) chosen.push(it)
  }
  return changesOf(subject, chosen)
}

/** After tampering this counts at rest alone: exactly one child exists then (P06). */
const judgedAtRest = /^a colour is active while the other one/u

/** What a deleted resource may leave, if a Warning says so. */
const isLeft = /^the resource is removed, its (?:children|clusters|cluster)\b/u

interface Verdict {
  readonly problem: string | null
  readonly lines: readonly string[]
}

/** Live jobs that belong to nobody any more. */
const leftJobs = ({ world }: CheckerState): readonly FlinkJob[] => {
  const owners = new Set((world.resources['FlinkSessionJob'] ?? []).map(({ meta }) => meta.name))
  return [world, ...world.beside].flatMap(({ pods }) => pods).flatMap(({ process }) => process?.jobs ?? [])
    .filter(job => isAlive(job) && ownerOf(job) !== null && world.resources['FlinkSessionJob'] != null && !owners.has(ownerOf(job)!))
}

/** Plays on after the disturbance until all is quiet, and judges the end. */
const judged = (play: CalmPlay, begun: CheckerState, edits: readonly Edit[], isAtOnce: boolean): Verdict => {
  const lines: string[] = []
  let state = begun
  let left = edits
  let warnings = 0
  let rest = 0
  const editNow = (): boolean => {
    const [edit, ...others] = left
    if (edit === undefined) return false
    const changed = play.edited(state, edit)
    left = others
    if (changed === null) return true
    lines.push(`  edit: ${edit.name}`)
    state = changed
    return true
  }
  if (isAtOnce) editNow()
  let why: string | null = null
  for (let count = 0; count < stepsAfter; count += 1) {
    const before = state
    const { state: next, quiet, breaches, decided, line } = play.next(state)
    state = next
    lines.push(`  ${line()}`)
    warnings += decided.filter(it => it._tag === 'EmitEvent' && it.type === 'Warning').length
    const first = breaches.find(({ what }) => !judgedAtRest.test(what))
    if (first !== undefined) return { problem: `${first.property}: ${first.what}`, lines }
    if (!quiet) continue
    why = play.whyNot(before)
    if (why !== null && !(warnings > 0 && isLeft.test(why))) continue
    if (editNow()) continue
    rest += 1
    if (rest < 4) continue
    const orphans = leftJobs(state)
    if (orphans.length > 0 && warnings === 0)
      return { problem: `P06: a live job ${orphans[0]!.jobId} of ${ownerOf(orphans[0]!) ?? ''} is left, and nothing was said`, lines }
    return { problem: null, lines }
  }
  return { problem: `P06: not at rest after ${stepsAfter} steps: ${why ?? 'always busy'}`, lines }
}

/**
 * What is not held yet, or can't be judged: `--gaps` tries it, too. By kind, what is done, and the problems that are excused.
 * - Objects of ours without owner references count as somebody else's: the report is not told from silence in every story, and a round that
 *   was under way may change them once more (P21).
 * - A resource that is created again over what it left, or without its finalizer: the same.
 */
const gaps: readonly (readonly [kind: RegExp, what: RegExp, problem: RegExp])[] = [
  [/./u, /^(?:stripped (?:all owner references|our finalizer)|created again|restored from a backup)/u, /./u],
]
const isGap = (kind: TamperedKind, what: string, problem: string): boolean =>
  gaps.some(([of, done, excused]) => of.test(kind) && done.test(what) && excused.test(problem))

/** Tampers with one kind in random moments of its stories: the same seed and index give the same case. */
export const tamperSweep = (
  { kind, seed, from = 0, count, rules, most = 1, onCase, stories: pattern, what: only, gaps: triesGaps = false }: TamperOptions,
): TamperReport => {
  const stories = tamperedStories[kind].filter(({ world }) => pattern?.test(world.name) ?? true)
  const memoryFor = memories({ env: checkerEnv, ...(rules === undefined ? {} : { kinds: rules }) })
  const prepared = new Map<string, { readonly play: CalmPlay; readonly moments: readonly Moment[] } | null>()
  const prepare = (story: TamperedStory, pace: number | null) => {
    const key = `${story.world.name} ${pace}`
    const known = prepared.get(key)
    if (known !== undefined) return known
    const play = calmPlay(memoryFor(story.world), story.world)
    const made = play === null ? null : { play, moments: momentsOf(play, story, pace) }
    prepared.set(key, made)
    return made
  }
  const failures: TamperFailure[] = []
  let done = 0
  for (let index = from; index < from + count && failures.length < most; index += 1) {
    onCase?.(index)
    const random = randomOf(seed, index)
    const story = random.pick(stories)
    const ready = prepare(story, random.pick(paces))
    if (ready === null) continue
    const moment = random.pick(ready.moments)
    const chosen = pick(random, story.subject, moment)
    const isAtOnce = random.chance(0.4)
    const begun = chosen === null ? null : disturbed(ready.play.operator, moment.state, chosen)
    if (chosen === null || begun === null || only?.test(chosen.what) === false) continue
    done += 1
    const verdict = judged(ready.play, begun, story.world.edits.slice(moment.edits), isAtOnce)
    if (verdict.problem !== null && (triesGaps || !isGap(kind, chosen.what, verdict.problem)))
      failures.push({
        index,
        story: story.world.name,
        moment: ready.moments.indexOf(moment),
        what: chosen.what,
        problem: verdict.problem,
        lines: verdict.lines,
      })
  }
  return { kind, seed, count: done, moments: [...prepared.values()].reduce((sum, it) => sum + (it?.moments.length ?? 0), 0), failures }
}
