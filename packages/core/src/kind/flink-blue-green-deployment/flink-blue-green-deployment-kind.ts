import { ageColumn, column, readyColumns, type ResourceDefinition, whyColumn } from '../../crd/crd.ts'
import { flinkBlueGreenDeployment, decodeFlinkBlueGreenDeployment, encodeBlueGreenStatus } from './blue-green-codec.ts'
import { resourceTypes } from '../../contract/resource/resource-type.ts'
import { pauseAnnotation, retryDelay } from '../../contract/round/pause.ts'
import { editedValues, type WatchRule } from '../../contract/round/watch-rule.ts'
import type { Action } from '../../contract/action/action.ts'
import type { Env } from '../../contract/env.ts'
import {
  type FlinkBlueGreenDeploymentStatus,
  type FlinkBlueGreenDeploymentSpec,
  flinkBlueGreenDeploymentType,
} from './blue-green-resource.ts'
import { classify, blueGreenRows, blueGreenTables } from './classify-blue-green.ts'
import { decide } from './decide-blue-green.ts'
import type { BlueGreenDesired, BlueGreenObserved } from './blue-green-round.ts'
import { summarize } from './summarize-blue-green.ts'
import type { AdapterError } from '../../contract/action/adapter-error.ts'
import { event } from '../../contract/round/decision.ts'
import { failed } from './transition/transition.ts'
import { cutMessage } from '../../contract/resource/json.ts'
import { blueGreenStates } from './blue-green-decision.ts'
import type { Facts } from '../../contract/fact/facts.ts'
import { standaloneAdmission } from '../../contract/round/admission.ts'
import type { Kind } from '../../contract/round/kind.ts'
import { explain } from './report/explain-blue-green.ts'
import { observe } from './observe-blue-green.ts'
import { validate } from './validated-blue-green.ts'

/** The definition of api-and-config.md, section 1, with additional columns behind those of the reference operator. */
export const definition: ResourceDefinition = {
  about: {
    resource:
      'Two FlinkDeployments, blue and green, of which one serves. After an edit the operator starts the other one beside it, which then takes over.',
    status:
      "`observedGeneration`, `conditions`, `operation` and `operatorRecord` are this operator's own; all other fields are those of the Apache operator.",
  },
  // the names of the children end in -blue and -green
  nameChecks: { pattern: '^[a-z][-a-z0-9]{0,38}$' },
  spec: flinkBlueGreenDeployment.spec,
  status: flinkBlueGreenDeployment.status,
  othersMay: null,
  hasFinalizer: false,
  ownsObjects: true,
  eventReasons: {
    BlueGreenStateChanged: 'A FlinkBlueGreenDeployment has changed its state; the message says which state, and why.',
    TransitionFailed:
      'A transition of a FlinkBlueGreenDeployment failed; the earlier child serves on. The message says why. The operator retries a limited number of times.',
    TransitionGivenUp: 'A spec of a FlinkBlueGreenDeployment has failed as often as is allowed; only an edit starts a new transition.',
    NotReady: 'An edit of a FlinkBlueGreenDeployment waits until the serving child is ready.',
  },
  subresources: { status: {} },
  columns: [
    column('Job Status', '.status.jobStatus.state', 'Overall job state of both children'),
    column('State', '.status.blueGreenState', 'Which child serves, and the transition in progress'),
    ...readyColumns,
    ageColumn,
    whyColumn,
    column('Step', '.status.operation.step', 'Step of the transition', 1),
    column('Error', '.status.error', 'The last error', 1),
  ],
}

/** Values of the children that show whether one is ready, suspended or gone. */
export const watch: readonly WatchRule[] = [
  { _tag: 'Itself', values: [...editedValues, { path: ['metadata', 'annotations', pauseAnnotation], absent: '' }] },
  {
    _tag: 'Owned',
    type: resourceTypes.FlinkDeployment,
    values: [
      ...editedValues,
      { path: ['status', 'lifecycleState'], absent: '' },
      { path: ['status', 'observedGeneration'], absent: '' },
      { path: ['status', 'jobStatus', 'state'], absent: '' },
      { path: ['status', 'jobStatus', 'jobId'], absent: '' },
    ],
  },
]

/** `(spec, observed status) → actions`: classifies the situation, decides what to do, and lists the actions. */
export const reconcile = (
  desired: BlueGreenDesired,
  observed: BlueGreenObserved,
  env: Env,
): readonly Action<FlinkBlueGreenDeploymentStatus>[] => {
  const round = { desired, observed, env }
  return summarize(round, decide(round, classify(round)))
}

type Actions = readonly Action<FlinkBlueGreenDeploymentStatus>[]

/** True if the API server or Flink itself refused the request, so that sending it again can't succeed. */
const isRefused = ({ _tag, applied }: AdapterError): boolean =>
  applied === 'No'
  && (_tag === 'Invalid' || _tag === 'Forbidden' || _tag === 'Unauthorized' || _tag === 'UnknownPath' || _tag === 'TooLarge'
    || _tag === 'Other')

/**
 * A definitely refused savepoint, or a child that can't be created, ends the transition. The outcome of any other failure shows in the next
 * query.
 */
export const onFailure = (
  desired: BlueGreenDesired,
  observed: BlueGreenObserved,
  done: Actions,
  action: Action<FlinkBlueGreenDeploymentStatus>,
  error: AdapterError,
  env: Env,
): Actions => {
  const wait: Action<FlinkBlueGreenDeploymentStatus> = {
    _tag: 'Requeue',
    after: retryDelay(env),
    waitingFor: `the next attempt after ${error._tag}`,
  }
  const status = done.findLast(it => it._tag === 'PersistStatus')?.status
  const operation = status?.operation ?? null
  const ends = isRefused(error) && status !== undefined && operation?.kind === 'Switch'
    && (action._tag === 'TriggerSavepoint' || (action._tag === 'ApplyObject' && operation.childUid === null))
  const reported = event('Warning', 'Operator', 'Error', cutMessage(`${action._tag} failed: ${error.message}`), null, 'Once')
  if (!ends) return action._tag === 'EmitEvent' || action._tag === 'PersistStatus' ? [wait] : [reported, wait]
  const reason = action._tag === 'TriggerSavepoint' ? `Could not trigger Savepoint. Details: ${error.message}`
    : `Could not start Transition. Details: ${error.message}`
  const next = failed({ desired, observed: { ...observed, status }, env }, reason)
  return [
    {
      _tag: 'PersistStatus',
      status: { ...next, error: reason, savepointTriggerId: null, abortTimestamp: null },
      reason: 'the request was refused',
    },
    event('Warning', 'Operator', 'TransitionFailed', cutMessage(reason)),
    { _tag: 'Requeue', after: 0, waitingFor: 'the next attempt' },
  ]
}

/**
 * FlinkBlueGreenDeployment: two FlinkDeployments, of which one serves. The kind deploys no cluster itself.
 *
 * It has no finalizer, like that of the reference operator: garbage collection deletes its children, and the finalizer of each child stops
 * its job as the child's spec says. Garbage collection also deletes a child that is created late, because its owner is gone. If it had a
 * finalizer, a resource that is handed back to the reference operator could never be deleted.
 */
export const flinkBlueGreenDeploymentKind: Kind<
  FlinkBlueGreenDeploymentSpec,
  FlinkBlueGreenDeploymentStatus,
  BlueGreenDesired,
  Facts,
  BlueGreenObserved
> = {
  type: flinkBlueGreenDeploymentType,
  definition,
  watch,
  optional: {
    instead: '',
    isWanted: () => false,
    reportedAs: null,
  },
  tables: blueGreenTables,
  rows: blueGreenRows,
  decode: decodeFlinkBlueGreenDeployment,
  encodeStatus: encodeBlueGreenStatus,
  cachedQueries: () => [],
  states: blueGreenStates,
  reconciledWith: () => null,
  validate,
  admission: standaloneAdmission,
  observe,
  reconcile,
  onFailure,
  explain,
}
