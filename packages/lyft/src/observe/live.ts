import { type LastState, isDefinite } from '@flink-operator/core/resource'
import type { ApplicationRound } from '../flink-application-round.ts'
import type { ApplicationOperation, JobStop, JobSubmit } from '../status/application-operation.ts'
import { liveJob, versionOf } from '../status/version-slots.ts'
import { clusterHashes, jobsAt } from './clusters.ts'
import { type Beside, isOver, jobsBeside, type SeenJob, seenJob } from './seen-job.ts'

/*
 * What the rows of the state table read from the status and its record.
 */

export const operationOf = ({ observed: { status } }: ApplicationRound): ApplicationOperation | null => status.operation
export const stopOf = ({ observed: { status } }: ApplicationRound): JobStop | null => status.operation?.stop ?? null
export const submitOf = ({ observed: { status } }: ApplicationRound): JobSubmit | null => status.operation?.submit ?? null

/** True if no version was ever live. */
export const isFirst = ({ observed: { status } }: ApplicationRound): boolean => status.deployHash === ''

/** BlueGreen: true if the new job starts beside the live job, which runs on. False for a first deployment. */
export const isBeside = (round: ApplicationRound): boolean => round.desired.mode === 'BlueGreen' && !isFirst(round)

/** The hash of the operation in progress; '' if there is none. */
export const targetHash = ({ observed: { status } }: ApplicationRound): string => status.operation?.hash ?? ''

/** True if the recorded attempt targets the live version. The operator starts no such attempt, so an older status was restored. */
export const isLiveTarget = (round: ApplicationRound): boolean => !isFirst(round) && targetHash(round) === round.observed.status.deployHash

/** True if the spec has changed since the attempt started. An invalid spec does not count (P10). */
export const isOtherWanted = ({ desired: { invalid, hash }, observed: { status } }: ApplicationRound): boolean =>
  invalid === null && (status.operation?.kind === 'Deploy' || status.operation?.kind === 'Rescale') && status.operation.hash !== hash

/** True if the user set forceRollback while this attempt was in progress (LD36). */
export const isForced = ({ desired: { spec }, observed: { status } }: ApplicationRound): boolean =>
  spec.forceRollback && status.operation !== null && !status.operation.isForcedBefore

/** The old job of an update: the job with a recorded stop, otherwise the live one. Null: none is recorded. */
export const oldJob = (round: ApplicationRound): { readonly hash: string; readonly jobId: string } | null => {
  const { status } = round.observed
  const stop = stopOf(round)
  if (stop !== null) return { hash: stop.hash, jobId: stop.jobId }
  const { jobID } = liveJob(status)
  return jobID === '' || isFirst(round) ? null : { hash: status.deployHash, jobId: jobID }
}

/** The job of the version to tear down, while that is recorded; otherwise the old one. Null: none is recorded. */
export const endingJob = (round: ApplicationRound): { readonly hash: string; readonly jobId: string } | null => {
  const { status } = round.observed
  const version = status.operation?.kind === 'Teardown' ? versionOf(status, status.operation.hash) : null
  return version === null ? oldJob(round) : { hash: version.versionHash, jobId: version.jobStatus.jobID }
}

/** The observed state of the old job; null: none is recorded. */
export const seenOldJob = (round: ApplicationRound): SeenJob | null => {
  const job = oldJob(round)
  const endedAt = stopOf(round)?.endedAt ?? null
  if (job === null) return null
  const seen = seenJob(round, job.hash, job.jobId)
  // the job was observed to have ended; that the JobManager has forgotten it since changes nothing
  return endedAt !== null && seen._tag !== 'Alive' && seen._tag !== 'Ending' && seen._tag !== 'Ended' ? { _tag: 'Gone' } : seen
}

/** True if no old job is recorded, or it has provably ended. */
export const isOldOver = (round: ApplicationRound): boolean => {
  const seen = seenOldJob(round)
  return seen === null || isOver(seen)
}

/** The observed state of the job that this attempt submitted; null: none was submitted. */
export const seenSubmitted = (round: ApplicationRound): SeenJob | null => {
  const submit = submitOf(round)
  return submit === null ? null : seenJob(round, submit.hash, submit.jobId, false)
}

/** Other jobs that may run beside the submitted one. In Dual there must be none (P02). */
export const besideSubmit = (round: ApplicationRound): readonly Beside[] => {
  const submit = submitOf(round)
  const old = oldJob(round)
  return jobsBeside(round, submit === null ? [] : [submit], [
    // the status records that it has ended: an unavailable JobManager does not restart it
    ...(old === null || stopOf(round)?.endedAt != null ? [] : [old.hash]),
    ...(submit === null ? [] : [submit.hash]),
  ])
}

/** True if any cluster of the application lists a job, live or ended, other than the one that this attempt submitted. */
export const isAnyJobListed = (round: ApplicationRound): boolean =>
  clusterHashes(round).some(hash => {
    const jobs = jobsAt(round, hash)
    return jobs?._tag === 'Known' && jobs.value.some(({ jobId }) => jobId !== submitOf(round)?.jobId)
  })

/**
 * True if the record says that no job was ever submitted, and no other part of the status contradicts it. A live version proves that one
 * ran (V01).
 */
export const isNeverStarted = (round: ApplicationRound): boolean => {
  const { status } = round.observed
  return status.operatorRecord.lastState._tag === 'NeverStarted' && isFirst(round) && liveJob(status).jobID === ''
    && status.operatorRecord.deployed === null && status.versionStatuses.every(({ jobStatus }) => jobStatus.jobID === '')
    && !isAnyJobListed(round)
}

/** The recorded savepoint with which this attempt stopped the old job, or in BlueGreen the savepoint that it took; null: none. */
const savepointOfStop = (round: ApplicationRound): LastState | null => {
  const stop = stopOf(round)
  return stop === null || stop.how !== 'Savepoint' || stop.path === '' || (stop.endedAt === null && !isBeside(round)) ? null
    : { _tag: 'Path', path: stop.path, seen: 'Stop' }
}

/**
 * The recorded source, compared with the recorded savepoint of the stop. If they name different states, one of them comes from an older
 * status. Null: the source is unknown. `NeverStarted` counts only for a first version (A03).
 */
export const agreedState = (round: ApplicationRound, recorded: LastState): LastState | null => {
  const savepoint = savepointOfStop(round)
  const isState = isDefinite(recorded) && (recorded._tag !== 'NeverStarted' || isFirst(round))
  if (savepoint === null || !isState) return isState ? recorded : savepoint
  return recorded._tag === 'Path' && savepoint._tag === 'Path' && recorded.path === savepoint.path ? recorded : null
}

/**
 * The source of the next start; null: it is unknown, and the operator starts nothing. If no other source is known, a `savepointPath` that
 * the user has changed since counts (P25).
 */
export const startSource = (round: ApplicationRound): LastState | null => {
  const { desired: { spec }, observed: { status } } = round
  const { lastState, deployed } = status.operatorRecord
  const source = status.operation?.source ?? null
  if (source !== null) return agreedState(round, source)
  if (isNeverStarted(round)) return firstSource(spec) ?? lastState
  const agreed = lastState._tag === 'NeverStarted' ? null : agreedState(round, lastState)
  if (agreed !== null) return agreed
  return spec.savepointPath !== '' && deployed !== null && spec.savepointPath !== deployed.savepointPath
    ? { _tag: 'Path', path: spec.savepointPath, seen: 'Person' } : null
}

/** `savepointPath`, or the deprecated field (FA09); null: the first job starts without state. */
const firstSource = (
  { savepointPath, savepointInfo: { savepointLocation } }: ApplicationRound['desired']['spec'],
): LastState | null => {
  const path = savepointPath === '' ? savepointLocation : savepointPath
  return path === '' ? null : { _tag: 'Path', path, seen: 'Person' }
}

/**
 * True if the new job will start from a checkpoint of the live job. The live job runs on and may complete a newer one, which then replaces
 * it.
 */
export const isFromCheckpoint = (round: ApplicationRound): boolean => {
  const source = operationOf(round)?.source ?? null
  return isBeside(round) && submitOf(round) === null && source?._tag === 'Path' && source.seen === 'Checkpoints'
}
