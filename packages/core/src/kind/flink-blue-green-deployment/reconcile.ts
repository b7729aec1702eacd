import type { Action } from '../../action/action.ts'
import type { Env } from '../../env.ts'
import { secretsFor } from '../../redaction/known-secrets.ts'
import { cuttingRedactorOf } from '../../redaction/cut-redacted.ts'
import { redactorOf } from '../../redaction/redact.ts'
import { longestMessage } from '../../resource/utf8-length.ts'
import { redactActions } from '../../redaction/redact-actions.ts'
import type { FlinkBlueGreenDeploymentStatus } from '../../resource/flink-blue-green-deployment.ts'
import { withStatus } from '../../round/status-change.ts'
import { viewOf } from './child/child.ts'
import { classify } from './classify.ts'
import { decide } from './decide.ts'
import type { BlueGreenDesired, BlueGreenObserved } from './round.ts'
import { summarize } from './summarize.ts'

type Actions = readonly Action<FlinkBlueGreenDeploymentStatus>[]

/** `(spec, observed status) → actions`: which situation is this, what does it call for, and the list of that, without secrets (P23). */
export const reconcile = (desired: BlueGreenDesired, observed: BlueGreenObserved, env: Env): Actions => {
  const round = { desired, observed, env }
  return withoutSecrets(summarize(round, decide(round, classify(round))), secretsOf(desired, observed, env))
}

/** Its own, and those of its children, whose errors it tells. */
export const secretsOf = (
  { secrets }: BlueGreenDesired,
  { children }: Pick<BlueGreenObserved, 'children'>,
  env: Env,
): readonly string[] => [
  ...secrets,
  ...secretsFor(env, viewOf(children.BLUE)?.spec ?? null, viewOf(children.GREEN)?.spec ?? null),
]

/** In words, in `status.error`, in conditions, and in what is told of a failure. */
export const withoutSecrets = (actions: Actions, secrets: readonly string[]): Actions => {
  const shown = redactorOf(secrets)
  const cut = cuttingRedactorOf(secrets, longestMessage)
  return redactActions(actions, secrets).map(action => {
    if (action._tag !== 'PersistStatus') return action
    const { error, conditions, operatorRecord } = action.status
    const { failed } = operatorRecord
    return {
      ...action,
      status: withStatus(action.status, {
        error: error === null ? null : shown(error),
        conditions: conditions.map(condition => ({ ...condition, message: cut(condition.message) })),
        operatorRecord: failed === null ? operatorRecord : { ...operatorRecord, failed: { ...failed, reason: shown(failed.reason) } },
      }),
    }
  })
}
