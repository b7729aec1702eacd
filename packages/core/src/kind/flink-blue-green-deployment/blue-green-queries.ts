import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Query } from '../../contract/query/query.ts'
import { asked, type Asked } from '../../contract/query/ask.ts'
import { colours } from './blue-green-resource.ts'
import { childName, livingOf, slotOf } from './child/child.ts'
import {
  activeChild,
  editOf,
  failureOf,
  isActiveReady,
  isActiveSuspended,
  isPast,
  mostFailures,
  otherChild,
} from './transition/evidence.ts'
import { isStateless } from './transition/transition-source.ts'
import type { BlueGreenRound } from './blue-green-round.ts'

/** Live queries for both children: a stale cache could show a different child. */
const childQueries = ({ desired: { meta: { namespace, name } } }: BlueGreenRound): readonly Query[] =>
  colours.map(colour => ({ _tag: 'ReadFlinkDeployment', namespace, name: childName(name, colour), slot: slotOf(colour) }))

/** Queries for the job of the active child, if the operator takes a savepoint of it. */
const jobQueries = (round: BlueGreenRound): readonly Query[] => {
  const { observed: { job, active, phase, status: { operation }, outcome } } = round
  if (job._tag === 'None' || active === null || livingOf(activeChild(round)) === null) return []
  const { endpoint, jobId } = job
  const slot = slotOf(active)
  if (phase === 'Active') return isSavepointDue(round) ? [{ _tag: 'GetJobsOverview', endpoint, slot }] : []
  if (phase !== 'Savepointing' || operation === null || jobId !== operation.jobId) return []
  if (outcome?._tag === 'Ask' && outcome.what === 'Checkpoints') return [{ _tag: 'GetCheckpoints', endpoint, jobId, slot }]
  return [
    { _tag: 'GetJobsOverview', endpoint, slot },
    { _tag: 'GetSavepointOperation', endpoint, jobId, triggerId: operation.id, for: 'savepointOperation', slot },
  ]
}

const isSavepointDue = (round: BlueGreenRound): boolean => {
  const { desired: { wanted } } = round
  const failure = failureOf(round)
  return wanted !== null && editOf(round) === 'TRANSITION' && !isStateless(wanted) && isActiveReady(round) && !isActiveSuspended(round)
    && otherChild(round)._tag === 'Absent' && (failure === null || (failure.times < mostFailures && isPast(round, failure.retryAt)))
}

/**
 * Whether this round has answers to all queries that the rows need. The children come first, because their status names the job to query.
 */
export const allSeen = (round: BlueGreenRound): Asked<null> => {
  const { facts } = round.observed
  return pipe(facts, asked(childQueries(round)), E.chain(() => asked(jobQueries(round))(facts)))
}
