import type { Action } from '@flink-operator/core/action'
import { cutRedacted } from '@flink-operator/core/round'
import { isSameJson, boundedMessage, longestMessage } from '@flink-operator/core/resource'
import { actionList, type Decision, type Problem, event, warningEvents } from '@flink-operator/core/round'
import type { ApplicationRound } from './flink-application-round.ts'
import { isAtRest, phaseOf } from './state/state-row.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { conditionsOf } from './report/flink-application-conditions.ts'
import { givenUpWords } from './report/health.ts'

type Status = FlinkApplicationStatus

/** The actions of a decision: the status write (with fields for users and Lyft's operator), events, effects, and the requeue. */
export const summarize = (round: ApplicationRound, decision: Decision<Status>): readonly Action<Status>[] => {
  if (decision._tag === 'Look') return [decision]
  const { observed: { recorded } } = round
  const status = decision.skipsStatusWrite === true ? recorded.status : reported(round, decision.status, decision.problem, decision.reason)
  const isChanged = !isSameJson(status, recorded.status)
  const { problem } = decision
  return actionList(decision, {
    status,
    isChanged,
    events: [
      ...decision.events,
      ...(problem === null || status.reason === recorded.status.reason ? []
        : [event('Warning', 'Operator', problem.reason, boundedMessage(problem.message), null, 'Once')]),
      ...warningEvents(recorded.status.conditions, status.conditions, round.desired),
    ],
    over: null,
    confirmed: null,
  })
}

/**
 * Fills the status fields of Lyft's operator and the conditions from the decided status. `lastUpdatedAt` changes with each write (section
 * 2.4).
 */
export const reported = (round: ApplicationRound, decided: Status, problem: Problem | null, reason: string): Status => {
  const { desired: { mode, meta, invalid, secrets }, observed: { recorded }, env: { now } } = round
  const phase = phaseOf(decided.phase)
  const shown = (text: string): string => cutRedacted(text, secrets, longestMessage)
  const { lastSeenError, operatorRecord } = decided
  const { givenUp } = operatorRecord
  const words: Status = {
    ...decided,
    lastSeenError: lastSeenError === null ? null : { ...lastSeenError, appError: shown(lastSeenError.appError) },
    operatorRecord: givenUp === null ? operatorRecord : { ...operatorRecord, givenUp: { ...givenUp, reason: shown(givenUp.reason) } },
    deploymentMode: decided.deploymentMode === '' ? mode : decided.deploymentMode,
    startedAt: decided.startedAt ?? now,
    reason: shown(problem?.message ?? (phase === 'DeployFailed' ? givenUpWords(round, decided) : reason)),
    ...savepointOf(decided),
    observedGeneration: invalid === null && phase !== null && (isAtRest(phase) || phase === 'DualRunning') ? meta.generation
      : decided.observedGeneration,
  }
  const whole = {
    ...words,
    conditions: conditionsOf(round, words, problem === null ? null : { ...problem, message: shown(problem.message) }),
  }
  // a change of only the reason causes no write; the next write includes it (P08)
  const unsaid = { lastUpdatedAt: null, reason: '' }
  return isSameJson({ ...whole, ...unsaid }, { ...recorded.status, ...unsaid }) ? recorded.status
    : { ...whole, lastUpdatedAt: now }
}

/** Copies the savepoint of our record to the fields of Lyft's operator. */
const savepointOf = ({ operation, operatorRecord: { lastState } }: Status): Pick<Status, 'savepointTriggerId' | 'savepointPath'> => {
  const { triggerId = '', path: ofStop = '' } = operation?.stop ?? {}
  const path = ofStop === '' && operation?.source?._tag === 'Path' ? operation.source.path : ofStop
  return {
    savepointTriggerId: path === '' ? triggerId : '',
    savepointPath: path === '' && lastState._tag === 'Path' ? lastState.path : path,
  }
}
