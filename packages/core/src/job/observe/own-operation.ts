import { isOfEarlierAttempt, isOfAttempt, type JobOwner, mintOperationId } from '../../contract/resource/mint-id.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { withLifecycle, withRecord, withJob } from '../../contract/round/status-change.ts'
import { contradictedState, type LastState } from '../../contract/resource/last-state.ts'
import type { DeployOperation, Operation, SubmitOperation } from '../../contract/resource/operation.ts'
import { firstMatch, type Row } from '../../contract/round/row.ts'
import type { ResourceMeta } from '../../contract/resource/resource.ts'
import type { JobRecord } from '../job-round.ts'
import { lastStateWith, stateBefore } from '../record/last-state-of.ts'

/**
 * Corrects the job id of an operation if it is one of an earlier attempt, which another writer put back (P25). Ids of session jobs name
 * their attempt (ADR 43).
 *
 * | operation | its id | `jobStatus.jobId` | the operation's id then |
 * |---|---|---|---|
 * | Submit | of another attempt than the operation | of the operation's attempt: the request was recorded | that of jobStatus |
 * | | | anything else | missing: before the request a new attempt follows, afterwards it is unknown whether the job ran |
 * | Suspend | of an earlier attempt than jobStatus | – | that of jobStatus |
 */
export const withOwnJobId = <Status extends JobLifecycleStatus>(owner: JobOwner, status: Status): Status => {
  const { operation, jobStatus } = status
  if (operation === null || operation.kind === 'Unreadable' || operation.jobId === null) return status
  const isOther = operation.kind === 'Submit' ? isOfAttempt(owner, operation.jobId, operation.attempt) === false
    : operation.kind === 'Suspend' && isOfEarlierAttempt(owner, operation.jobId, jobStatus.jobId)
  if (!isOther) return status
  const isNamed = jobStatus.jobId !== null && isOfAttempt(owner, jobStatus.jobId, operation.attempt) === true
  const jobId = operation.kind === 'Suspend' || isNamed ? jobStatus.jobId : null
  return withLifecycle(status, { operation: { ...operation, jobId } })
}

/**
 * Drops a last state that was recorded for another run than the one in the status: another writer put back an older record (P25). What the
 * job is restored from is read again, and if that is not possible, the user is asked.
 */
export const withOwnLastState = <Status extends JobLifecycleStatus>(status: Status): Status => {
  const { jobStatus: { startTime }, operatorRecord: { lastState } } = status
  if ((lastState._tag !== 'Path' && lastState._tag !== 'None') || lastState.run === undefined) return status
  return startTime === null || lastState.run === startTime ? status
    : withRecord(status, {
      lastState: contradictedState(
        `status.jobStatus.startTime is ${startTime}, but status.operatorRecord.lastState was recorded for ${
          lastState.run === 'none' ? 'an attempt whose job was not observed' : `the run that started at ${lastState.run}`
        }`,
      ),
    })
}

/**
 * Makes `jobStatus` agree with the job that a stop names. If the two differ, another writer changed the status during the stop (P25). The
 * stop was recorded before any request was sent, so its job is the one that was asked to stop. The other recorded facts may belong to the
 * other job and are observed again.
 */
export const namedByOperation = <Status extends JobLifecycleStatus>(status: Status): Status => {
  const { operation, jobStatus: { jobId } } = status
  return operation?.kind !== 'Suspend' || operation.jobId === null || operation.jobId === jobId ? status
    : withRecord(withJob(status, { jobId: operation.jobId, state: 'RECONCILING', startTime: null }), {
      terminalSince: null,
      jobMissedSince: null,
      runningSince: null,
    })
}

/** A start in progress, and everything that the status says about the state that it starts from. */
interface StartWitnesses {
  readonly operation: DeployOperation | SubmitOperation
  /** The last state of the job according to the operation. */
  readonly before: LastState
  /** `operatorRecord.lastState`: the same, and "a deploy is under way" once a request was sent. */
  readonly recorded: LastState
  readonly upgradeSavepointPath: string | null
  /** `before`, held against the rest of the status. */
  readonly checked: LastState
}

const stateText = (state: LastState): string =>
  state._tag === 'Path' ? state.path : state._tag === 'InHighAvailability' ? `the HA metadata of job ${state.jobId}`
    : state._tag === 'Unknown' ? state.reason : 'no state'

/** True for a start from empty state that no user asked for. */
const isEmptyUnasked = ({ operation: { source } }: StartWitnesses): boolean => source._tag === 'Empty' && source.left === undefined

/** What contradicts a start in progress, in words; the first row that applies answers. */
export const startContradictionRows: readonly Row<[StartWitnesses], string>[] = [
  {
    id: 'start-in-progress/other-path',
    when: 'it starts from a path, and another path is recorded as the last state',
    holds: ({ operation: { source }, recorded }) =>
      source._tag === 'Path' && recorded._tag === 'Path' && recorded.path !== source.path
        ? `status.operation.source is ${source.path}, but the recorded last state of the job is ${recorded.path}` : null,
  },
  {
    id: 'start-in-progress/other-named-path',
    when: 'it starts from a path, no path is recorded as the last state, and upgradeSavepointPath is another path',
    holds: ({ operation: { source }, recorded, upgradeSavepointPath }) =>
      source._tag === 'Path' && recorded._tag !== 'Path' && upgradeSavepointPath !== null && upgradeSavepointPath !== source.path
        ? `status.operation.source is ${source.path}, but status.jobStatus.upgradeSavepointPath is ${upgradeSavepointPath}` : null,
  },
  {
    id: 'start-in-progress/empty-over-state',
    when: 'it starts from empty state, which no user asked for, and the last state is recorded, or recorded as contradicted',
    holds: it =>
      isEmptyUnasked(it)
        && (it.recorded._tag === 'Path' || it.recorded._tag === 'InHighAvailability'
          || (it.recorded._tag === 'Unknown' && it.recorded.why === 'Contradicted'))
        ? `status.operation starts the job from empty state, but the record of its last state says: ${stateText(it.recorded)}` : null,
  },
  {
    id: 'start-in-progress/empty-after-a-run',
    when: 'it is the first start, from empty state, and the status shows an earlier run',
    holds: it => isEmptyUnasked(it) && it.before._tag === 'NeverStarted' && it.checked._tag === 'Unknown' ? it.checked.reason : null,
  },
  {
    id: 'start-in-progress/empty-over-path',
    when: 'it starts from empty state, which no user asked for, the record is that of a running job, and upgradeSavepointPath is a path',
    holds: it =>
      isEmptyUnasked(it) && it.before._tag === 'None' && it.recorded._tag === 'Unknown' && it.recorded.why === 'JobRuns'
        && it.upgradeSavepointPath !== null
        ? `status.operation starts the job from empty state, but status.jobStatus.upgradeSavepointPath is ${it.upgradeSavepointPath}`
        : null,
  },
]

const startContradiction = (
  status: Pick<JobLifecycleStatus, 'jobStatus' | 'operatorRecord'>,
  deployed: JobRecord,
  operation: DeployOperation | SubmitOperation,
): string | null => {
  const before = stateBefore(operation)
  const { jobStatus: { upgradeSavepointPath }, operatorRecord: { lastState: recorded } } = status
  const checked = lastStateWith(status, deployed, before)
  return firstMatch(startContradictionRows, { operation, before, recorded, upgradeSavepointPath, checked })?.found ?? null
}

/** True if a later attempt was begun: each operation gets the number of the newest, and only older statuses have less. */
export const isOver = (
  operation: Pick<Operation, 'attempt'>,
  { operatorRecord: { attempts } }: { readonly operatorRecord: { readonly attempts: number } },
): boolean => operation.attempt < attempts

/**
 * Drops an operation of an attempt that is over, and corrects the id of a deploy that is the one of the attempt whose cluster it replaces:
 * another writer put back an older operation, or its id (P25). Once the new Deployment was sent, its own id counts (`create-attempt.ts`).
 * A deletion keeps each operation: it starts nothing, and every attempt that is recorded may have left something.
 */
export const withOperationOfItsAttempt = <Status extends JobLifecycleStatus>(
  { deletionTimestamp, uid }: Pick<ResourceMeta, 'deletionTimestamp' | 'uid'>,
  status: Status,
): Status => {
  const { operation, operatorRecord: { deployedAttempt } } = status
  if (operation === null || operation.kind === 'Unreadable' || deletionTimestamp !== null) return status
  if (isOver(operation, status)) return withLifecycle(status, { operation: null })
  return operation.kind === 'Deploy' && operation.step === 'TearDown' && operation.id === deployedAttempt
    ? withLifecycle(status, { operation: { ...operation, id: mintOperationId(uid, operation.attempt, operation.mintedAt) } }) : status
}

/**
 * Drops an operation that is not the one in progress: another writer put back an older one, or a part of it (P25). What remains is judged
 * as if the operation was removed. If a part contradicts the record of the job's state, it is not known what the job is restored from. The
 * record of a running job is kept: it names no state.
 */
export const withOwnOperation = <Status extends JobLifecycleStatus>(
  { meta, deployed }: { readonly meta: Pick<ResourceMeta, 'deletionTimestamp' | 'uid'>; readonly deployed: JobRecord },
  recorded: Status,
): Status => {
  const status = withOperationOfItsAttempt(meta, recorded)
  const { operation, operatorRecord: { lastState } } = status
  if (operation === null || operation.kind === 'Unreadable' || meta.deletionTimestamp !== null) return status
  const isStart = operation.kind === 'Submit' || (operation.kind === 'Deploy' && operation.source._tag !== 'NoJob')
  const contradiction = isStart ? startContradiction(status, deployed, operation) : null
  if (contradiction === null) return status
  const ended = withLifecycle(status, { operation: null })
  return lastState._tag === 'Unknown' && (lastState.why === 'JobRuns' || lastState.why === 'Contradicted') ? ended
    : withRecord(ended, { lastState: contradictedState(contradiction) })
}
