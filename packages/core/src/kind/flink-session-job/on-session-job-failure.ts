import type { Action } from '../../action/action.ts'
import type { AdapterError } from '../../action/adapter-error.ts'
import type { Env } from '../../env.ts'
import { type FailureOutcome, afterJobFailure, type FailedAction } from '../../job/failure/after-job-failure.ts'
import { stateBefore } from '../../job/record/restore-source-of.ts'
import type { FlinkSessionJobStatus } from '../../resource/flink-session-job.ts'
import { retryDelaySince } from '../../round/retry-delay.ts'
import { withLifecycle, withRecord } from '../../round/status-change.ts'
import type { FlinkSessionJobDesired } from './session-job-desired.ts'
import type { FlinkSessionJobObserved } from './session-job-round.ts'

/** What to record and when to try again (`job/failure/after-job-failure.ts`). */
export const onFailure = (
  desired: FlinkSessionJobDesired,
  observed: FlinkSessionJobObserved,
  done: readonly Action<FlinkSessionJobStatus>[],
  failed: Action<FlinkSessionJobStatus>,
  error: AdapterError,
  env: Env,
): readonly Action<FlinkSessionJobStatus>[] =>
  toldOnce(observed, failed, afterJobFailure(desired, observed, done, failed, error, env, it => refused(it, env)))

/** A job that Flink refuses again for the same reason is told by the status alone. */
const toldOnce = (
  { recorded }: Pick<FlinkSessionJobObserved, 'recorded'>,
  { _tag }: Action<FlinkSessionJobStatus>,
  actions: readonly Action<FlinkSessionJobStatus>[],
): readonly Action<FlinkSessionJobStatus>[] =>
  _tag === 'RunJar' && actions.some(it => it._tag === 'PersistStatus' && it.status.error === recorded.status.error)
    ? actions.filter(it => it._tag !== 'EmitEvent') : actions

/** Flink answered, so that nothing of the request is under way any more. */
const isAnswered = ({ _tag }: AdapterError): boolean => _tag === 'Invalid' || _tag === 'Other'

/**
 * | failed | the answer | then |
 * |---|---|---|
 * | the jar could not be uploaded | any | tried again after a pause, and told until it succeeds |
 * | the job could not be run, in the round that first sent it | it was surely not applied | as before it was sent |
 * | the same | refused by Flink | `Refused`: a look tells whether the job is there all the same |
 * | the same, or sent again | none | the next look tells; the same id is sent again |
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
    // between two refusals rounds succeed: the pause grows with the time that the attempt has taken
    status: isAnswered(error)
      ? withRecord(withLifecycle(paused, { operation: { ...operation, step: 'Refused' } }), {
        retryAt: Math.max(retryAt, env.now + retryDelaySince(env, operation.mintedAt)),
      }) : paused,
    owner: 'operation',
  }
}
