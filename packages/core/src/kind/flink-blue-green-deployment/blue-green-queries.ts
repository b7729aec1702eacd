import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Query } from '../../query/query.ts'
import { asked, type Asked } from '../../query/ask.ts'
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

/** Both children, live: a cache that is behind would show another one. */
const childQueries = ({ desired: { meta: { namespace, name } } }: BlueGreenRound): readonly Query[] =>
  colours.map(colour => ({ _tag: 'ReadFlinkDeployment', namespace, name: childName(name, colour), slot: slotOf(colour) }))

/** The job of the active child, where a savepoint of it is asked for. */
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

/** Was all seen that the rows ask? The children first: they say which job is asked about. */
export const allSeen = (round: BlueGreenRound): Asked<null> => {
  const { facts } = round.observed
  return pipe(facts, asked(childQueries(round)), E.chain(() => asked(jobQueries(round))(facts)))
}
