import { statusErrorMessage } from '../../crd/status-error.ts'
import { cutRedacted } from '../../contract/redaction/cut-redacted.ts'
import type { Condition } from '../../contract/resource/condition.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import type { LifecycleState } from '../../contract/resource/lifecycle-state.ts'
import { mergedConditions, type WantedCondition } from '../../contract/resource/merged-conditions.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { cutToBytes } from '../../contract/resource/utf8-length.ts'
import type { ReportedDesired } from '../job-round.ts'
import { pauseOf } from '../../contract/round/pause.ts'
import { warningConditions } from '../../contract/round/spec-warnings.ts'

/** Additional conditions of a kind, about the cluster that the job runs in. */
export type BesideJob = readonly WantedCondition[]

const capitalised = (state: string): string => state.charAt(0) + state.slice(1).toLowerCase()

/** The reference operator's Running condition (control-flow.md, section 1.8). It does not exist before the first deployment. */
const running = ({ jobStatus: { state } }: JobLifecycleStatus): readonly WantedCondition[] =>
  state === null ? []
    : [{ type: 'Running', status: state === 'RUNNING' ? 'True' : 'False', reason: capitalised(state), message: `Job status ${state}` }]

const isReady: Readonly<Record<LifecycleState, boolean>> = {
  CREATED: false,
  SUSPENDED: true,
  UPGRADING: false,
  DEPLOYED: false,
  STABLE: true,
  ROLLING_BACK: false,
  ROLLED_BACK: true,
  FAILED: false,
  DELETING: false,
  DELETED: false,
}

/**
 * The operation in progress, in words that change only with its steps. A condition that changed every second would need a status write
 * every second.
 */
const progressOf = (operation: JobLifecycleStatus['operation']): string => {
  switch (operation?.kind) {
    case undefined:
      return ''
    case 'Unreadable':
      return ": the operation in progress can't be read"
    case 'Suspend':
      return operation.step === 'TearDown' ? ': the cluster is being deleted' : `: the job is being stopped (${operation.mode})`
    case 'Deploy':
      // a first deployment has no previous cluster: the step only checks whether objects of that name exist
      return operation.step === 'TearDown' && operation.purpose !== 'FirstDeployment' ? ': the previous cluster is being deleted'
        : ': the cluster is being created'
    case 'Submit':
      return operation.step === 'Abandon' ? ': the operator gives up an attempt to run the job' : ': the job is being submitted'
    case 'TearDown':
      return ': the cluster is being deleted'
  }
}

/**
 * True if an edit was neither begun nor acknowledged. STABLE describes the running job, so the resource is not what the user asked for
 * then.
 */
export const isEditPending = (
  { observedGeneration, reconciliationStatus }: JobLifecycleStatus,
  { generation }: ReportedDesired,
): boolean => reconciliationStatus.lastReconciledSpec !== null && observedGeneration !== generation

/** The message while the job can't be observed (F16). */
const unobservableWords = ({ generation }: ReportedDesired, isPending: boolean, waitsFor: string): string =>
  `${isPending ? `Generation ${String(generation)} waits for ` : 'Not known: waits for '}${waitsFor}`

/**
 * Maximum length in bytes, as for an event. The message of `status.error`, without secrets, also appears in the conditions, for users who
 * read only those.
 */
const longestWords = 1_000
const errorWords = ({ error, lifecycleState }: JobLifecycleStatus): string => {
  const words = statusErrorMessage(error)
  return words === '' ? `The resource is ${lifecycleState}` : cutToBytes(words, longestWords)
}

/** Why the JobManager that the job or the session cluster needs is not ready. */
export interface NotReady {
  readonly cause: string
  /** True if it is reported even for a resource that would not be Ready anyway. */
  readonly isReported: boolean
}

const jobManagerNotReady = 'JobManagerNotReady'

/** Ready, Reconciling and Stalled as kstatus reads them, with observedGeneration (D-24, B71). `stalled`: a user has to act. */
const kstatus = (
  status: JobLifecycleStatus,
  desired: ReportedDesired,
  stalled: boolean,
  unobservableFor: string | null,
  heldUpBy: string | null,
  down: NotReady | null,
): readonly WantedCondition[] => {
  const { lifecycleState } = status
  const downFor = down !== null && (isReady[lifecycleState] || down.isReported)
    ? `: the JobManager is not ready: ${cutRedacted(down.cause, desired.secrets, longestWords)}` : ''
  const isPending = isEditPending(status, desired)
  const what = `The resource is ${lifecycleState}${
    isPending && status.operation === null
      ? `: generation ${String(desired.generation)} is not deployed yet${
        heldUpBy === null ? '' : `; it waits for: ${cutRedacted(heldUpBy, desired.secrets, longestWords)}`
      }`
      : progressOf(status.operation)
  }${downFor}`
  const observedGeneration = desired.meta.generation
  const ready = isReady[lifecycleState] && !stalled && !isPending && down === null
  const reason = downFor === '' ? capitalised(lifecycleState) : jobManagerNotReady
  const wrong = errorWords(status)
  const message = stalled ? wrong : what
  const of = (type: string, isTrue: boolean, reason: string, text: string): WantedCondition => ({
    type,
    status: isTrue ? 'True' : 'False',
    reason,
    message: text,
    observedGeneration,
  })
  return [
    unobservableFor !== null
      ? {
        type: 'Ready',
        status: 'Unknown',
        reason: 'RestUnreachable',
        message: unobservableWords(desired, isPending, unobservableFor),
        observedGeneration,
      }
      : of('Ready', ready, reason, message),
    of('Reconciling', !ready && !stalled, reason, ready || stalled ? '' : what),
    of('Stalled', stalled, stalled ? 'Error' : 'NotStalled', stalled ? wrong : ''),
  ]
}

/**
 * The Paused condition exists only while it is True (safety-properties.md, A8). The short hold before a FlinkBlueGreenDeployment releases
 * its child is not reported.
 */
const paused = (
  { reconciliationStatus }: JobLifecycleStatus,
  { meta, secrets }: ReportedDesired,
  now: EpochMillis,
): readonly WantedCondition[] => {
  const pause = pauseOf(meta, now)
  return pause === null || (pause.isHold && reconciliationStatus.lastReconciledSpec === null) ? []
    : [{
      type: 'Paused',
      status: 'True',
      reason: pause.isUnderstood ? 'Annotation' : 'UnknownValue',
      message: cutRedacted(pause.message, secrets, longestWords),
      observedGeneration: meta.generation,
    }]
}

/**
 * Computes the conditions; the same list if nothing changed. The transition time moves only with the condition's status. `unobservableFor`:
 * what is unreachable, so that the job's state is unknown; null: nothing. `heldUpBy`: what a pending edit waits for. `down`: the JobManager
 * is not ready.
 */
export const conditionsOf = (
  status: JobLifecycleStatus,
  desired: ReportedDesired,
  stalled: boolean,
  now: EpochMillis,
  unobservableFor: string | null = null,
  beside: BesideJob = [],
  heldUpBy: string | null = null,
  down: NotReady | null = null,
): readonly Condition[] => {
  const before = status.conditions
  const wanted = status.reconciliationStatus.lastReconciledSpec === null && !stalled
    ? [...beside, ...paused(status, desired, now), ...warningConditions(desired)]
    : [
      ...running(status),
      ...kstatus(status, desired, stalled, unobservableFor, heldUpBy, down),
      ...beside,
      ...paused(status, desired, now),
      ...warningConditions(desired),
    ]
  return mergedConditions(before, wanted, now)
}
