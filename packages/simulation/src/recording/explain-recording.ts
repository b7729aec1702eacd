import type { JobOverview } from '@flink-operator/core/fact'
import type { Json, JsonObject, EpochMillis } from '@flink-operator/core/resource'
import { emptyWorld } from '../world/empty-world.ts'
import type { World } from '../world/world.ts'
import { type DeployedByAnother, deployedByOthers, withCluster, withItsState } from './another-operator.ts'
import { type Candidate, candidateKeys, firstCandidate } from './candidate.ts'
import { decoded, type Entry, personsEdits, resourceIn, sessionJobsIn, withStatusesAsRead } from './edits.ts'
import { nameConflicts } from './recorded-name-conflicts.ts'
import { withoutOthers } from './others.ts'
import { snapshotEdits, withSnapshotStatusesAsRead } from './snapshots.ts'
import { type Bounds, type Closest, type Mode, throughLine, usualBounds } from './through-line.ts'

/** Whether the simulated world can behave as recorded; if not, where they differ. */
export type Explained =
  | {
    readonly _tag: 'Explained'
    readonly lines: number
    readonly steps: readonly { readonly line: number; readonly step: string }[]
    readonly faults: number
    readonly breaches: readonly string[]
    readonly mostWorlds: number
  }
  /** `line`: index of the first line that no path explains. `isBounded`: the search stopped at its bounds. */
  | { readonly _tag: 'Unexplained'; readonly line: number; readonly closest: readonly Closest[]; readonly isBounded: boolean }
  | { readonly _tag: 'NoBeginning'; readonly message: string }

const lazy: Mode = { does: 'Lazy', faults: 0 }

/** If the search gets stuck, it goes back this many lines, and allows more from there. */
const attempts: readonly (Mode & { readonly back: number })[] = [
  { back: 16, does: 'Ahead', faults: 0 },
  { back: 60, does: 'Ahead', faults: 0 },
  { back: 0, does: 'Lazy', faults: 1 },
  { back: 0, does: 'Eager', faults: 0 },
  { back: 4, does: 'Eager', faults: 0 },
  { back: 16, does: 'Ahead', faults: 1 },
  { back: 200, does: 'Ahead', faults: 0 },
  { back: 60, does: 'Ahead', faults: 1 },
  { back: 4, does: 'Eager', faults: 1 },
  { back: 16, does: 'Eager', faults: 0 },
  { back: 16, does: 'Eager', faults: 1 },
  { back: 60, does: 'Eager', faults: 0 },
  { back: 60, does: 'Eager', faults: 1 },
  { back: 16, does: 'Eager', faults: 2 },
]

/** The most additional faults on the way from the line that the search goes back to. */
const mostAgain = 3
const fewestFaults = (candidates: readonly Candidate[]): number =>
  candidates.reduce((fewest, { faults }) => Math.min(fewest, faults), candidates[0]?.faults ?? 0)

const differing = (closest: readonly Closest[]): number => closest[0]?.differences.length ?? Number.MAX_SAFE_INTEGER

/**
 * The first line that shows the resource, and the world at that line: a new resource and nothing else; or a resource with a status,
 * and the cluster that another operator had deployed, as the first lines show it. A text: the world at that time can't be determined.
 */
const beginningOf = (
  entries: readonly Entry[],
  others: readonly DeployedByAnother[],
): { readonly first: number; readonly world: World } | string => {
  const shown = entries.findIndex(entry => resourceIn(entry) != null)
  const json = entries[shown] === undefined ? null : resourceIn(entries[shown]) ?? null
  const resource = json === null ? null : decoded(json)
  if (json === null || resource === null) return 'no line shows the resource'
  const status = statusIn(json)
  if (isThere(status['operatorRecord']) || isThere(status['operation']))
    return 'the recording begins after an operator of ours has observed the resource: the state of the world at that time is unknown'
  const found = Object.keys(status).length > 0 ? others.find(({ first }) => first < firstEffect(entries)) : undefined
  const first = Math.min(shown, found?.first ?? shown)
  const empty: World = {
    ...emptyWorld({
      abstract: false,
      restCacheMillis: 3_500,
      operationMemoryMillis: 300_000,
      ...(givesAttemptKeys(entries) ? {} : { broken: 'NoAttemptKey' as const }),
    }, momentOf(entries[first])),
    resources: { FlinkDeployment: [resource], FlinkStateSnapshot: [], FlinkSessionJob: [] },
  }
  return { first, world: found === undefined ? empty : withCluster(withItsState(empty, found), found) }
}

/** Does the operator let the pods of its attempts start by a key in their ConfigMap? Earlier versions wrote none (ADR 29). */
const givesAttemptKeys = (entries: readonly Entry[]): boolean =>
  entries.some(({ value }) =>
    'line' in value && value.line === 'Begin' && value.action._tag === 'PatchObject' && value.action.patch['data'] !== undefined
  )

const statusIn = (json: JsonObject): JsonObject => (json['status'] ?? {}) as JsonObject
const isThere = (json: Json | undefined): boolean => json !== undefined && json !== null
const momentOf = (entry: Entry | undefined): EpochMillis => (entry !== undefined && 'at' in entry.value ? entry.value.at : 0)

const firstEffect = (entries: readonly Entry[]): number => {
  const line = entries.findIndex(({ value }) => 'line' in value && value.line === 'Begin')
  return line < 0 ? entries.length : line
}

/** Jobs that a query shows as FINISHED. */
const finishedJobs = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(entries.flatMap(({ value }) => {
    if (!('line' in value) || value.line !== 'Look' || value.query._tag !== 'GetJobsOverview' || value.fact._tag !== 'Known') return []
    return (value.fact.value as readonly JobOverview[]).flatMap(({ jobId, state }) => (state === 'FINISHED' ? [jobId] : []))
  }))

/** Searches for paths of the simulated world that explain a recording of one resource, line by line: docs/trace-validation.md. */
export const explainRecording = (recorded: readonly Entry[], bounds: Bounds = usualBounds): Explained => {
  const owners = [null, ...sessionJobsIn(recorded)]
  const entries = owners.reduce(withStatusesAsRead, withSnapshotStatusesAsRead(withoutOthers(recorded)))
  const others = deployedByOthers(entries)
  const beginning = beginningOf(entries, others)
  if (typeof beginning === 'string') return { _tag: 'NoBeginning', message: beginning }
  const { first, world } = beginning
  const search = {
    entries,
    bounds,
    edits: owners.map(owner => personsEdits(entries, owner)),
    snapshotEdits: snapshotEdits(entries),
    nameConflicts: nameConflicts(recorded),
    finished: finishedJobs(entries),
    others,
    ...candidateKeys(),
  }
  const processes = new Set(entries.map(({ file }) => file)).size
  const frontiers: (readonly Candidate[])[] = []
  for (let line = 0; line <= first; line += 1) frontiers[line] = [firstCandidate(world, processes, owners.length)]
  let isBounded = false
  let furthest: { readonly line: number; readonly closest: readonly Closest[] } = { line: first, closest: [] }
  let mostWorlds = 1

  /** Explains the lines from one to another; false: some line can't be explained in this mode. */
  const isExplained = (from: number, to: number, mode: Mode): boolean => {
    const through: (readonly Candidate[])[] = []
    // the faults that were needed to get there are needed again
    const mayFail = mode.faults + Math.min(mostAgain, fewestFaults(frontiers[to] ?? []) - fewestFaults(frontiers[from]!))
    let now: readonly Candidate[] = frontiers[from]!.map(it => ({ ...it, mayFail }))
    for (let line = from; line <= to; line += 1) {
      const found = throughLine(search, now, line, mode)
      isBounded ||= found.isBounded
      if (found.candidates.length === 0) {
        if (line > furthest.line || (line === furthest.line && differing(found.closest) < differing(furthest.closest)))
          furthest = { line, closest: found.closest }
        return false
      }
      mostWorlds = Math.max(mostWorlds, found.candidates.length)
      now = found.candidates
      through.push(now)
    }
    for (const [index, list] of through.entries()) frontiers[from + 1 + index] = list
    return true
  }

  for (let line = first; line < entries.length; line += 1) {
    if (isExplained(line, line, lazy)) continue
    isBounded = false
    if (!attempts.some(({ back, ...mode }) => back <= bounds.back && isExplained(Math.max(first, line - back), line, mode)))
      return { _tag: 'Unexplained', line: furthest.line, closest: furthest.closest, isBounded }
  }
  return explainedBy(frontiers[entries.length] ?? [], entries.length, mostWorlds)
}

/** The path with the fewest faults. */
const explainedBy = (candidates: readonly Candidate[], lines: number, mostWorlds: number): Explained => {
  const best = candidates.toSorted((a, b) => a.faults - b.faults || a.breaches.length - b.breaches.length)[0]
  const steps: { readonly line: number; readonly step: string }[] = []
  for (let path = best?.path ?? null; path !== null; path = path.before) steps.push({ line: path.line, step: path.step })
  return { _tag: 'Explained', lines, steps: steps.reverse(), faults: best?.faults ?? 0, breaches: best?.breaches ?? [], mostWorlds }
}
