import { isOfEarlierAttempt, mintId } from '@flink-operator/core/resource'
import type { ApplicationRound } from '../flink-application-round.ts'
import { listedIn } from '../observe/clusters.ts'
import { modeOf } from '../spec/modes.ts'
import type { ApplicationOperation, JobSubmit } from '../status/application-operation.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'
import { opposite, hasLiveColour } from '../status/live-colour.ts'
import { versionOf } from '../status/version-slots.ts'
import { forgotten, withOperation } from '../status-transitions.ts'

type Status = FlinkApplicationStatus

/**
 * The recorded operation, corrected if a part of it belongs to another attempt because an older status was restored. The other parts, the
 * spec and Flink's job list show which part is right (P25).
 */
export const withOwnOperation = (round: ApplicationRound): Status => {
  const { status } = round.observed
  const { operation } = status
  if (operation === null) return status
  if (operation.kind === 'Teardown') return withOwnTeardown(round, operation)
  if (operation.kind === 'Delete') return status
  const coloured = withOwnColour(status, operation)
  const own = withOwnStop(round, coloured, operation)
  return operation.submit === null ? own : withOwnSubmit(round, own, operation, operation.submit)
}

/**
 * The colour of the version that the attempt deploys, if the attempt lost it, or names that of the live version: its slot has it, or the
 * fields that name the new version.
 */
const withOwnColour = (status: Status, { kind, hash, version }: ApplicationOperation): Status => {
  if (modeOf(status.deploymentMode) === 'Dual' || kind !== 'Deploy') return status
  if (version !== '') return hasLiveColour(status, { hash, version }) ? withOperation(status, { version: opposite(version) }) : status
  const found = versionOf(status, hash)?.appVersion ?? (status.updatingHash === hash ? status.updatingVersion : '')
  return found === '' ? status : withOperation(status, { version: found })
}

/**
 * Drops a stop of another attempt. A stop of this attempt is of the live job of our record: it corrects the id of an earlier job, which was
 * put back.
 */
const withOwnStop = (round: ApplicationRound, status: Status, operation: ApplicationOperation): Status => {
  const { stop } = operation
  const { deployed } = status.operatorRecord
  if (!isOwnStop(round, operation)) return withOperation(status, { stop: null })
  return stop !== null && deployed !== null && isOfEarlierAttempt(round.desired.meta, stop.jobId, deployed.jobId)
    ? withOperation(status, { stop: { ...stop, hash: deployed.hash, jobId: deployed.jobId } }) : status
}

/**
 * True if the stop belongs to this attempt: its trigger id is derived from the attempt. A stop of Lyft's operator has no recorded
 * JobManager instance.
 */
const isOwnStop = ({ desired: { meta } }: ApplicationRound, { stop, attempt }: ApplicationOperation): boolean =>
  stop === null || stop.triggerId === '' || stop.incarnation === null
  || stop.triggerId === mintId('savepoint', meta.uid, attempt, stop.askedAt)

/** The version to tear down is the one that the spec names, or the one whose job has a recorded stop. Otherwise no teardown has started. */
const withOwnTeardown = ({ desired: { spec }, observed: { status } }: ApplicationRound, { hash, stop }: ApplicationOperation): Status => {
  if (hash === spec.tearDownVersionHash || stop?.hash === hash) return status
  return stop === null ? forgotten(status) : withOperation(status, { hash: stop.hash })
}

/**
 * Drops a submit of an earlier attempt: its job is already recorded as a live version, or it was sent before this attempt started. If the
 * attempt and its submit name two clusters, although only a roll back submits to another one, the submitted job runs where Flink lists it.
 */
const withOwnSubmit = (
  round: ApplicationRound,
  status: Status,
  { kind, phase, hash, mintedAt }: ApplicationOperation,
  submit: JobSubmit,
): Status => {
  const { deployed, beside } = status.operatorRecord
  const isEarlier = submit.incarnation !== null && submit.sentAt !== null && submit.sentAt < mintedAt
  if (isEarlier || [deployed, beside].some(it => it?.jobId === submit.jobId)) return withOperation(status, { submit: null })
  if (kind !== 'Deploy' || phase === 'RollingBackJob' || submit.hash === hash) return status
  const found = listedIn(round, submit.jobId)
  return found === null ? status : withOperation(status, { hash: found, submit: { ...submit, hash: found } })
}
