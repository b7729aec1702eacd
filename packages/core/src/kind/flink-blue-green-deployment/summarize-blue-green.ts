import type { Action } from '../../contract/action/action.ts'
import { formatInstant } from '../../crd/instant.ts'
import type { FlinkBlueGreenDeploymentStatus } from './blue-green-resource.ts'
import type { JobState } from '../../contract/resource/job-status.ts'
import { isSameJson } from '../../contract/resource/json.ts'
import { actionList } from '../../contract/round/action-list.ts'
import type { Decision, Problem } from '../../contract/round/decision.ts'
import { warningEvents } from '../../contract/round/spec-warnings.ts'
import { withStatus } from '../../contract/round/status-change.ts'
import { asksForSuspension, isReady, livingOf } from './child/child.ts'
import { conditionsOf, changeEvents, problemEvents } from './report/blue-green-conditions.ts'
import { activeChild } from './transition/evidence.ts'
import { activeOf, placeOf } from './transition/transition-phase.ts'
import type { BlueGreenRound } from './blue-green-round.ts'

type Status = FlinkBlueGreenDeploymentStatus

/**
 * The actions of a decision: the status write (with fields for users and the reference operator), events for changes, effects, and the
 * requeue.
 */
export const summarize = (round: BlueGreenRound, decision: Decision<Status>): readonly Action<Status>[] => {
  if (decision._tag === 'Look') return [decision]
  const { observed: { recorded } } = round
  const status = decision.skipsStatusWrite === true ? recorded.status : reported(round, decision.status, decision.problem)
  const isChanged = !isSameJson(status, recorded.status)
  return actionList(
    { ...decision, after: isMoved(recorded.status, status) && decision.effects.length === 0 ? 0 : decision.after },
    {
      status: isChanged ? status : recorded.status,
      isChanged,
      events: [
        ...changeEvents(recorded.status, status, decision.reason),
        ...problemEvents(decision.problem, recorded.status.error),
        ...warningEvents(recorded.status.conditions, status.conditions, round.desired),
        ...decision.events,
      ],
      over: null,
      confirmed: null,
    },
  )
}

/** True if a value that the next round decides by has changed. */
const isMoved = (before: Status, after: Status): boolean =>
  before.blueGreenState !== after.blueGreenState || before.operation?.step !== after.operation?.step
  || before.operation?.targetGeneration !== after.operation?.targetGeneration

/** Fills the status fields of the reference operator and the conditions from the decided status. */
const reported = (before: BlueGreenRound, decided: Status, problem: Problem | null): Status => {
  // after a transition has ended, another child serves
  const round = { ...before, observed: { ...before.observed, active: activeOf(decided) } }
  const { observed: { recorded }, env: { now } } = round
  const { operation } = decided
  const isOtherState = decided.blueGreenState !== recorded.status.blueGreenState
  const words = withStatus(decided, {
    blueGreenState: decided.blueGreenState ?? 'INITIALIZING_BLUE',
    jobStatus: withStatus(decided.jobStatus, { state: jobStateOf(round, decided, problem) }),
    error: problem?.message ?? decided.operatorRecord.failed?.reason ?? null,
    savepointTriggerId: operation?.step === 'Savepoint' ? operation.id : null,
    abortTimestamp: operation === null || operation.step === 'Savepoint' ? null : formatInstant(operation.giveUpAt),
    deploymentReadyTimestamp: operation?.readySince == null ? null : formatInstant(operation.readySince),
    lastReconciledTimestamp: isOtherState ? formatInstant(now) : decided.lastReconciledTimestamp,
  })
  return withStatus(words, { conditions: conditionsOf(round, words, problem) })
}

/** The job state, one of the four values of the reference operator. */
const jobStateOf = (round: BlueGreenRound, { blueGreenState, operatorRecord: { failed } }: Status, problem: Problem | null): JobState => {
  const { desired: { wanted } } = round
  const view = livingOf(activeChild(round))
  const { phase } = placeOf(blueGreenState)
  if (phase === 'Initializing' && wanted?.template.spec.job?.state === 'suspended') return 'SUSPENDED'
  if (failed !== null || (problem !== null && problem.owner !== 'validation')) return 'FAILING'
  if (phase === 'Initializing' || phase === 'Transitioning' || view === null) return 'RECONCILING'
  if (asksForSuspension(view)) return 'SUSPENDED'
  return isReady(view) ? 'RUNNING' : 'RECONCILING'
}
