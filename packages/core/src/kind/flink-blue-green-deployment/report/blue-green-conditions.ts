import type { Condition } from '../../../contract/resource/condition.ts'
import type { FlinkBlueGreenDeploymentStatus } from '../blue-green-resource.ts'
import { cutMessage } from '../../../contract/resource/utf8-length.ts'
import { mergedConditions, type WantedCondition } from '../../../contract/resource/merged-conditions.ts'
import type { Problem } from '../../../contract/round/decision.ts'
import { type Pause, pauseOf } from '../../../contract/round/pause.ts'
import { warningConditions } from '../../../contract/round/spec-warnings.ts'
import { isReady, isSuspended, livingOf } from '../child/child.ts'
import { activeChild } from '../transition/evidence.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'
import { type StalledChild, stalledChild } from './stalled-child.ts'

/** Reasons of problems that need the user. All other problems resolve automatically and only take longer. */
const stalling: readonly string[] = ['Error', 'ValidationError', 'InTheWay', 'Missing', 'TransitionGivenUp', 'SavepointError']

const isStalled = (problem: Problem | null): boolean => problem !== null && stalling.includes(problem.reason)

/**
 * This message changes only with the steps of the transition: a message that changed every second would cause a status write every second.
 */
const progress = ({ blueGreenState, operation }: FlinkBlueGreenDeploymentStatus): string =>
  `The resource is ${blueGreenState ?? 'INITIALIZING_BLUE'}${operation === null ? '' : `: step ${operation.step}`}`

/**
 * The message also says what a child waits for, because some users read only the conditions. It does not if the problem already says it.
 */
const inWords = (problem: Problem | null, status: FlinkBlueGreenDeploymentStatus, child: StalledChild | null): string => {
  const words = problem?.message ?? progress(status)
  return child === null || (problem !== null && problem.reason !== 'NotReady') ? words : `${words}. ${child.words}`
}

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
  const what = inWords(problem, status, child)
  const reason = problem?.reason ?? (stalled ? 'Error' : camel(status.blueGreenState ?? 'INITIALIZING_BLUE'))
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
    ...pausedOf(pauseOf(meta, now)).map(([why, message]) => of('Paused', true, why, message)),
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
