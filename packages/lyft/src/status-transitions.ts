import { type LastState, stateOfRunningJob, mintId, cutMessage } from '@flink-operator/core/resource'
import { isHighlyAvailable } from './objects/flink-properties.ts'
import type { ApplicationRound } from './flink-application-round.ts'
import { incarnationOf } from './observe/incarnation.ts'
import type { Phase } from './state/state-row.ts'
import type { ApplicationOperation, JobStop, JobSubmit, OperationKind } from './status/application-operation.ts'
import type { ApplicationRecord } from './status/application-record.ts'
import type { ApplicationJobStatus, FlinkApplicationStatus } from './status/flink-application-status.ts'
import { jobDefinitionOf } from './status/job-definition.ts'
import { noApplicationJob, noClusterStatus } from './status/flink-application-status-fields.ts'
import { liveJob, versionOf, withoutVersion, withVersion } from './status/version-slots.ts'
import { modeOf } from './spec/modes.ts'
import { jobsAt } from './observe/clusters.ts'
import { oldJob } from './observe/live.ts'
import type { SoleJob } from './observe/sole-job.ts'

type Status = FlinkApplicationStatus

export const withRecord = (status: Status, change: Partial<ApplicationRecord>): Status => ({
  ...status,
  operatorRecord: { ...status.operatorRecord, ...change },
})

export const withOperation = (status: Status, change: Partial<ApplicationOperation>): Status =>
  status.operation === null ? status : { ...status, operation: { ...status.operation, ...change } }

export const withLastState = (status: Status, lastState: LastState): Status => withRecord(status, { lastState })

/** Empties the slots of all versions but the live one (LD08). */
export const withLiveSlot = (status: Status): Status =>
  status.versionStatuses.map(({ versionHash }) => versionHash).filter(hash => hash !== status.deployHash)
    .reduce<Status>((before, hash) => withoutVersion(before, hash), status)

/** Records a version and its job in its slot. Empties the slots of versions that are neither this one nor the live one (LD08). */
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

/**
 * Changes the record of the live job. In BlueGreen that is in its slot; its id is also written to the place where Dual has it, for readers
 * that expect it there (section 1.4).
 */
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

/** Starts a new operation with one status write. Its first effect follows from the record alone (P03). */
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

/** Clears the operation, and with it all fields of the attempt (P19). */
export const forgotten = (status: Status): Status => ({ ...status, operation: null })

/** Records why the update is rolled back. The operator reports it when the roll back has ended. */
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

/** The FAIL of section 2.6: records the update as failed. The operator does not try this hash again and reports the reason. */
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

/** Null: the spec has changed since, so the setting of the deployed version is unknown. */
const deployedHighlyAvailable = ({ hash: wanted, spec }: ApplicationRound['desired'], hash: string): boolean | null =>
  wanted === hash ? isHighlyAvailable(spec) : null

/** Records the job of the attempt as the live one and clears the attempt (submitting/runs-alone). */
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

/** BlueGreen: records the job of the attempt as the second version beside the live one, and clears the attempt (submitting/runs-beside). */
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

/** BlueGreen: records a version that runs beside the live one, but is missing in the status, as the second version (A07). */
export const besideAgain = ({ desired, observed: { status } }: ApplicationRound, { hash, colour, job, definition }: SoleJob): Status => {
  const named = withSlot(forgotten(status), { hash, colour }, { ...definition, jobID: job.jobId })
  const { beside } = status.operatorRecord
  return withRecord({ ...withMirroredId(named, job.jobId), updatingHash: hash, updatingVersion: colour }, {
    beside: beside?.hash === hash && beside.jobId === job.jobId ? beside : {
      hash,
      generation: 0,
      jobId: job.jobId,
      savepointPath: '',
      colourlessHash: desired.hash === hash ? desired.colourlessHash : '',
      highlyAvailable: null,
    },
  })
}

/** Records the stop of a job before the call to Flink (P02, P03). */
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

/** Records the job id, definition, source and cluster of a submit. */
export const submitting = (
  { observed: { status } }: ApplicationRound,
  submit: JobSubmit,
): Status => withOperation(status, { submit })

/** The old job has provably ended: records its last state and that it has ended, even if the operator did not stop it (LD19). */
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

/** The recorded job definition of the live version. */
export const recordedDefinition = (status: Status) => jobDefinitionOf(liveJob(status))

/** The source of an update with `savepointDisabled`, as the user asked. */
export const withoutState = { _tag: 'None', reason: 'savepointDisabled: the job is updated without its state' } as const
