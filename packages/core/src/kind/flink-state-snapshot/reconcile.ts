import type { Action } from '../../action/action.ts'
import type { Env } from '../../env.ts'
import { redactText } from '../../redaction/redact.ts'
import { redactActions } from '../../redaction/redact-actions.ts'
import type { FlinkStateSnapshotStatus } from '../../resource/flink-state-snapshot.ts'
import { classify } from './classify.ts'
import { decide } from './decide.ts'
import type { SnapshotDesired, SnapshotObserved } from './round.ts'
import { withStatus } from './status-change.ts'
import { secretsOf } from './secrets.ts'
import { summarize } from './summarize.ts'

/** `(spec, observed status) → actions`: which situation is this, what does it call for, and the list of that, without secrets (P23). */
export const reconcile = (desired: SnapshotDesired, observed: SnapshotObserved, env: Env): readonly Action<FlinkStateSnapshotStatus>[] => {
  const round = { desired, observed, env }
  const situation = classify(round)
  return withoutSecrets(summarize(round, situation, decide(round, situation)), secretsOf(desired, observed, env))
}

/** In words and in `status.error`. */
export const withoutSecrets = (
  actions: readonly Action<FlinkStateSnapshotStatus>[],
  secrets: readonly string[],
): readonly Action<FlinkStateSnapshotStatus>[] =>
  redactActions(actions, secrets).map(action => {
    if (action._tag !== 'PersistStatus' || action.status.error === null) return action
    const error = redactText(action.status.error, secrets)
    return error === action.status.error ? action : { ...action, status: withStatus(action.status, { error }) }
  })
