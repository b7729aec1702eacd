import type { Action } from '../../contract/action/action.ts'
import type { AdapterError } from '../../contract/action/adapter-error.ts'
import type { Env } from '../../contract/env.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { retryDelay } from '../../contract/round/retry-delay.ts'
import { events } from './state-snapshot-events.ts'
import { failed } from './state-snapshot-outcome.ts'
import type { SnapshotDesired, SnapshotObserved } from './state-snapshot-round.ts'

/** True if Flink itself refused the request, and not the connection to it failed. The attempt with this id is then over. */
const isRefused = ({ _tag, applied }: AdapterError): boolean =>
  applied === 'No'
  && (_tag === 'Invalid' || _tag === 'Forbidden' || _tag === 'Unauthorized' || _tag === 'UnknownPath' || _tag === 'TooLarge'
    || _tag === 'Other')

/**
 * What to record after a failed action, and when to retry. An attempt that Flink certainly refused has failed. After any other failure, the
 * next round queries the outcome by the recorded trigger id. The operator retries a failed deletion of files until the timeout
 * (delete-snapshot.ts).
 */
export const onFailure = (
  { spec, kind }: SnapshotDesired,
  _observed: SnapshotObserved,
  done: readonly Action<FlinkStateSnapshotStatus>[],
  action: Action<FlinkStateSnapshotStatus>,
  error: AdapterError,
  env: Env,
): readonly Action<FlinkStateSnapshotStatus>[] => {
  const after = retryDelay(env)
  const wait: Action<FlinkStateSnapshotStatus> = { _tag: 'Requeue', after, waitingFor: `the next attempt after ${error._tag}` }
  if (action._tag === 'DisposeSavepoint')
    return [events.cleanupFailed(`Could not dispose of savepoint ${action.path}: ${error.message}`), wait]
  const intent = done.findLast(it => it._tag === 'PersistStatus')
  if ((action._tag === 'TriggerSavepoint' || action._tag === 'TriggerCheckpoint') && intent !== undefined && isRefused(error)) {
    const status = failed(intent.status, spec.backoffLimit, error.message, env)
    return [{ _tag: 'PersistStatus', status, reason: `Flink refused the ${kind}` }, events.failed(kind, error.message), {
      _tag: 'Requeue',
      after: 0,
      waitingFor: 'the next attempt',
    }]
  }
  return [wait]
}
