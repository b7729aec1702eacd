import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { cluster } from '../../../contract/round/unblocked-by.ts'
import { stateShown, upgradeProblem } from '../../../job/report/job-problem.ts'
import type { JobOverview } from '../../../contract/fact/flink-rest.ts'
import { type Asked, orLook, togetherWith } from '../../../contract/query/ask.ts'
import type { Query } from '../../../contract/query/query.ts'
import { isTerminal } from '../../../contract/resource/job-status.ts'
import { isJobIdOf } from '../../../contract/resource/mint-id.ts'
import type { Problem } from '../../../contract/round/decision.ts'
import { blocked, needsFacts } from '../../../contract/round/waiting-situation.ts'
import { readyCluster, type Round } from '../session-job-round.ts'
import { type HaEntries, haEntries, type HaEntry } from '../observe/ha-entries.ts'
import { toBeSeen } from '../observe/job-absence.ts'
import type { Situation } from '../session-job-situation.ts'
import { claimQuery, firstNotOthers, isUnclaimed } from './claim.ts'

/**
 * A check before a job starts while no job of the resource is listed as alive. HA metadata of the cluster may hold a job that an earlier
 * resource of the same name submitted, with an id generated for another uid (A02). A newly elected JobManager lists no job until it has
 * recovered them.
 *
 * | row | HA metadata | then |
 * |---|---|---|
 * | unclaimed-job | holds a job that Flink does not list and no other FlinkSessionJob claims | the operator waits and reports it |
 * | unclaimed-job | could not be read | the operator waits |
 * | – | holds a job that Flink lists, or that another FlinkSessionJob claims | continue: a listed job is checked by its name and id (row same-name-job) |
 * | – | holds only checkpoint pointers of a job, without a plan | continue: no JobManager starts that job |
 * | – | holds nothing, or is unobservable | continue |
 *
 * Null: nothing forbids the start.
 */
export const besideUnclaimed = (round: Round): Situation | null => {
  const cluster = readyCluster(round)
  if (cluster === null) return null
  const { facts } = round.observed
  return pipe(
    haEntries(round, cluster)(facts),
    // both in one query: a round has four
    togetherWith(facts, () => [claimQuery(round)]),
    E.chain(held => byEntries(round, held)),
    orLook(queries => needsFacts('unclaimed-job', queries, 'does HA metadata hold a job that no FlinkSessionJob claims?')),
  )
}

const byEntries = (round: Round, held: HaEntries): Asked<Situation | null> => {
  switch (held._tag) {
    case 'Unseen':
      return E.right(blocked('unclaimed-job', toBeSeen, stateShown))
    case 'Unobservable':
      return E.right(null)
    case 'Seen':
      return pipe(
        firstNotOthers(round, (held.plans ?? held.jobs).filter(({ jobId }) => !isListed(round, jobId))),
        E.map(entry => (entry === null ? null : unclaimed(round, entry))),
      )
  }
}

const unclaimed = (round: Round, entry: HaEntry): Situation =>
  blocked(
    'unclaimed-job',
    `the JobManager to recover job ${entry.jobId} from its HA metadata`,
    unclaimedEnds,
    upgradeProblem('RestoreFailed', unclaimedText(entry, isJobIdOf(round.desired.meta.uid, entry.jobId))),
  )

const unclaimedEnds = cluster(
  'the JobManager lists the job that its HA metadata holds and no FlinkSessionJob claims; if that job should not come back, delete the entry that status.error names',
)

const isListed = ({ observed: { facts: { jobs } } }: Round, jobId: string): boolean =>
  jobs?._tag === 'Known' && jobs.value.some(it => it.jobId === jobId)

const unclaimedText = ({ jobId, where }: HaEntry, isOwn: boolean): string =>
  `HA metadata of the session cluster holds job ${jobId}${
    isOwn ? ' of this resource, which its JobManager does not list: the'
      : ', which its JobManager does not list and no FlinkSessionJob claims: an earlier resource of this name may have submitted it, and the'
  } JobManager may recover it. The operator starts nothing beside it, and continues once the JobManager lists that job. If the job should not come back, delete ${where}`

/**
 * Live jobs beside the recorded one that have the name that the spec sets and do not belong to this resource: an earlier job that came back
 * after all, or a second start of the same work. Jobs that are named by their jar are not compared: many jobs may use the same jar in one
 * cluster, and each would query all others in every round.
 */
const alike = (
  { desired: { meta, wanted }, observed: { status: { jobStatus: { jobId } }, facts: { jobs } } }: Round,
): readonly JobOverview[] => {
  const name = wanted?.effective.configuration['pipeline.name']
  const alive = jobs?._tag === 'Known' ? jobs.value.filter(it => !isTerminal(it.state) && it.name === name) : []
  return alive.some(it => it.jobId === jobId) ? alive.filter(it => it.jobId !== jobId && !isJobIdOf(meta.uid, it.jobId)) : []
}

/** The query that shows which resources own them. */
export const alikeQueries = (round: Round): readonly Query[] => (alike(round).length === 0 ? [] : [claimQuery(round)])

/**
 * The problem if the same job seems to run twice (P02). The operator only reports it, and does not touch the job that is not ours. Null: no
 * duplicate.
 */
export const duplicateProblem = (round: Round): Problem | null => {
  const duplicate = alike(round).find(({ jobId }) => isUnclaimed(round, jobId))
  return duplicate === undefined ? null : {
    owner: 'job',
    type: 'ReconciliationException',
    message:
      `Job ${duplicate.jobId} runs in the session cluster beside the job of this resource, under the same name, and no FlinkSessionJob claims it: an earlier resource of that name or a user may have submitted it, so that the same work is done twice. Stop the job that should not run (flink stop ${duplicate.jobId}); or, if it is another job, give one of the two another name`,
    reason: 'OrphanJob',
  }
}
