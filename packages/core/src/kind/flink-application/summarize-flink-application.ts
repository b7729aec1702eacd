import type { Action } from '../../action/action.ts'
import { cutRedacted } from '../../redaction/cut-redacted.ts'
import { isSameJson } from '../../resource/same-json.ts'
import { actionList } from '../../round/action-list.ts'
import type { Decision, Problem } from '../../round/decision.ts'
import { event } from '../../round/event.ts'
import type { ApplicationRound } from './flink-application-round.ts'
import { isAtRest, phaseOf } from './state/phase.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { conditionsOf } from './told/flink-application-conditions.ts'
import { givenUpWords } from './told/given-up-words.ts'
import { boundedMessage, longestMessage } from '../../resource/utf8-length.ts'

type Status = FlinkApplicationStatus

/** The list of a decision: the status as people and Lyft's operator read it, events, effects, the next look. */
export const summarize = (round: ApplicationRound, decision: Decision<Status>): readonly Action<Status>[] => {
  if (decision._tag === 'Look') return [decision]
  const { observed: { recorded } } = round
  const status = decision.skipsStatusWrite === true ? recorded.status : told(round, decision.status, decision.problem, decision.reason)
  const isChanged = !isSameJson(status, recorded.status)
  const { problem } = decision
  return actionList(decision, {
    status,
    isChanged,
    events: [
      ...decision.events,
      ...(problem === null || status.reason === recorded.status.reason ? []
        : [event('Warning', 'Operator', problem.reason, boundedMessage(problem.message), null, 'Once')]),
    ],
    over: null,
    confirmed: null,
  })
}

/** The words of the status; written at another time, it is another write (section 2.4). */
export const told = (round: ApplicationRound, decided: Status, problem: Problem | null, reason: string): Status => {
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
  // another reason alone is no write: it is told with the next one (P08)
  const unsaid = { lastUpdatedAt: null, reason: '' }
  return isSameJson({ ...whole, ...unsaid }, { ...recorded.status, ...unsaid }) ? recorded.status
    : { ...whole, lastUpdatedAt: now }
}

/** The fields of Lyft's operator say what our record says. */
const savepointOf = ({ operation, operatorRecord: { lastState } }: Status): Pick<Status, 'savepointTriggerId' | 'savepointPath'> => {
  const { triggerId = '', path: ofStop = '' } = operation?.stop ?? {}
  const path = ofStop === '' && operation?.source?._tag === 'Path' ? operation.source.path : ofStop
  return {
    savepointTriggerId: path === '' ? triggerId : '',
    savepointPath: path === '' && lastState._tag === 'Path' ? lastState.path : path,
  }
}
