import type { Action } from '../../action/action.ts'
import { formatInstant } from '../../codec/instant.ts'
import type { FlinkBlueGreenDeploymentStatus } from './blue-green-resource.ts'
import type { JobState } from '../../resource/job-state.ts'
import { isSameJson } from '../../resource/same-json.ts'
import { actionList } from '../../round/action-list.ts'
import type { Decision, Problem } from '../../round/decision.ts'
import { withStatus } from '../../round/status-change.ts'
import { asksForSuspension, isReady, livingOf } from './child/child.ts'
import { conditionsOf } from './told/blue-green-conditions.ts'
import { activeChild } from './transition/evidence.ts'
import { changeEvents, problemEvents } from './told/blue-green-events.ts'
import { activeOf, placeOf } from './transition/transition-phase.ts'
import type { BlueGreenRound } from './blue-green-round.ts'

type Status = FlinkBlueGreenDeploymentStatus

/** The list of a decision: the status as people and the reference operator read it, events of what changed, effects, the next look. */
export const summarize = (round: BlueGreenRound, decision: Decision<Status>): readonly Action<Status>[] => {
  if (decision._tag === 'Look') return [decision]
  const { observed: { recorded } } = round
  const status = decision.skipsStatusWrite === true ? recorded.status : told(round, decision.status, decision.problem)
  const isChanged = !isSameJson(status, recorded.status)
  return actionList(
    { ...decision, after: isMoved(recorded.status, status) && decision.effects.length === 0 ? 0 : decision.after },
    {
      status: isChanged ? status : recorded.status,
      isChanged,
      events: [
        ...changeEvents(recorded.status, status, decision.reason),
        ...problemEvents(decision.problem, recorded.status.error),
        ...decision.events,
      ],
      over: null,
      confirmed: null,
    },
  )
}

/** What the next round decides by is another now. */
const isMoved = (before: Status, after: Status): boolean =>
  before.blueGreenState !== after.blueGreenState || before.operation?.step !== after.operation?.step
  || before.operation?.targetGeneration !== after.operation?.targetGeneration

/** The words of the status: what the fields of the reference operator and the conditions say of what is decided by. */
const told = (before: BlueGreenRound, decided: Status, problem: Problem | null): Status => {
  // a transition that ends has another child serving
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

/** One of the reference operator's four words. */
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
