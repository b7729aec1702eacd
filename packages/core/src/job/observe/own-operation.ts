import { contradictedState, type LastState } from '../../contract/resource/last-state.ts'
import { mintOperationId } from '../../contract/resource/mint-id.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import type { DeployOperation, Operation, SubmitOperation } from '../../contract/resource/operation.ts'
import { firstMatch, type Row } from '../../contract/round/row.ts'
import { withLifecycle, withRecord } from '../../contract/round/status-change.ts'
import type { ResourceMeta } from '../../contract/resource/resource-meta.ts'
import type { JobRecord } from '../job-round.ts'
import { lastStateWith } from '../record/last-state-of.ts'
import { stateBefore } from '../record/restore-source-of.ts'

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
