import { mintId } from '../../../resource/mint-id.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { listedIn } from '../seen/clusters.ts'
import type { ApplicationOperation, JobSubmit } from '../status/application-operation.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'
import { forgotten, withOperation } from '../status-transitions.ts'

type Status = FlinkApplicationStatus

/**
 * What is recorded of the attempt that is under way, where a part of it is of another attempt: somebody put that part back. The other
 * parts, the spec and Flink's list say which is the right one (P25).
 */
export const withOwnOperation = (round: ApplicationRound): Status => {
  const { status } = round.observed
  const { operation } = status
  if (operation === null) return status
  if (operation.kind === 'Teardown') return withOwnTeardown(round, operation)
  if (operation.kind === 'Delete') return status
  const own = isOwnStop(round, operation) ? status : withOperation(status, { stop: null })
  return operation.submit === null ? own : withOwnSubmit(round, own, operation, operation.submit)
}

/** The id of a stop is minted of the attempt that it belongs to; that of Lyft's operator has no JobManager on record. */
const isOwnStop = ({ desired: { meta } }: ApplicationRound, { stop, attempt }: ApplicationOperation): boolean =>
  stop === null || stop.triggerId === '' || stop.incarnation === null
  || stop.triggerId === mintId('savepoint', meta.uid, attempt, stop.askedAt)

/** The version that goes is the one that the spec names, or the one whose job was told to end. Else nothing was begun. */
const withOwnTeardown = ({ desired: { spec }, observed: { status } }: ApplicationRound, { hash, stop }: ApplicationOperation): Status => {
  if (hash === spec.tearDownVersionHash || stop?.hash === hash) return status
  return stop === null ? forgotten(status) : withOperation(status, { hash: stop.hash })
}

/**
 * A submit whose job is already recorded as a version that serves, or that was sent before the attempt began, is of an attempt that is
 * over. Where the attempt and its submit name two clusters, though only a roll back submits to another one, the job that was submitted
 * runs where Flink lists it.
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
