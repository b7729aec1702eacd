import type { Action } from '../../action/action.ts'
import type { AdapterError } from '../../action/adapter-error.ts'
import type { Env } from '../../env.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { retryDelay } from '../../round/retry-delay.ts'
import { events } from './state-snapshot-events.ts'
import { failed } from './state-snapshot-outcome.ts'
import type { SnapshotDesired, SnapshotObserved } from './state-snapshot-round.ts'

/** Did Flink, and not the way to it, say no? Then this id will never be taken, and the attempt is over. */
const isRefused = ({ _tag, applied }: AdapterError): boolean =>
  applied === 'No'
  && (_tag === 'Invalid' || _tag === 'Forbidden' || _tag === 'Unauthorized' || _tag === 'UnknownPath' || _tag === 'TooLarge'
    || _tag === 'Other')

/**
 * What to record and when to try again. An attempt that was surely refused has failed; of any other failure the next look tells, by the id
 * that is durable. A disposal that failed is tried again until its bound (delete-snapshot.ts).
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
    return [{ _tag: 'PersistStatus', status, reason: `the ${kind} was refused` }, events.failed(kind, error.message), {
      _tag: 'Requeue',
      after: 0,
      waitingFor: 'the next attempt',
    }]
  }
  return [wait]
}
