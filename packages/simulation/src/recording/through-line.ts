import type { Candidate, Keys, Path } from './candidate.ts'
import type { Difference } from './compare.ts'
import type { Entry } from './edits.ts'
import { asFault, explainLine } from './explain-line.ts'
import { stepsAhead, type Gap, stepsFrom } from './steps.ts'

/** The bounds of the search. */
export interface Bounds {
  /** The most steps of the world between two lines. */
  readonly steps: number
  /** The most worlds to try before one line. */
  readonly worlds: number
  /** The most lines that the search goes back when it gets stuck. */
  readonly back: number
}

/** Enough for recordings of the end-to-end scenarios. */
export const usualBounds: Bounds = { steps: 14, worlds: 20_000, back: 200 }

/** How much the world does before a line. */
export interface Mode {
  /** `Lazy`: only what the line needs. `Ahead`: also Flink's steps before a line shows them. `Eager`: every possible step. */
  readonly does: 'Lazy' | 'Ahead' | 'Eager'
  readonly faults: number
}

export interface Found {
  readonly candidates: readonly Candidate[]
  readonly closest: readonly Closest[]
  readonly isBounded: boolean
}

/** One world in which the line does not hold: the steps since the previous line, and the model's answer. */
export interface Closest {
  readonly steps: readonly string[]
  readonly differences: readonly Difference[]
}

const stepsSince = (path: Path | null, line: number): readonly string[] => {
  const steps: string[] = []
  for (let at = path; at !== null && at.line >= line; at = at.before) steps.push(at.step)
  return steps.reverse()
}

const closestOf = (found: readonly Closest[]): readonly Closest[] => {
  const seen = new Set<string>()
  return found.toSorted((a, b) => a.differences.length - b.differences.length || a.steps.length - b.steps.length).filter(
    ({ differences }) => {
      const key = JSON.stringify(differences)
      if (seen.has(key)) return false
      seen.add(key)
      return true
    },
  ).slice(0, 3)
}

/** What is the same for all lines. */
export interface Search extends Keys {
  readonly entries: readonly Entry[]
  readonly edits: Gap['edits']
  readonly snapshotEdits: Gap['snapshotEdits']
  readonly nameConflicts: Gap['nameConflicts']
  readonly finished: Gap['finished']
  readonly others: Gap['others']
  readonly bounds: Bounds
}

/** The candidates with a new key. */
const unseen = (
  keyOf: (candidate: Candidate) => string,
): ((list: readonly Candidate[]) => readonly Candidate[]) & { readonly size: () => number } => {
  const seen = new Set<string>()
  const filter = (list: readonly Candidate[]): readonly Candidate[] =>
    list.filter(it => {
      const key = `${it.mayFail} ${keyOf(it)}`
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
  return Object.assign(filter, { size: () => seen.size })
}

/** Searches breadth first through the possible steps of the world before a line for worlds in which the line holds. */
export const throughLine = (
  { entries, edits, snapshotEdits, nameConflicts, finished, others, bounds, keyOf }: Search,
  before: readonly Candidate[],
  line: number,
  { does }: Mode,
): Found => {
  const entry = entries[line]!
  const matched = new Map<string, Candidate>()
  const closest: Closest[] = []
  const fresh = unseen(keyOf)
  const match = (candidate: Candidate): void => {
    const { candidates, differences } = explainLine(candidate, entry, line)
    for (const it of candidates) if (!matched.has(keyOf(it))) matched.set(keyOf(it), it)
    if (candidates.length === 0 && closest.length < 2_000) closest.push({ steps: stepsSince(candidate.path, line), differences })
  }
  const at = 'at' in entry.value ? entry.value.at : 0
  const start = before.map(it => (at > it.world.now ? { ...it, world: { ...it.world, now: at } } : it))
  let level = fresh(does === 'Ahead' ? [...start, ...start.flatMap(it => stepsAhead(it, line))] : start)
  let isBounded = false
  for (let depth = 0; level.length > 0 && !isBounded; depth += 1) {
    for (const candidate of level) match(candidate)
    if (does !== 'Eager' && matched.size > 0) break
    isBounded = depth === bounds.steps || fresh.size() > bounds.worlds
    if (!isBounded) level = fresh(level.flatMap(it => stepsFrom(it, { line, edits, snapshotEdits, nameConflicts, finished, others })))
  }
  const assumed = matched.size > 0 ? [] : start.flatMap(it => asFault(it, entry) ?? [])
  return { candidates: [...matched.values(), ...assumed], closest: closestOf(closest), isBounded }
}
