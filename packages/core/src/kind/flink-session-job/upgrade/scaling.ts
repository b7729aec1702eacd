import { inPlaceScaling } from '../../../job/scale/in-place-scaling.ts'
import type { InPlaceScaling } from '../../../job/scale/in-place-scaling-answer.ts'
import { isScaleDue, nativeScaling, requestedWidth } from '../../../job/scale/scaling-edit.ts'
import { givenUp, withScalingWait } from '../../../job/scale/scaling-wait.ts'
import type { Query } from '../../../query/query.ts'
import { unanswered } from '../../../query/unanswered.ts'
import type { JobDecision, Round } from '../round.ts'
import type { Situation } from '../situation.ts'
import { needsFacts } from '../../../round/waiting-situation.ts'

/**
 * The answer for an edit that only scales; null: there is no such edit, or no job that it could be done to. The TaskManagers are the
 * cluster's: whether Flink scales the job in place does not depend on who starts them.
 */
const scalingAnswer = (round: Round): InPlaceScaling | null => {
  const { deployed, wanted } = round.desired
  return isScaleDue(round) && deployed._tag === 'Deployed' && wanted !== null
    ? inPlaceScaling(nativeScaling(round, deployed.running, wanted, requestedWidth)) : null
}

const queryFor = ({ desired: { deployed }, observed: { status, facts } }: Round, answer: InPlaceScaling | null): readonly Query[] =>
  answer?._tag !== 'LookFirst' || deployed._tag !== 'Deployed' || status.jobStatus.jobId === null ? []
    : unanswered(facts, [{ _tag: 'GetResourceRequirements', endpoint: deployed.endpoint, jobId: status.jobStatus.jobId }])

/** What is asked together with the other details of the job, so that a scale costs no look of its own. */
export const scalingQueries = (round: Round): readonly Query[] => queryFor(round, scalingAnswer(round))

/** Why the edit, which only scales, is not waited for any longer, but made an upgrade of; null: it is no such edit. */
export const scalingGivenUp = (round: Round): string | null => givenUp(round, scalingAnswer(round))

/** The decision with the record of the wait for what scaling needs to see. */
export const rememberingScalingWait = (round: Round, decision: JobDecision): JobDecision =>
  withScalingWait(round, scalingAnswer(round), decision)

/** Rows S. Null: the edit, if there is one, is not to be done in place. */
export const scalingSituation = (round: Round): Situation | null => {
  const { desired: { deployed, wanted } } = round
  const answer = scalingAnswer(round)
  if (answer === null || deployed._tag !== 'Deployed' || wanted === null || givenUp(round, answer) !== null) return null
  const row = `S ${answer.row}`
  switch (answer._tag) {
    case 'NotPossible':
    case 'ScaleTaskManagers':
      return null
    case 'LookFirst': {
      const queries = queryFor(round, answer)
      return queries.length === 0 ? null : needsFacts(row, queries, answer.reason)
    }
    default:
      return { _tag: 'ScaleDue', row, answer, wanted, submitted: deployed, reason: answer.reason }
  }
}
