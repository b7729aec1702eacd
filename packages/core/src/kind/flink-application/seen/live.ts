import type { LastState } from '../../../resource/last-state.ts'
import { isDefinite } from '../../../resource/last-state.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import type { ApplicationOperation, JobStop, JobSubmit } from '../status/application-operation.ts'
import { liveJob } from '../status/version-slots.ts'
import { clusterHashes, jobsAt } from './clusters.ts'
import { type Beside, isOver, jobsBeside, type SeenJob, seenJob } from './seen-job.ts'

/*
 * What the rows of the state table ask for, in the words of the record.
 */

export const operationOf = ({ observed: { status } }: ApplicationRound): ApplicationOperation | null => status.operation
export const stopOf = ({ observed: { status } }: ApplicationRound): JobStop | null => status.operation?.stop ?? null
export const submitOf = ({ observed: { status } }: ApplicationRound): JobSubmit | null => status.operation?.submit ?? null

/** Did a version ever become live? */
export const isFirst = ({ observed: { status } }: ApplicationRound): boolean => status.deployHash === ''

/** BlueGreen: the new job comes up beside the live one, which runs on. A first one has nothing beside it. */
export const isBeside = (round: ApplicationRound): boolean => round.desired.mode === 'BlueGreen' && !isFirst(round)

/** The hash that is worked towards; ''. */
export const targetHash = ({ observed: { status } }: ApplicationRound): string => status.operation?.hash ?? ''

/** Is it worked towards the version that is live? Then somebody put the attempt back: none is begun for it. */
export const isLiveTarget = (round: ApplicationRound): boolean => !isFirst(round) && targetHash(round) === round.observed.status.deployHash

/** Does the spec ask for something else than what is worked towards? A spec that is not valid asks for nothing (P10). */
export const isOtherWanted = ({ desired: { invalid, hash }, observed: { status } }: ApplicationRound): boolean =>
  invalid === null && (status.operation?.kind === 'Deploy' || status.operation?.kind === 'Rescale') && status.operation.hash !== hash

/** It was set while this attempt was under way (LD36). */
export const isForced = ({ desired: { spec }, observed: { status } }: ApplicationRound): boolean =>
  spec.forceRollback && status.operation !== null && !status.operation.isForcedBefore

/** The job that an update moves: the one that was told to stop, else that of the live version. Null: none is recorded. */
export const oldJob = (round: ApplicationRound): { readonly hash: string; readonly jobId: string } | null => {
  const { status } = round.observed
  const stop = stopOf(round)
  if (stop !== null) return { hash: stop.hash, jobId: stop.jobId }
  const { jobID } = liveJob(status)
  return jobID === '' || isFirst(round) ? null : { hash: status.deployHash, jobId: jobID }
}

/** Null: none is recorded. */
export const seenOldJob = (round: ApplicationRound): SeenJob | null => {
  const job = oldJob(round)
  const endedAt = stopOf(round)?.endedAt ?? null
  if (job === null) return null
  const seen = seenJob(round, job.hash, job.jobId)
  // it was seen to have ended: a JobManager that forgot it since says nothing new
  return endedAt !== null && seen._tag !== 'Alive' && seen._tag !== 'Ending' && seen._tag !== 'Ended' ? { _tag: 'Gone' } : seen
}

/** None is recorded, or it is surely over. */
export const isOldOver = (round: ApplicationRound): boolean => {
  const seen = seenOldJob(round)
  return seen === null || isOver(seen)
}

/** The job that was submitted by this attempt; null: none was. */
export const seenSubmitted = (round: ApplicationRound): SeenJob | null => {
  const submit = submitOf(round)
  return submit === null ? null : seenJob(round, submit.hash, submit.jobId, false)
}

/** What may run beside the job that is submitted, or is about to be: it must be nothing in Dual (P02). */
export const besideSubmit = (round: ApplicationRound): readonly Beside[] => {
  const submit = submitOf(round)
  const old = oldJob(round)
  return jobsBeside(round, submit === null ? [] : [submit], [
    // that it has ended is on record: a JobManager that is down since brings nothing back
    ...(old === null || stopOf(round)?.endedAt != null ? [] : [old.hash]),
    ...(submit === null ? [] : [submit.hash]),
  ])
}

/** Does any cluster of the application list a job, alive or ended, beside the one that this attempt submitted? */
export const isAnyJobListed = (round: ApplicationRound): boolean =>
  clusterHashes(round).some(hash => {
    const jobs = jobsAt(round, hash)
    return jobs?._tag === 'Known' && jobs.value.some(({ jobId }) => jobId !== submitOf(round)?.jobId)
  })

/**
 * Is it recorded that nothing was ever submitted, and does no other part of the status tell of a job? A live version says that one ran
 * (V01).
 */
export const isNeverStarted = (round: ApplicationRound): boolean => {
  const { status } = round.observed
  return status.operatorRecord.lastState._tag === 'NeverStarted' && isFirst(round) && liveJob(status).jobID === ''
    && status.operatorRecord.deployed === null && status.versionStatuses.every(({ jobStatus }) => jobStatus.jobID === '')
    && !isAnyJobListed(round)
}

/** The savepoint with which this attempt stopped the job of before, or took beside it; null: none is recorded. */
const savepointOfStop = (round: ApplicationRound): LastState | null => {
  const stop = stopOf(round)
  return stop === null || stop.how !== 'Savepoint' || stop.path === '' || (stop.endedAt === null && !isBeside(round)) ? null
    : { _tag: 'Path', path: stop.path, seen: 'Stop' }
}

/**
 * What a record says of the state to go on from, held against the savepoint of the stop, which is recorded beside it: where the two name
 * different states somebody put one of them back. Null: it is not known. That nothing ever ran counts for a first version alone (A03).
 */
export const agreedState = (round: ApplicationRound, recorded: LastState): LastState | null => {
  const savepoint = savepointOfStop(round)
  const isState = isDefinite(recorded) && (recorded._tag !== 'NeverStarted' || isFirst(round))
  if (savepoint === null || !isState) return isState ? recorded : savepoint
  return recorded._tag === 'Path' && savepoint._tag === 'Path' && recorded.path === savepoint.path ? recorded : null
}

/**
 * What the next start goes on from; null: it is not known, and nothing is started. A person's word counts where nothing else is known: a
 * `savepointPath` that was named since (P25).
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

/** `savepointPath`, or the deprecated field (FA09); null: it starts empty. */
const firstSource = (
  { savepointPath, savepointInfo: { savepointLocation } }: ApplicationRound['desired']['spec'],
): LastState | null => {
  const path = savepointPath === '' ? savepointLocation : savepointPath
  return path === '' ? null : { _tag: 'Path', path, seen: 'Person' }
}

/** Is the new job about to begin from a checkpoint of the live one, which runs on and may complete another, that takes its place? */
export const isFromCheckpoint = (round: ApplicationRound): boolean => {
  const source = operationOf(round)?.source ?? null
  return isBeside(round) && submitOf(round) === null && source?._tag === 'Path' && source.seen === 'Checkpoints'
}
