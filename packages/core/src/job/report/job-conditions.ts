import { statusErrorMessage } from '../../crd/status-error.ts'
import { cutRedacted } from '../../contract/redaction/cut-redacted.ts'
import { type Condition, mergedConditions, type WantedCondition } from '../../contract/resource/condition.ts'
import type { JobLifecycleStatus, LifecycleState } from '../../contract/resource/job-status.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { cutToBytes } from '../../contract/resource/json.ts'
import type { ReportedDesired } from '../job-round.ts'
import { lifecycleWords, stateWords } from './state-words.ts'
import { type Pause, pausedReason, pauseOf, whilePaused } from '../../contract/round/pause.ts'
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
  return words === '' ? lifecycleWords[lifecycleState] : cutToBytes(words, longestWords)
}

/** Why the JobManager that the job or the session cluster needs is not ready. */
export interface NotReady {
  readonly cause: string
  /** True if it is reported even for a resource that would not be Ready anyway. */
  readonly isReported: boolean
}

const jobManagerNotReady = 'JobManagerNotReady'

/** Of Ready while a person has to act: a state that the spec reached says nothing then. */
const stalledReason = (state: LifecycleState): string => (isReady[state] ? 'Error' : capitalised(state))

const reasonOf = (state: LifecycleState, pause: Pause | null, downFor: string | null): string =>
  pause !== null ? pausedReason : downFor !== null ? jobManagerNotReady : capitalised(state)

/** The condition with its generation. */
const conditionOf =
  (observedGeneration: WantedCondition['observedGeneration']) =>
  (type: string, isTrue: boolean, reason: string, message: string): WantedCondition => ({
    type,
    status: isTrue ? 'True' : 'False',
    reason,
    message,
    ...(observedGeneration === undefined ? {} : { observedGeneration }),
  })

/** Ready, Reconciling and Stalled as kstatus reads them, with observedGeneration (D-24, B71). `stalled`: a user has to act. */
const kstatus = (
  status: JobLifecycleStatus,
  desired: ReportedDesired,
  stalled: boolean,
  unobservableFor: string | null,
  heldUpBy: string | null,
  down: NotReady | null,
  pause: Pause | null,
): readonly WantedCondition[] => {
  const { lifecycleState } = status
  const isPending = isEditPending(status, desired)
  const cut = (text: string): string => cutRedacted(text, desired.secrets, longestWords)
  const downFor = down !== null && (isReady[lifecycleState] || down.isReported) ? cut(down.cause) : null
  const state = stateWords(status, {
    pendingGeneration: isPending ? desired.generation : null,
    heldUpBy: heldUpBy === null ? null : cut(heldUpBy),
    downFor,
  })
  const what = whilePaused(pause, state)
  const observedGeneration = desired.meta.generation
  const ready = isReady[lifecycleState] && !stalled && !isPending && down === null
  const reason = stalled ? stalledReason(lifecycleState) : reasonOf(lifecycleState, pause, downFor)
  const wrong = errorWords(status)
  const message = stalled ? wrong : what
  const of = conditionOf(observedGeneration)
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
 * The pause in force; null: none. The short hold before a FlinkBlueGreenDeployment releases its child is not reported.
 */
const reportedPause = (
  { reconciliationStatus }: JobLifecycleStatus,
  { meta }: ReportedDesired,
  now: EpochMillis,
): Pause | null => {
  const pause = pauseOf(meta, now)
  return pause?.isHold === true && reconciliationStatus.lastReconciledSpec === null ? null : pause
}

/** The Paused condition exists only while it is True (safety-properties.md, A8). */
const paused = (pause: Pause | null, { meta, secrets }: ReportedDesired): readonly WantedCondition[] =>
  pause === null ? []
    : [{
      type: 'Paused',
      status: 'True',
      reason: pause.isUnderstood ? 'Annotation' : 'UnknownValue',
      message: cutRedacted(pause.message, secrets, longestWords),
      observedGeneration: meta.generation,
    }]

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
  const pause = reportedPause(status, desired, now)
  const wanted = status.reconciliationStatus.lastReconciledSpec === null && !stalled && pause === null
    ? [...beside, ...warningConditions(desired)]
    : [
      ...running(status),
      ...kstatus(status, desired, stalled, unobservableFor, heldUpBy, down, pause),
      ...beside,
      ...paused(pause, desired),
      ...warningConditions(desired),
    ]
  return mergedConditions(before, wanted, now)
}
