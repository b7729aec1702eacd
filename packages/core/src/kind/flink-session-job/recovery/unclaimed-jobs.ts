import type { JobOverview } from '../../../fact/flink-rest.ts'
import { upgradeProblem } from '../../../job/told/upgrade-problem.ts'
import type { Query } from '../../../query/query.ts'
import { isTerminal } from '../../../resource/job-state.ts'
import { isJobIdOf } from '../../../resource/mint-id.ts'
import type { Problem } from '../../../round/decision.ts'
import { blocked, needsFacts } from '../../../round/waiting-situation.ts'
import { readyCluster, type Round } from '../session-job-round.ts'
import type { HaEntry } from '../seen/ha-entries.ts'
import { heldEntries, toBeSeen } from '../seen/job-absence.ts'
import type { Situation } from '../session-job-situation.ts'
import { claimOf, claimQueries } from './claim.ts'

/**
 * Before a job is started, and none of it is listed as alive: HA metadata of its cluster may hold what an earlier resource of its name
 * submitted, under an id that was minted for another uid (A02). A JobManager that was elected again lists nothing until it has brought that
 * back.
 *
 * | row | HA metadata holds | then |
 * |---|---|---|
 * | Q42 | a job that is not listed, and that no other FlinkSessionJob claims | waited for, and told |
 * | Q42 | it could not be seen | waited for |
 * | – | what is listed, or what another FlinkSessionJob claims | gone on: what is listed is told apart by its name (row Q32) |
 * | – | what a job keeps of its checkpoints, without a plan beside it | gone on: no JobManager starts it |
 * | – | nothing; or no look can tell | gone on |
 *
 * Null: nothing stands against the start.
 */
export const besideUnclaimed = (round: Round): Situation | null => {
  const cluster = readyCluster(round)
  if (cluster === null) return null
  const held = heldEntries(round, cluster)
  switch (held._tag) {
    case 'Look':
      // in one look: a round has four
      return needsFacts('Q42', [...held.queries, ...claimQueries(round)], 'does HA metadata bring back a job that nobody claims?')
    case 'Unseen':
      return blocked('Q42', toBeSeen, null)
    case 'OutOfSight':
      return null
    case 'Seen':
      return notListed(round, held.plans ?? held.jobs)
  }
}

const notListed = (round: Round, entries: readonly HaEntry[]): Situation | null => {
  for (const entry of entries.filter(({ jobId }) => !isListed(round, jobId))) {
    const claim = claimOf(round, entry.jobId)
    if (claim._tag === 'Look') return needsFacts('Q42', claim.queries, `whose is job ${entry.jobId}, which HA metadata brings back?`)
    if (claim._tag === 'Theirs') continue
    return blocked(
      'Q42',
      `the JobManager to bring job ${entry.jobId} back from its HA metadata`,
      upgradeProblem('RestoreFailed', unclaimedText(entry, isJobIdOf(round.desired.meta.uid, entry.jobId))),
    )
  }
  return null
}

const isListed = ({ observed: { facts: { jobs } } }: Round, jobId: string): boolean =>
  jobs?._tag === 'Known' && jobs.value.some(it => it.jobId === jobId)

const unclaimedText = ({ jobId, where }: HaEntry, isOwn: boolean): string =>
  `HA metadata of the session cluster holds job ${jobId}${
    isOwn ? ' of this resource, which its JobManager does not list: the'
      : ', which its JobManager does not list and no FlinkSessionJob claims: it may be what an earlier resource of this name submitted, and the'
  } JobManager may bring it back. Nothing is started beside it. The operator goes on once the JobManager lists that job. If the job is not to come back, delete ${where}`

/**
 * Jobs that are alive beside the one that the status tells of, under the name that the spec gives it, and that are not this resource's:
 * what ran before came back after all, or somebody runs the same. Of a job that its jar names otherwise nothing is told: many run the same
 * jar in one cluster, and each of them would have all others listed at each look.
 */
const alike = (
  { desired: { meta, wanted }, observed: { status: { jobStatus: { jobId } }, facts: { jobs } } }: Round,
): readonly JobOverview[] => {
  const name = wanted?.effective.configuration['pipeline.name']
  const alive = jobs?._tag === 'Known' ? jobs.value.filter(it => !isTerminal(it.state) && it.name === name) : []
  return alive.some(it => it.jobId === jobId) ? alive.filter(it => it.jobId !== jobId && !isJobIdOf(meta.uid, it.jobId)) : []
}

/** What tells whose they are. */
export const alikeQueries = (round: Round): readonly Query[] => {
  const [first] = alike(round)
  const claim = first === undefined ? null : claimOf(round, first.jobId)
  return claim?._tag === 'Look' ? claim.queries : []
}

/** The same job seems to run twice (P02): that is told, and nothing is done to the one that is not ours. Null: it does not. */
export const duplicateProblem = (round: Round): Problem | null => {
  const duplicate = alike(round).find(({ jobId }) => claimOf(round, jobId)._tag === 'NotTheirs')
  return duplicate === undefined ? null : {
    owner: 'job',
    type: 'ReconciliationException',
    message:
      `Job ${duplicate.jobId} runs in the session cluster beside the job of this resource, under the same name, and no FlinkSessionJob claims it: it may be what an earlier resource of that name, or somebody by hand, submitted, so that the same work is done twice. Stop the one that is not to run (flink stop ${duplicate.jobId}); or, where it is another job, give one of the two another name`,
    reason: 'StrayJob',
  }
}
