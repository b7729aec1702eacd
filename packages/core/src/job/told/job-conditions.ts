import { statusErrorMessage } from '../../codec/status-error.ts'
import { cutRedacted } from '../../redaction/cut-redacted.ts'
import type { Condition } from '../../resource/condition.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { LifecycleState } from '../../resource/lifecycle-state.ts'
import { mergedConditions, type WantedCondition } from '../../resource/merged-conditions.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { cutToBytes } from '../../resource/utf8-length.ts'
import type { ToldDesired } from '../job-round.ts'
import { pauseOf } from '../../round/pause.ts'

/** Conditions that a kind has of its own: what is so of where its job runs. */
export type BesideJob = readonly WantedCondition[]

const capitalised = (state: string): string => state.charAt(0) + state.slice(1).toLowerCase()

/** The reference operator's condition (control-flow.md, section 1.8); none before the first deployment. */
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
 * What is under way, in words that change only with the operation's own steps: a condition that changed every second would be a write every
 * second.
 */
const progressOf = (operation: JobLifecycleStatus['operation']): string => {
  switch (operation?.kind) {
    case undefined:
      return ''
    case 'Unreadable':
      return ": what is under way can't be read"
    case 'Suspend':
      return operation.step === 'TearDown' ? ': the cluster is being taken away' : `: the job is being stopped (${operation.mode})`
    case 'Deploy':
      // before the first one there is no last one: what has its name is looked for, and seldom there
      return operation.step === 'TearDown' && operation.purpose !== 'FirstDeployment' ? ': the last cluster is being taken away'
        : ': the cluster is being created'
    case 'Submit':
      return operation.step === 'Abandon' ? ': an attempt to run the job is given up' : ': the job is being submitted'
    case 'TearDown':
      return ': the cluster is being taken away'
  }
}

/** STABLE is said of what runs: as long as an edit was not begun, or acknowledged, the resource is not what is asked for. */
export const isEditPending = (
  { observedGeneration, reconciliationStatus }: JobLifecycleStatus,
  { generation }: ToldDesired,
): boolean => reconciliationStatus.lastReconciledSpec !== null && observedGeneration !== generation

/** Nobody knows whether what runs is as it is to be (F16). */
const blindWords = ({ generation }: ToldDesired, isPending: boolean, waitsFor: string): string =>
  `${isPending ? `Generation ${String(generation)} waits for ` : 'Not known: waits for '}${waitsFor}`

/**
 * Whoever reads conditions alone has to see what is wrong: the message of `status.error`, which is without secrets, of at most so many
 * bytes (as in an event).
 */
const longestWords = 1_000
const errorWords = ({ error, lifecycleState }: JobLifecycleStatus): string => {
  const words = statusErrorMessage(error)
  return words === '' ? `The resource is ${lifecycleState}` : cutToBytes(words, longestWords)
}

/** The JobManager that the job, or the session cluster, needs is not ready. */
export interface NotReady {
  readonly cause: string
  /** Also beside a resource that would not be Ready without it. */
  readonly isTold: boolean
}

const jobManagerNotReady = 'JobManagerNotReady'

/** Do the conditions tell of a JobManager that is not ready? */
export const isNotReadyTold = ({ conditions }: JobLifecycleStatus): boolean =>
  conditions.some(({ type, reason }) => type === 'Ready' && reason === jobManagerNotReady)

/**
 * Ready, Reconciling, Stalled as kstatus reads them, with observedGeneration (D-24, B71). `stalled`: what a person has to do something
 * about.
 */
const kstatus = (
  status: JobLifecycleStatus,
  desired: ToldDesired,
  stalled: boolean,
  blindFor: string | null,
  heldUpBy: string | null,
  down: NotReady | null,
): readonly WantedCondition[] => {
  const { lifecycleState } = status
  const downFor = down !== null && (isReady[lifecycleState] || down.isTold)
    ? `: the JobManager is not ready: ${cutRedacted(down.cause, desired.secrets, longestWords)}` : ''
  const isPending = isEditPending(status, desired)
  const what = `The resource is ${lifecycleState}${
    isPending && status.operation === null
      ? `: generation ${String(desired.generation)} is not carried out yet${
        heldUpBy === null ? '' : `; it waits: ${cutRedacted(heldUpBy, desired.secrets, longestWords)}`
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
    blindFor !== null
      ? {
        type: 'Ready',
        status: 'Unknown',
        reason: 'RestUnreachable',
        message: blindWords(desired, isPending, blindFor),
        observedGeneration,
      }
      : of('Ready', ready, reason, message),
    of('Reconciling', !ready && !stalled, reason, ready || stalled ? '' : what),
    of('Stalled', stalled, stalled ? 'Error' : 'NotStalled', stalled ? wrong : ''),
  ]
}

/** Only there while it is True (safety-properties.md, A8); what its owner holds for a moment before it begins is not told. */
const paused = (
  { reconciliationStatus }: JobLifecycleStatus,
  { meta, secrets }: ToldDesired,
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

/** Does the status say of a pause what is so now? */
export const isPauseTold = (status: JobLifecycleStatus, desired: ToldDesired, now: EpochMillis): boolean =>
  status.conditions.find(({ type }) => type === 'Paused')?.message === paused(status, desired, now)[0]?.message

/**
 * The conditions as they are to be; the same list where nothing changed. The transition time moves only with the status. `blindFor`: what
 * is out of reach, so that nobody knows how the job is; null: nothing. `heldUpBy`: what an edit waits for that was not begun. `down`: the
 * JobManager is not ready.
 */
export const conditionsOf = (
  status: JobLifecycleStatus,
  desired: ToldDesired,
  stalled: boolean,
  now: EpochMillis,
  blindFor: string | null = null,
  beside: BesideJob = [],
  heldUpBy: string | null = null,
  down: NotReady | null = null,
): readonly Condition[] => {
  const before = status.conditions
  const wanted = status.reconciliationStatus.lastReconciledSpec === null && !stalled ? [...beside, ...paused(status, desired, now)]
    : [...running(status), ...kstatus(status, desired, stalled, blindFor, heldUpBy, down), ...beside, ...paused(status, desired, now)]
  return mergedConditions(before, wanted, now)
}
