import { absurd } from 'fp-ts/lib/function.js'
import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import type { AdapterError } from '../../action/adapter-error.ts'
import type { Env } from '../../env.ts'
import { redactText } from '../../redaction/redact.ts'
import { redactActions } from '../../redaction/redact-actions.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { SessionClusterDesired } from '../../session-cluster/desired.ts'
import { errorText } from '../../round/error-text.ts'
import { events } from '../../application/told/events.ts'
import { longestPause, retryDelay } from '../../round/retry-delay.ts'
import type { SessionClusterObserved } from '../../session-cluster/round.ts'
import { notDisposed } from '../../job/snapshot/snapshot-events.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'

/** What it reads of a round, with a job or without. */
type Failing = Pick<SessionClusterDesired, 'meta' | 'secrets'>
type Seen = Pick<SessionClusterObserved, 'recorded'>

/** Does the world tell by itself what came of it, so that only a new look is needed? */
const needsOnlyALook = ({ _tag }: AdapterError): boolean =>
  _tag === 'Conflict' || _tag === 'NotFound' || _tag === 'AlreadyExists' || _tag === 'JobTerminated' || _tag === 'JobUnknown'
  || _tag === 'DuplicateJob'

/**
 * What to record and when to try again. Nothing is undone: whatever was written before stays true, and the next round looks at what came of
 * the action. A create that was refused for sure while this very round began the attempt leaves nothing behind, so the attempt can be given
 * up at once.
 */
export const onFailure = (
  desired: Failing,
  observed: Seen,
  done: readonly FlinkDeploymentAction[],
  failed: FlinkDeploymentAction,
  refusal: AdapterError,
  env: Env,
): readonly FlinkDeploymentAction[] =>
  redactActions(
    afterFailure(desired, observed, done, failed, { ...refusal, message: redactText(refusal.message, desired.secrets) }, env),
    desired.secrets,
  )

const afterFailure = (
  { meta }: Failing,
  observed: Seen,
  done: readonly FlinkDeploymentAction[],
  failed: FlinkDeploymentAction,
  error: AdapterError,
  env: Env,
): readonly FlinkDeploymentAction[] => {
  if (failed._tag === 'DisposeSavepoint')
    return [notDisposed(failed.path, error.message), {
      _tag: 'Requeue',
      after: env.options.reconcileInterval,
      waitingFor: `savepoint ${failed.path} to be disposed of`,
    }]
  const delay = error.retryAfter === null ? retryDelay(env)
    : Math.min(Math.max(error.retryAfter, env.options.retryInitialInterval), longestPause)
  // nothing of it can be recorded: an event is what is left to tell it by (F22)
  if (failed._tag === 'PersistStatus' && error._tag === 'Pruned')
    return [events.problem('Pruned', `The status can't be recorded, so nothing is done: ${error.message}`, meta.generation), {
      _tag: 'Requeue',
      after: delay,
      waitingFor: 'a CRD that keeps what is recorded',
    }]
  if (failed._tag === 'PersistStatus' || needsOnlyALook(error))
    return [{
      _tag: 'Requeue',
      after: env.consecutiveFailures === 0 ? 0 : Math.min(delay, 10_000),
      waitingFor: `a new look after ${error._tag}`,
    }]
  const status = durable(observed, done)
  const told = withRecord(
    withStatus(refused(status, observed, failed, error), {
      error: errorText({
        owner: 'round',
        type: 'ReconciliationException',
        message: `${describe(failed)}: ${error.message}`,
        reason: 'Error',
      }, env.options.exceptionFieldMaxLength),
    }),
    { errorOwner: 'round' },
  )
  const isNew = told.error !== status.error || told.operation !== status.operation
  return [
    ...(isNew
      ? [
        { _tag: 'PersistStatus', status: told, reason: `${describe(failed)} failed: ${error._tag}` } as const,
        events.problem('Error', `${describe(failed)}: ${error.message}`, meta.generation),
      ] : []),
    { _tag: 'Requeue', after: delay, waitingFor: `the next attempt after ${error._tag}` },
  ]
}

/** The status as it is on the server by now. */
const durable = ({ recorded }: Seen, done: readonly FlinkDeploymentAction[]): FlinkDeploymentStatus =>
  done.reduce<FlinkDeploymentStatus>((status, action) => (action._tag === 'PersistStatus' ? action.status : status), recorded.status)

const refused = (
  status: FlinkDeploymentStatus,
  { recorded }: Seen,
  failed: FlinkDeploymentAction,
  { applied }: AdapterError,
): FlinkDeploymentStatus => {
  const before = recorded.status.operation
  const { operation } = status
  const isBegunHere = !(before?.kind === 'Deploy' && before.id === operation?.id && before.step !== 'TearDown')
  return failed._tag === 'CreateObject' && applied === 'No' && operation?.kind === 'Deploy' && operation.step === 'Create' && isBegunHere
    ? withStatus(status, { operation: { ...operation, step: 'TearDown' } }) : status
}

const describe = (action: FlinkDeploymentAction): string => {
  switch (action._tag) {
    case 'CreateObject':
    case 'ApplyObject':
      return `${action._tag} ${action.manifest._tag === 'ClusterManifest' ? action.manifest.part : 'Ingress'}`
    case 'PatchObject':
    case 'DeleteObject':
      return `${action._tag} ${action.target.kind} ${action.target.name}`
    case 'Look':
    case 'PersistStatus':
    case 'DeleteHaMetadata':
    case 'PruneHaExecutionPlan':
    case 'AddFinalizer':
    case 'RemoveFinalizer':
    case 'CreateStateSnapshot':
    case 'StopWithSavepoint':
    case 'CancelJob':
    case 'TriggerSavepoint':
    case 'TriggerCheckpoint':
    case 'DisposeSavepoint':
    case 'UpdateResourceRequirements':
    case 'UploadJar':
    case 'RunJar':
    case 'DeleteJar':
    case 'EmitEvent':
    case 'Requeue':
      return action._tag
    default:
      return absurd(action)
  }
}
