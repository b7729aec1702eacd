import type { Query } from '../../query/query.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { Decision } from '../../round/decision.ts'
import { needsFacts } from '../../round/waiting-situation.ts'
import type { JobTypes, LifecycleSituation, RecordedJob, RoundOf } from '../job-situation.ts'
import type { InPlaceScaling, InPlaceScalingInputs } from './in-place-scaling-answer.ts'
import { inPlaceScaling } from './in-place-scaling.ts'
import { isScaleDue } from './scaling-edit.ts'
import { givenUp, withScalingWait } from './scaling-wait.ts'

/** What only where the job runs can tell of scaling it in place. */
export interface ScalingHost<Job extends JobTypes> {
  /** Null: there is no job that it could be done to. */
  readonly inputs: (round: Job['round']) => InPlaceScalingInputs | null
  /** The look at the TaskManagers that it has of its own. */
  readonly taskManagers: (round: Job['round']) => readonly Query[]
}

/** The answer for an edit that only scales; null: there is no such edit, or no job that it could be done to. */
const scalingAnswer = <Job extends JobTypes>(host: ScalingHost<Job>, round: Job['round']): InPlaceScaling | null => {
  const inputs = isScaleDue(round) ? host.inputs(round) : null
  return inputs === null ? null : inPlaceScaling(inputs)
}

const queriesFor = <Job extends JobTypes>(
  host: ScalingHost<Job>,
  round: Job['round'],
  answer: InPlaceScaling | null,
): readonly Query[] => {
  const { desired: { deployed }, observed: { status: { jobStatus: { jobId } }, facts } } = round
  if (answer?._tag !== 'LookFirst' || deployed._tag !== 'Deployed') return []
  switch (answer.at) {
    case 'TaskManagers':
      return host.taskManagers(round)
    case 'ResourceRequirements':
      return jobId === null ? [] : unanswered(facts, [{ _tag: 'GetResourceRequirements', endpoint: deployed.endpoint, jobId }])
  }
}

/** What is asked together with the other details of the job, so that a scale costs no look of its own. */
export const scalingQueries = <Job extends JobTypes>(host: ScalingHost<Job>, round: Job['round']): readonly Query[] =>
  queriesFor(host, round, scalingAnswer(host, round))

/** Why the edit, which only scales, is not waited for any longer, but made an upgrade of; null: it is no such edit. */
export const scalingGivenUp = <Job extends JobTypes>(host: ScalingHost<Job>, round: Job['round']): string | null =>
  givenUp(round, scalingAnswer(host, round))

/** The decision with the record of the wait for what scaling needs to see. */
export const rememberingScalingWait = <Job extends JobTypes>(
  host: ScalingHost<Job>,
  round: RoundOf<Job>,
  decision: Decision<Job['status']>,
): Decision<Job['status']> => withScalingWait(round, scalingAnswer(host, round), decision)

/** Rows S. Null: the edit, if there is one, is not to be done in place. */
export const scalingSituation = <Job extends JobTypes>(
  host: ScalingHost<Job>,
  round: Job['round'],
  { deployed, wanted }: Pick<RecordedJob<Job>, 'deployed' | 'wanted'>,
): LifecycleSituation<Job> | null => {
  const answer = scalingAnswer(host, round)
  if (answer === null || answer._tag === 'NotPossible' || givenUp(round, answer) !== null) return null
  const row = `S ${answer.row}`
  if (answer._tag !== 'LookFirst') return { _tag: 'ScaleDue', row, answer, wanted, deployed, reason: answer.reason }
  const queries = queriesFor(host, round, answer)
  return queries.length === 0 ? null : needsFacts(row, queries, answer.reason)
}
