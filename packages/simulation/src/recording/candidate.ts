import type { AdapterError } from '@flink-operator/core/action'
import type { RecordedResource } from '@flink-operator/core/explain'
import type { EpochMillis } from '@flink-operator/core/resource'
import type { FlinkJob, JobManagerProcess } from '../flink/job-manager-process.ts'
import { flinkDeploymentOf, sessionJobsOf, stateSnapshotsOf } from '../world/resources.ts'
import type { JobAction, JobResource, PodObject, World } from '../world/world.ts'
import { isMadeUp, type Name, type Names, renaming } from './names.ts'

/** An effect that was begun. */
export interface Pending {
  /** The recording's file and the resource whose round began it. */
  readonly by: string
  /** The resource whose round began it. */
  readonly of: RecordedResource
  readonly action: JobAction
  readonly version: string
  readonly at: EpochMillis
  /** The server's answer after the effect arrived; null: it is still on its way. */
  readonly answer: { readonly error: AdapterError | null; readonly changed: boolean } | null
  /** No process waits for the answer any more; the effect may still arrive. */
  readonly isLost: boolean
}

/** How a candidate was reached: steps of the world, newest first. */
export interface Path {
  readonly line: number
  readonly step: string
  readonly before: Path | null
}

/** A world that is consistent with everything recorded so far. */
export interface Candidate {
  readonly world: World
  /**
   * The previous worlds, newest first, each with the latest moment of its end: a query takes time, and a cache shows an earlier world.
   */
  readonly past: readonly { readonly world: World; readonly until: EpochMillis }[]
  /** How many of them are kept. */
  readonly pastKept: number
  readonly pending: readonly Pending[]
  /** Recorded versions of Deployments and HA metadata, and the model's names for them: other controllers write these all the time. */
  readonly versions: Readonly<Record<string, string>>
  /** How many of the users' edits were made, for each resource. */
  readonly edits: readonly number[]
  /** The users' edits of snapshots that were done. */
  readonly snapshotEdits: readonly string[]
  /** The recorded values that names of the model are bound to. */
  readonly taken: ReadonlySet<Name>
  /** The number of steps made, for numbers that equal no others. */
  readonly marks: number
  /** Faults so far, and how many more may be assumed before the next line. */
  readonly faults: number
  readonly mayFail: number
  /** Properties that were violated on the way. */
  readonly breaches: readonly string[]
  readonly path: Path | null
}

/** For one process; with several processes, one may have paused for a minute. */
const pastOfOne = 40
const pastOfSeveral = 100

export const firstCandidate = (world: World, processes: number, resources: number): Candidate => ({
  world,
  past: [],
  pastKept: processes > 1 ? pastOfSeveral : pastOfOne,
  pending: [],
  versions: {},
  edits: Array.from({ length: resources }, () => 0),
  snapshotEdits: [],
  taken: new Set(),
  marks: 0,
  faults: 0,
  mayFail: 0,
  breaches: [],
  path: null,
})

/** The candidate after a step; the world before it stays in memory. */
export const stepped = (candidate: Candidate, world: World, line: number, step: string, isFault: boolean): Candidate => ({
  ...candidate,
  world,
  past: [{ world: candidate.world, until: candidate.world.now }, ...candidate.past.slice(0, candidate.pastKept - 1)],
  marks: candidate.marks + 1,
  faults: candidate.faults + (isFault ? 1 : 0),
  mayFail: candidate.mayFail - (isFault ? 1 : 0),
  breaches: world.breaches.length === 0 ? candidate.breaches
    : [...candidate.breaches, ...world.breaches.map(({ property, what }) => `${property}: ${what}`)],
  path: { line, step, before: candidate.path },
})

/** Replaces the model's names by what the recording says. */
export const named = (candidate: Candidate, names: Names): Candidate => {
  if (names.size === 0) return candidate
  const rename = renaming(names)
  return {
    ...candidate,
    world: rename(candidate.world),
    past: rename(candidate.past),
    pending: candidate.pending.map(it => ({ ...it, version: rename(it.version) })),
    versions: rename(candidate.versions),
    taken: new Set([...candidate.taken, ...[...names.values()].filter(it => typeof it === 'string')]),
  }
}

/** Candidates with equal keys have the same future. */
export interface Keys {
  readonly keyOf: (candidate: Candidate) => string
}

/** Objects that never change are compared by identity: specs and statuses are the recording's own objects. */
export const candidateKeys = (): Keys => {
  const numbers = new Map<object, number>()
  const numberOf = (object: object): number => {
    const known = numbers.get(object)
    if (known !== undefined) return known
    numbers.set(object, numbers.size)
    return numbers.size - 1
  }
  const jobKey = (job: FlinkJob, world: World): unknown => {
    const isFresh = job.olderStatistics !== job.statistics && world.now - job.statisticsChanged < world.fidelity.restCacheMillis
    const { progress: _, olderStatistics, statisticsChanged, ...rest } = job
    return [rest, isFresh ? [olderStatistics, Math.floor(statisticsChanged)] : null]
  }
  const processKey = (
    process: JobManagerProcess | null,
    world: World,
  ): unknown => (process === null ? null
    : [
      process.phase,
      process.operations,
      process.jobs.map(job => jobKey(job, world)),
      process.jars?.map(({ id, deleted }) => [id, deleted]),
    ])
  const podKey = (
    { uid, deploymentUid, deleting, phase, restartCount, input, process }: PodObject,
    world: World,
  ): unknown => [uid, deploymentUid, deleting, phase, restartCount, input.attempt, processKey(process, world)]
  const resourceKey = ({ meta, spec, status }: JobResource): unknown => [
    meta.uid,
    numberOf(spec),
    numberOf(status),
    meta.resourceVersion,
    meta.finalizers.length,
    meta.deletionTimestamp,
  ]
  const project = ({ world, pending, edits, snapshotEdits }: Candidate): unknown => {
    const resource = flinkDeploymentOf(world)
    return [
      resource === null ? null : resourceKey(resource),
      sessionJobsOf(world)?.map(resourceKey),
      world.deployments.map((
        { uid, name, deleting, ownerUids, replicas, availableSince, started },
      ) => [uid, name, deleting, ownerUids, replicas, availableSince === null, started]),
      world.configMaps,
      world.services,
      world.ingress,
      world.pods.map(pod => podKey(pod, world)),
      world.ha,
      world.storage.map(({ path }) => path),
      world.jobResults,
      world.ended,
      world.otherJobs.map(({ owner, storage, ended }) => [owner, storage.map(({ path }) => path), ended]),
      stateSnapshotsOf(world)?.map((
        { meta, status },
      ) => [meta.uid, meta.resourceVersion, meta.deletionTimestamp, status.state, status.path]),
      pending.map(({ by, at, answer, isLost }) => [by, at, answer === null ? null : answer.error?._tag ?? 'done', isLost]),
      edits,
      snapshotEdits,
    ]
  }
  return {
    keyOf: candidate => {
      const seen = new Map<string, number>()
      return JSON.stringify(project(candidate), (_, value: unknown) => {
        if (typeof value === 'number') return isMadeUp(value) ? '?' : value
        if (typeof value !== 'string' || !isMadeUp(value)) return value
        const known = seen.get(value)
        if (known !== undefined) return `?${known}`
        seen.set(value, seen.size)
        return `?${seen.size - 1}`
      })
    },
  }
}
