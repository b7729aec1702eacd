import type { AnyResource } from '../kind/any-kind.ts'
import type { AdapterErrorTag, AdapterError } from '@flink-operator/core/action'
import type { RecordedBegin, RecordedEnd, RecordedResource } from '@flink-operator/core/explain'
import { atJob, fromJob } from '../world/jobs.ts'
import { jobResourceOf, stateSnapshotsOf, withJobResource, withStateSnapshots } from '../world/resources.ts'
import type { JobAction, World } from '../world/world.ts'
import { type Candidate, named, type Pending } from './candidate.ts'
import { compare } from './compare.ts'
import { ownerOf } from './edits.ts'
import { arrived } from './steps.ts'
import { type Match, noMatch, otherwise } from './reported.ts'

/** The round that begins an effect: one at a time for each file and resource. */
export const byOf = (file: number, { kind, namespace, name }: RecordedResource): string => `${file} ${kind} ${namespace}/${name}`

const holds = (...candidates: readonly Candidate[]): Match => ({ candidates, differences: [] })

/** An effect is on its way; the one before it, if unanswered, may arrive late. */
export const begin = (candidate: Candidate, file: number, { of, action, resourceVersion, at }: RecordedBegin): Match => {
  const by = byOf(file, of)
  const pending: Pending = {
    by,
    of,
    action: action as JobAction,
    version: resourceVersion,
    at,
    answer: null,
    isLost: false,
  }
  const before = candidate.pending.map(it => (it.by === by ? { ...it, isLost: true } : it)).filter(it => it.answer === null || !it.isLost)
  return holds({ ...candidate, pending: [...before, pending] })
}

/** Errors of the connection, which say nothing about the server's state. */
const onTheWay: readonly AdapterErrorTag[] = [
  'Unavailable',
  'Unreachable',
  'Untrusted',
  'Timeout',
  'TooManyRequests',
  'Unauthorized',
  'Forbidden',
  'Other',
]

const isGuarded = (action: JobAction): boolean =>
  action._tag === 'PruneHaExecutionPlan' || (action._tag === 'DeleteObject' && action.resourceVersion !== null)

/** An effect was answered: it has arrived by now, and the model gives the same answer; or the connection failed. */
export const end = (candidate: Candidate, file: number, line: number, { of, error, resourceVersion }: RecordedEnd): Match => {
  const by = byOf(file, of)
  const begun = candidate.pending.find(it => it.by === by && !it.isLost)
  if (begun === undefined) return otherwise('/line', 'End', 'nothing was begun')
  const after = begun.answer === null ? arrived(candidate, begun, line) : candidate
  const answer = after.pending.find(it => it.by === by && !it.isLost)?.answer ?? null
  const answered = answer?.error ?? null
  return error === null
    ? answered === null ? written(without(after, by), { ...begun, answer }, resourceVersion)
      : otherwise('/error', 'done', `${answered._tag}: ${answered.message}`)
    : failed({ candidate, begun, after, answered }, error)
}

const without = (it: Candidate, by: string): Candidate => ({ ...it, pending: it.pending.filter(other => other.by !== by || other.isLost) })
const withFault = (it: Candidate): Candidate => ({ ...it, faults: it.faults + 1 })

interface Attempt {
  readonly candidate: Candidate
  readonly begun: Pending
  /** The candidate after it has arrived. */
  readonly after: Candidate
  readonly answered: AdapterError | null
}

const failed = ({ candidate, begun, after, answered }: Attempt, error: AdapterError): Match => {
  const { by, action } = begun
  const isOnItsWay = begun.answer === null
  // another frequent writer may have written the object in between
  if (error._tag === 'Conflict' && isGuarded(action)) return holds(without(isOnItsWay ? candidate : after, by))
  if (answered?._tag === error._tag) return holds(without(after, by))
  if (error.applied === 'Maybe') {
    const lost = { ...candidate, pending: candidate.pending.map(it => (it === begun ? { ...it, isLost: true } : it)) }
    return isOnItsWay ? holds(withFault(without(after, by)), withFault(lost)) : holds(withFault(without(after, by)))
  }
  if (isOnItsWay && (onTheWay.includes(error._tag) || action._tag === 'EmitEvent')) return holds(withFault(without(candidate, by)))
  return otherwise('/error', error._tag, answered === null ? 'done' : answered._tag)
}

/** The resource that it is about; undefined: it does not exist. */
const resourceIn = (world: World, of: RecordedResource): AnyResource | undefined =>
  of.kind === 'FlinkStateSnapshot' ? stateSnapshotsOf(world)?.find(({ meta }) => meta.name === of.name)
    : jobResourceOf(fromJob(world, ownerOf(of))) ?? undefined

/** The version that a write of its own resource produced. */
const written = (candidate: Candidate, { of, action, answer }: Pending, version: string | null): Match => {
  const { world } = candidate
  const now = resourceIn(world, of)?.meta.resourceVersion
  if (version === null || now === undefined) return holds(candidate)
  const { names, differences } = compare(now, version, world.now, name => candidate.taken.has(name))
  if (names !== null) return holds(named(candidate, names))
  // the API server may count a write without a change as a write: it records which manager owns which field
  if (action._tag === 'PersistStatus' && answer?.changed === false && !candidate.taken.has(version))
    return holds(withResourceVersion(candidate, of, version))
  return noMatch(differences.map(it => ({ ...it, path: '/resourceVersion' })))
}

/** A write without a change produced this version. */
export const withResourceVersion = (candidate: Candidate, of: RecordedResource, version: string): Candidate => ({
  ...candidate,
  world: withVersion(candidate.world, of, version),
  taken: new Set([...candidate.taken, version]),
})

const withVersion = (world: World, of: RecordedResource, resourceVersion: string): World => {
  const versioned = <R extends AnyResource>(it: R): R => ({ ...it, meta: { ...it.meta, resourceVersion } })
  if (of.kind === 'FlinkStateSnapshot')
    return withStateSnapshots(world, stateSnapshotsOf(world)?.map(it => (it.meta.name === of.name ? versioned(it) : it)) ?? null)
  return atJob(world, ownerOf(of), it => {
    const resource = jobResourceOf(it)
    return resource === null ? it : withJobResource(it, versioned(resource))
  })
}
