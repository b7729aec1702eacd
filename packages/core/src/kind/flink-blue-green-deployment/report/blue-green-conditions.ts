import type { EmitEvent } from '../../../contract/action/emit-event.ts'
import type { FlinkBlueGreenDeploymentStatus, BlueGreenState } from '../blue-green-resource.ts'
import { type Problem, event } from '../../../contract/round/decision.ts'
import { boundedMessage, cutMessage } from '../../../contract/resource/json.ts'
import { type Condition, mergedConditions, type WantedCondition } from '../../../contract/resource/condition.ts'
import { type Pause, pausedReason, pauseOf, whilePaused } from '../../../contract/round/pause.ts'
import { warningConditions } from '../../../contract/round/spec-warnings.ts'
import { blueGreenStates } from '../blue-green-decision.ts'
import { isReady, isSuspended, livingOf } from '../child/child.ts'
import { activeChild } from '../transition/evidence.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'
import { type StalledChild, stalledChild } from './problems.ts'

type Status = FlinkBlueGreenDeploymentStatus

/**
 * Events for changes of the status. Each is emitted once, in the round that first writes the change. The reference operator emits none
 * (E-54).
 */
export const changeEvents = (before: Status, after: Status, reason: string): readonly EmitEvent[] => [
  ...(before.blueGreenState === after.blueGreenState ? []
    : [
      event(
        'Normal',
        'Operator',
        'BlueGreenStateChanged',
        boundedMessage(`${before.blueGreenState === null ? '' : `${before.blueGreenState} → `}${after.blueGreenState ?? ''}: ${reason}`),
      ),
    ]),
  ...(isFailure(before, after)
    ? [event('Warning', 'Operator', 'TransitionFailed', boundedMessage(after.operatorRecord.failed?.reason ?? ''))]
    : []),
]

const isFailure = ({ operatorRecord: { failed: before } }: Status, { operatorRecord: { failed: after } }: Status): boolean =>
  after !== null && (before === null || before.generation !== after.generation || before.times !== after.times)

/** An event for each new problem. A failed attempt already had its event when it failed. */
export const problemEvents = (problem: Problem | null, reported: string | null): readonly EmitEvent[] =>
  problem === null || problem.reason === 'TransitionFailed' && reported !== null || problem.message === reported ? []
    : [event('Warning', 'Operator', problem.reason, boundedMessage(problem.message), null, 'Once')]

/** Reasons of problems that need the user. All other problems resolve automatically and only take longer. */
const stalling: readonly string[] = ['Error', 'ValidationError', 'InTheWay', 'Missing', 'TransitionGivenUp', 'SavepointError']

const isStalled = (problem: Problem | null): boolean => problem !== null && stalling.includes(problem.reason)

/** What a state means: it stands beside the state, and does not repeat it. */
const stateWords: Readonly<Record<BlueGreenState, string>> = {
  INITIALIZING_BLUE: 'Nothing serves yet: blue is the first to be started',
  ACTIVE_BLUE: 'Blue serves',
  ACTIVE_GREEN: 'Green serves',
  SAVEPOINTING_BLUE: 'Blue serves, and takes the savepoint from which green starts',
  SAVEPOINTING_GREEN: 'Green serves, and takes the savepoint from which blue starts',
  TRANSITIONING_TO_BLUE: 'Green serves until blue is ready',
  TRANSITIONING_TO_GREEN: 'Blue serves until green is ready',
}

/**
 * What is missing before the resource is as its spec says. It changes only with the steps of the transition: a message that changed every
 * second would cause a status write every second.
 */
const progress = (round: BlueGreenRound, status: FlinkBlueGreenDeploymentStatus): string => {
  const { blueGreenState, operation, observedGeneration } = status
  const words = stateWords[blueGreenState ?? 'INITIALIZING_BLUE']
  if (operation !== null) return `${words} (step ${operation.step})`
  const { generation } = round.desired.meta
  const rests = blueGreenState !== null && blueGreenStates.atRest.includes(blueGreenState)
  if (observedGeneration !== generation) return rests ? `${words}; generation ${String(generation)} is not deployed yet` : words
  const view = livingOf(activeChild(round))
  if (isSuspended(view) || isSuspendedAtFirst(status)) return 'The job is stopped, as the spec says'
  return !rests || isReady(view) ? words : `${words}, and is not ready`
}

/**
 * The message also says what a child waits for, because some users read only the conditions. It does not if the problem already says it.
 */
const inWords = (problem: Problem | null, progressing: string, child: StalledChild | null): string => {
  const words = problem?.message ?? progressing
  return child === null || (problem !== null && problem.reason !== 'NotReady') ? words : `${words}. ${child.words}`
}

const reasonOf = (problem: Problem | null, stalled: boolean, pause: Pause | null, state: BlueGreenState): string =>
  problem?.reason ?? (stalled ? 'Error' : pause !== null ? pausedReason : camel(state))

/** The conditions Ready, Reconciling and Stalled for kstatus, and Paused while the resource is paused (A4, A8). */
export const conditionsOf = (
  round: BlueGreenRound,
  status: FlinkBlueGreenDeploymentStatus,
  problem: Problem | null,
): readonly Condition[] => {
  const { desired: { meta }, env: { now } } = round
  const view = livingOf(activeChild(round))
  const isPending = status.operation !== null || status.observedGeneration !== meta.generation
  const child = stalledChild(round, status)
  const stalled = isStalled(problem) || child?.isFinal === true
  const ready = problem === null && !stalled && !isPending && (isReady(view) || isSuspended(view) || isSuspendedAtFirst(status))
  const pause = pauseOf(meta, now)
  const words = inWords(problem, progress(round, status), child)
  const what = stalled ? words : whilePaused(pause, words)
  const reason = reasonOf(problem, stalled, pause, status.blueGreenState ?? 'INITIALIZING_BLUE')
  const of = (type: string, isTrue: boolean, why: string, message: string): WantedCondition => ({
    type,
    status: isTrue ? 'True' : 'False',
    reason: why,
    message: cutMessage(message),
    observedGeneration: meta.generation,
  })
  const wanted = [
    of('Ready', ready, reason, what),
    of('Reconciling', !ready && !stalled, reason, ready || stalled ? '' : what),
    of('Stalled', stalled, stalled ? reason : 'NotStalled', stalled ? what : ''),
    ...pausedOf(pause).map(([why, message]) => of('Paused', true, why, message)),
    ...warningConditions(round.desired),
  ]
  return mergedConditions(status.conditions, wanted, now)
}

/** The condition exists only while it is True (A8). */
const pausedOf = (pause: Pause | null): readonly (readonly [string, string])[] =>
  pause === null ? [] : [[pause.isUnderstood ? 'Annotation' : 'UnknownValue', pause.message]]

const isSuspendedAtFirst = ({ blueGreenState, jobStatus }: FlinkBlueGreenDeploymentStatus): boolean =>
  blueGreenState === 'INITIALIZING_BLUE' && jobStatus.state === 'SUSPENDED'

/** `TRANSITIONING_TO_GREEN` → `TransitioningToGreen`. */
const camel = (state: string): string => state.split('_').map(word => word.charAt(0) + word.slice(1).toLowerCase()).join('')
