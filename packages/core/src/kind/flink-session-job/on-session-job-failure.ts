import type { Action } from '../../contract/action/action.ts'
import type { AdapterError } from '../../contract/action/adapter-error.ts'
import type { Env } from '../../contract/env.ts'
import { type FailureOutcome, afterJobFailure, type FailedAction } from '../../job/failure/after-job-failure.ts'
import { stateBefore } from '../../job/record/last-state-of.ts'
import type { FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import { retryDelaySince } from '../../contract/round/pause.ts'
import { withLifecycle, withRecord } from '../../contract/round/status-change.ts'
import type { FlinkSessionJobDesired } from './validated-session-job.ts'
import type { FlinkSessionJobObserved } from './session-job-round.ts'

/** What to record and when to retry after a failed action (`job/failure/after-job-failure.ts`). */
export const onFailure = (
  desired: FlinkSessionJobDesired,
  observed: FlinkSessionJobObserved,
  done: readonly Action<FlinkSessionJobStatus>[],
  failed: Action<FlinkSessionJobStatus>,
  error: AdapterError,
  env: Env,
): readonly Action<FlinkSessionJobStatus>[] =>
  reportedOnce(observed, failed, afterJobFailure(desired, observed, done, failed, error, env, it => refused(it, env)))

/** If Flink refuses the job again for the same reason, only the status reports it and no new event is emitted. */
const reportedOnce = (
  { recorded }: Pick<FlinkSessionJobObserved, 'recorded'>,
  { _tag }: Action<FlinkSessionJobStatus>,
  actions: readonly Action<FlinkSessionJobStatus>[],
): readonly Action<FlinkSessionJobStatus>[] =>
  _tag === 'RunJar' && actions.some(it => it._tag === 'PersistStatus' && it.status.error === recorded.status.error)
    ? actions.filter(it => it._tag !== 'EmitEvent') : actions

/** Flink answered, so the request is no longer in progress. */
const isAnswered = ({ _tag }: AdapterError): boolean => _tag === 'Invalid' || _tag === 'Other'

/**
 * the answer | then | | The outcome of a failed upload or run request:
 *
 * | failed | answer | then |
 * |---|---|---|
 * | the upload of the jar | any | retried after a pause, and reported until it succeeds |
 * | the run request, in the round that first sent it | certainly not applied | the attempt returns to the step before it was sent |
 * | the same | refused by Flink | `Refused`: a query shows whether the job exists all the same |
 * | the same, or a repeated run request | none | the next query shows the result; the same id is sent again |
 */
const refused = (
  { failed, error, recorded, durable, retryAt }: FailedAction<FlinkSessionJobStatus>,
  env: Env,
): FailureOutcome<FlinkSessionJobStatus> => {
  const { operation } = durable
  if (operation?.kind !== 'Submit' || (failed._tag !== 'UploadJar' && failed._tag !== 'RunJar')) return { status: durable, owner: 'round' }
  const paused = withRecord(durable, { retryAt })
  const isFirst = recorded.operation?.kind === 'Submit' && recorded.operation.id === operation.id && recorded.operation.step === 'Upload'
  if (failed._tag === 'UploadJar' || !isFirst) return { status: paused, owner: 'operation' }
  if (error.applied === 'No')
    return {
      status: withRecord(withLifecycle(paused, { operation: { ...operation, step: 'Upload', incarnation: null, sentAt: null } }), {
        lastState: stateBefore(operation),
      }),
      owner: 'operation',
    }
  return {
    // between two refusals rounds succeed, so the pause grows with the age of the attempt
    status: isAnswered(error)
      ? withRecord(withLifecycle(paused, { operation: { ...operation, step: 'Refused' } }), {
        retryAt: Math.max(retryAt, env.now + retryDelaySince(env, operation.mintedAt)),
      }) : paused,
    owner: 'operation',
  }
}
