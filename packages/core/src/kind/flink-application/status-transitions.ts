import type { LastState } from '../../resource/last-state.ts'
import { stateOfRunningJob } from '../../resource/last-state.ts'
import { isHighlyAvailable } from './objects/high-availability.ts'
import { mintId } from '../../resource/mint-id.ts'
import type { ApplicationRound } from './flink-application-round.ts'
import { incarnationOf } from './seen/incarnation.ts'
import type { Phase } from './state/phase.ts'
import type { ApplicationOperation, JobStop, JobSubmit, OperationKind } from './status/application-operation.ts'
import type { ApplicationRecord } from './status/application-record.ts'
import type { ApplicationJobStatus, FlinkApplicationStatus } from './status/flink-application-status.ts'
import { jobDefinitionOf } from './status/job-definition.ts'
import { noApplicationJob, noClusterStatus } from './status/flink-application-status-fields.ts'
import { liveJob, versionOf, withoutVersion, withVersion } from './status/version-slots.ts'
import { modeOf } from './spec/modes.ts'
import { jobsAt } from './seen/clusters.ts'
import { oldJob } from './seen/live.ts'
import type { SoleJob } from './seen/sole-job.ts'
import { cutMessage } from '../../resource/utf8-length.ts'

type Status = FlinkApplicationStatus

export const withRecord = (status: Status, change: Partial<ApplicationRecord>): Status => ({
  ...status,
  operatorRecord: { ...status.operatorRecord, ...change },
})

export const withOperation = (status: Status, change: Partial<ApplicationOperation>): Status =>
  status.operation === null ? status : { ...status, operation: { ...status.operation, ...change } }

export const withLastState = (status: Status, lastState: LastState): Status => withRecord(status, { lastState })

/** The slots of versions that are not live any more, or never were, are empty (LD08). */
export const withLiveSlot = (status: Status): Status =>
  status.versionStatuses.map(({ versionHash }) => versionHash).filter(hash => hash !== status.deployHash)
    .reduce<Status>((before, hash) => withoutVersion(before, hash), status)

/** A version in its slot, with what is recorded of its job. Slots of others than it and the live one are of no use any more (LD08). */
export const withSlot = (
  status: Status,
  { hash, colour }: { readonly hash: string; readonly colour: string },
  change: Partial<ApplicationJobStatus> = {},
): Status => {
  const stale = status.versionStatuses.map(({ versionHash }) => versionHash).filter(it => it !== hash && it !== status.deployHash)
  const kept = stale.reduce<Status>((before, it) => withoutVersion(before, it), status)
  const slot = versionOf(kept, hash)
  return withVersion(kept, {
    appVersion: colour,
    versionHash: hash,
    clusterStatus: slot?.clusterStatus ?? noClusterStatus,
    jobStatus: { ...slot?.jobStatus ?? noApplicationJob, ...change },
  })
}

/** What is recorded of the live job; in BlueGreen in its slot, and its id for those who look where Dual has it (section 1.4). */
export const withLiveJob = (status: Status, change: Partial<ApplicationJobStatus>): Status =>
  modeOf(status.deploymentMode) === 'Dual' ? { ...status, jobStatus: { ...status.jobStatus, ...change } }
    : withMirroredId(
      withVersion(status, {
        appVersion: status.deployVersion,
        versionHash: status.deployHash,
        clusterStatus: versionOf(status, status.deployHash)?.clusterStatus ?? noClusterStatus,
        jobStatus: { ...liveJob(status), ...change },
      }),
      change.jobID,
    )

export const withMirroredId = (status: Status, jobID: string | undefined): Status =>
  jobID === undefined ? status : { ...status, jobStatus: { ...status.jobStatus, jobID } }

/** A new operation, with all of it in one write; the first effect comes from the record alone (P03). */
export const begun = (
  { desired, observed: { status }, env }: ApplicationRound,
  kind: OperationKind,
  phase: Phase,
  rest: Partial<ApplicationOperation> = {},
): Status => {
  const { meta, spec, hash, mode, colour, colourlessHash } = desired
  const isColoured = mode === 'BlueGreen' && kind === 'Deploy'
  const attempt = status.operatorRecord.attempts + 1
  const operation: ApplicationOperation = {
    id: mintId('operation', meta.uid, attempt, env.now),
    attempt,
    mintedAt: env.now,
    kind,
    phase,
    progressAt: env.now,
    targetGeneration: meta.generation,
    hash,
    version: isColoured ? colour : '',
    colourlessHash: isColoured ? colourlessHash : '',
    definition: jobDefinitionOf(spec),
    isStateless: spec.savepointDisabled,
    isForcedBefore: spec.forceRollback,
    replicasBefore: null,
    source: null,
    stop: null,
    submit: null,
    ...rest,
  }
  const named = isColoured ? { ...status, updatingVersion: operation.version, teardownHash: '' } : status
  return withRecord({ ...named, operation }, { attempts: attempt })
}

/** All of the attempt is forgotten with it (P19). */
export const forgotten = (status: Status): Status => ({ ...status, operation: null })

/** Why it is rolled back: told when the roll back is over. */
export const givingUp = (
  { observed: { status }, env }: ApplicationRound,
  reason: string,
  before: FlinkApplicationStatus = status,
): FlinkApplicationStatus =>
  withRecord(before, {
    givenUp: {
      hash: before.operation?.hash ?? '',
      generation: before.operation?.targetGeneration ?? 0,
      reason: cutMessage(reason),
      at: env.now,
    },
  })

/** FAIL (section 2.6): the hash that was tried is not tried again, and people are told why. */
export const failed = ({ observed: { status }, env }: ApplicationRound, reason: string, before: Status = status): Status => {
  const { operation } = before
  const hash = operation?.hash ?? ''
  return withRecord({
    ...withLiveSlot(forgotten(before)),
    failedDeployHash: hash === '' ? before.failedDeployHash : hash,
    rollbackHash: before.deployHash,
    inPlaceUpdatedFromHash: operation?.kind === 'Rescale' ? '' : before.inPlaceUpdatedFromHash,
  }, {
    givenUp: { hash, generation: operation?.targetGeneration ?? 0, reason: cutMessage(reason), at: env.now },
  })
}

/** Null: the spec is another one by now than that of the hash. */
const deployedHighlyAvailable = ({ hash: wanted, spec }: ApplicationRound['desired'], hash: string): boolean | null =>
  wanted === hash ? isHighlyAvailable(spec) : null

/** The job of the attempt is the live one from now on; all of the attempt is forgotten (J9). */
export const live = ({ desired, observed: { status } }: ApplicationRound): Status => {
  const { spec } = desired
  const { operation } = status
  if (operation?.submit == null) return status
  const { submit, hash, version, targetGeneration, colourlessHash } = operation
  const named = { ...forgotten(status), deployHash: hash, deployVersion: version }
  return withRecord({
    ...withLiveJob(named, { ...jobDefinitionOf(submit.definition), jobID: submit.jobId }),
    failedDeployHash: '',
    inPlaceUpdatedFromHash: operation.kind === 'Rescale' ? status.deployHash : status.inPlaceUpdatedFromHash,
  }, {
    lastState: stateOfRunningJob,
    deployed: {
      hash,
      generation: targetGeneration,
      jobId: submit.jobId,
      savepointPath: spec.savepointPath,
      colourlessHash,
      highlyAvailable: deployedHighlyAvailable(desired, hash),
    },
    givenUp: null,
  })
}

/** BlueGreen: the job of the attempt runs beside the live one; all of the attempt is forgotten (J10). */
export const beside = ({ desired, observed: { status } }: ApplicationRound): Status => {
  const { spec } = desired
  const { operation } = status
  if (operation?.submit == null) return status
  const { submit, hash, version, targetGeneration, colourlessHash } = operation
  const named = withSlot(forgotten(status), { hash, colour: version }, { ...jobDefinitionOf(submit.definition), jobID: submit.jobId })
  return withRecord({ ...withMirroredId(named, submit.jobId), updatingHash: hash, updatingVersion: version, failedDeployHash: '' }, {
    beside: {
      hash,
      generation: targetGeneration,
      jobId: submit.jobId,
      savepointPath: spec.savepointPath,
      colourlessHash,
      highlyAvailable: deployedHighlyAvailable(desired, hash),
    },
    givenUp: null,
  })
}

/** BlueGreen: a version that runs beside the live one, and that the status does not tell of, is the second one (A07). */
export const besideAgain = ({ desired, observed: { status } }: ApplicationRound, { hash, colour, job, definition }: SoleJob): Status => {
  const named = withSlot(forgotten(status), { hash, colour }, { ...definition, jobID: job.jobId })
  return withRecord({ ...withMirroredId(named, job.jobId), updatingHash: hash, updatingVersion: colour }, {
    beside: {
      hash,
      generation: 0,
      jobId: job.jobId,
      savepointPath: '',
      colourlessHash: desired.hash === hash ? desired.colourlessHash : '',
      highlyAvailable: null,
    },
  })
}

/** The stop of a job, written down before the call (P02, P03). */
export const stopping = (
  round: ApplicationRound,
  how: JobStop['how'],
  job: { readonly hash: string; readonly jobId: string },
): Status => {
  const { desired: { meta }, observed: { status }, env } = round
  const fact = jobsAt(round, job.hash)
  const listed = fact?._tag === 'Known' ? fact.value.find(it => it.jobId === job.jobId) : undefined
  const stop: JobStop = {
    how,
    ...job,
    triggerId: how === 'Savepoint' ? mintId('savepoint', meta.uid, status.operation?.attempt ?? 0, env.now) : '',
    askedAt: env.now,
    incarnation: { ...incarnationOf(round, job.hash), jobStartTime: listed?.startTime ?? null },
    path: '',
    endedAt: null,
  }
  return withOperation(status, { stop, progressAt: env.now })
}

/** What a submit is sent with, and where. */
export const submitting = (
  { observed: { status } }: ApplicationRound,
  submit: JobSubmit,
): Status => withOperation(status, { submit })

/** The old job is surely over, and this is what it left; that it is over is written down, also of one that nobody stopped (LD19). */
export const ended = (round: ApplicationRound, lastState: LastState): Status => {
  const { observed: { status }, env } = round
  const job = oldJob(round)
  const stop: JobStop | null = status.operation?.stop
    ?? (job === null ? null : { how: 'Cancel', ...job, triggerId: '', askedAt: env.now, incarnation: null, path: '', endedAt: null })
  const path = lastState._tag === 'Path' ? lastState.path : ''
  return withLastState(
    stop === null ? status : withOperation(status, { stop: { ...stop, path: stop.how === 'Savepoint' ? path : '', endedAt: env.now } }),
    lastState,
  )
}

/** What is recorded of the job that runs, or ran last. */
export const recordedDefinition = (status: Status) => jobDefinitionOf(liveJob(status))

/** What a person asked for who set `savepointDisabled`. */
export const withoutState = { _tag: 'None', reason: 'savepointDisabled: the job is updated without its state' } as const
