import type { Query } from '../../contract/query/query.ts'
import { unanswered } from '../../contract/query/ask.ts'
import type { Decision } from '../../contract/round/decision.ts'
import { needsFacts } from '../../contract/round/waiting-situation.ts'
import type { JobTypes, LifecycleSituation, RecordedJob, RoundOf } from '../job-situation.ts'
import type { InPlaceScaling, InPlaceScalingInputs } from './in-place-scaling-answer.ts'
import { inPlaceScaling } from './in-place-scaling.ts'
import { isScaleDue, givenUp, runsOtherwise, withScalingWait } from './scaling-edit.ts'

/** Hooks of the host for in-place scaling. */
export interface ScalingHost<Job extends JobTypes> {
  /** Null: there is no job to rescale. */
  readonly inputs: (round: Job['round']) => InPlaceScalingInputs | null
  /** Query for the job's own TaskManagers. */
  readonly taskManagers: (round: Job['round']) => readonly Query[]
}

/**
 * The answer for an edit that only changes parallelism, or for a job that runs without its recorded overrides, which waits for nothing.
 * Null: there is no such edit, or no job to rescale.
 */
const scalingAnswer = <Job extends JobTypes>(host: ScalingHost<Job>, round: Job['round']): InPlaceScaling | null => {
  const isEdit = isScaleDue(round)
  const inputs = isEdit || runsOtherwise(round) ? host.inputs(round) : null
  const answer = inputs === null ? null : inPlaceScaling(inputs)
  return !isEdit && (answer?._tag === 'Wait' || answer?._tag === 'Done') ? null : answer
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

/** Queries that are made together with the other details of the job, so that scaling needs no look of its own. */
export const scalingQueries = <Job extends JobTypes>(host: ScalingHost<Job>, round: Job['round']): readonly Query[] =>
  queriesFor(host, round, scalingAnswer(host, round))

/** Why the operator stops waiting to rescale in place and upgrades the job instead. Null: it does not. */
export const scalingGivenUp = <Job extends JobTypes>(host: ScalingHost<Job>, round: Job['round']): string | null =>
  givenUp(round, scalingAnswer(host, round))

/** Adds to the decision the record of the wait for the facts that scaling needs. */
export const rememberingScalingWait = <Job extends JobTypes>(
  host: ScalingHost<Job>,
  round: RoundOf<Job>,
  decision: Decision<Job['status']>,
): Decision<Job['status']> => withScalingWait(round, scalingAnswer(host, round), decision)

/** Rows S. Null: there is no edit to apply in place. */
export const scalingSituation = <Job extends JobTypes>(
  host: ScalingHost<Job>,
  round: Job['round'],
  { deployed, wanted }: Pick<RecordedJob<Job>, 'deployed' | 'wanted'>,
): LifecycleSituation<Job> | null => {
  const answer = scalingAnswer(host, round)
  if (answer === null || answer._tag === 'NotPossible' || givenUp(round, answer) !== null) return null
  const row = `scaling, ${answer.row}`
  if (answer._tag !== 'LookFirst') return { _tag: 'ScaleDue', row, answer, wanted, deployed, reason: answer.reason }
  const queries = queriesFor(host, round, answer)
  return queries.length === 0 ? null : needsFacts(row, queries, answer.reason)
}
