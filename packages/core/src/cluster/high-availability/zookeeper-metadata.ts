import type { WorldAction } from '../../contract/action/action.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { HaMetadata, ZooKeeperHaView, ZooKeeperJobView } from '../../contract/fact/zookeeper-ha-view.ts'
import type { ZooKeeperPlace } from '../../contract/query/zookeeper-place.ts'
import type { Problem } from '../../contract/round/decision.ts'
import type { Obstacle } from '../../contract/round/unblocked-by.ts'

/** The observed content of ZooKeeper at the place that the round queries. */
export type ZooKeeperFact = Fact<ZooKeeperHaView> | undefined

/**
 * Whether HA metadata of this very job exists (B07, H-D06). If the operator may not read it, a retry does not help: it is Unreadable, not
 * Unknown. An ensemble that could not be reached is Unknown (H-D09).
 */
export const jobMetadataIn = (fact: ZooKeeperFact, jobId: string | null): HaMetadata => {
  if (fact === undefined) return 'NotLooked'
  if (fact._tag === 'Unknown') return fact.reason === 'Forbidden' ? 'Unreadable' : 'Unknown'
  return jobIn(fact, jobId) === undefined ? 'NotAvailable' : 'Available'
}

const jobIn = (fact: ZooKeeperFact, jobId: string | null): ZooKeeperJobView | undefined =>
  fact?._tag === 'Known' ? fact.value.jobs.find(it => it.jobId === jobId) : undefined

/**
 * Whether HA metadata of this job points to a checkpoint, or shows that none was completed yet. `NotYet`: the folder of pointers exists,
 * never had an entry, and checkpoints are counted. Otherwise a job that ended and a job that has not begun look the same (P01).
 */
export const checkpointIn = (fact: ZooKeeperFact, jobId: string | null): 'There' | 'NotYet' | 'Unknown' => {
  const job = jobIn(fact, jobId)
  if (job === undefined) return 'Unknown'
  if (job.checkpoints.some(it => !job.unusable.includes(it))) return 'There'
  return job.hadCheckpoints === false && typeof job.counter === 'number' ? 'NotYet' : 'Unknown'
}

/** Deletes the stored plans of these jobs as observed, so that the new description of the job takes effect (B21). Null: there are none. */
export const planPruning = (place: ZooKeeperPlace, { plans }: ZooKeeperHaView, jobIds: readonly string[]): WorldAction | null => {
  const stored = plans.filter(({ jobId }) => jobIds.includes(jobId))
  return stored.length === 0 ? null : { _tag: 'PruneZooKeeperPlans', place, plans: stored }
}

/**
 * Deletes the data of these jobs as observed; when the resource is deleted also the cluster's own node, if it holds no data of another job.
 * Null: there is nothing to delete. Plans are deleted first: with a plan and no pointers Flink would start the job from empty state.
 */
export const metadataDeletion = (
  place: ZooKeeperPlace,
  { created, plans, jobs }: ZooKeeperHaView,
  jobIds: readonly string[],
  what: 'Jobs' | 'Cluster',
): WorldAction | null => {
  const kept = [...plans, ...jobs]
  const nodes = kept.filter(({ jobId }) => jobIds.includes(jobId)).map(({ path, created: at }) => ({ path, created: at }))
  const cluster = what === 'Cluster' && nodes.length === kept.length ? created : null
  return nodes.length === 0 && cluster === null ? null : { _tag: 'DeleteZooKeeperHaMetadata', place, nodes, cluster }
}

/**
 * Jobs under the cluster's node that are not among these: with their plans Flink would recover them. Another cluster of that name in
 * another namespace uses the same node if both have the same ensemble and root. `none`: whom the job does not belong to, in words.
 */
export const othersIn = (
  place: ZooKeeperPlace,
  { plans, jobs }: Pick<ZooKeeperHaView, 'plans' | 'jobs'>,
  { jobIds, none }: { readonly jobIds: readonly string[]; readonly none: string },
): readonly Obstacle[] =>
  [...plans, ...jobs].filter(({ jobId }) => !jobIds.includes(jobId)).map(({ path, jobId }): Obstacle => ({
    kind: 'ZooKeeper node',
    name: `${place.path}${path}`,
    isGoing: false,
    what: `holds high-availability metadata of job ${jobId}, ${none}; a new cluster of that id would recover that job`,
    remedy:
      `keep the state that it points to if it is needed, then delete ${place.path}${path} in ZooKeeper ${place.quorum}, or set high-availability.zookeeper.path.root so that no other cluster has the node ${place.path}`,
  }))

/**
 * Whether a JobManager is still a candidate for leadership although none of its pods exists. The session of a killed JobManager ends after
 * a while.
 */
export const standing = (place: ZooKeeperPlace, { candidates }: Pick<ZooKeeperHaView, 'candidates'>): string | null =>
  candidates === 0 ? null
    : `${
      String(candidates)
    } JobManager(s) at ${place.path} in ZooKeeper to end: a session that has not expired yet, or another cluster of that name`

/** For the jobs of an application. */
export const noJobOf = ({ kind, name }: { readonly kind: string; readonly name: string }): string =>
  `which is no job of ${kind} ${name} as far as its status says`

/** The problem once this takes long. */
export const zooKeeperProblem = (waitingFor: string): Problem => ({
  owner: 'operation',
  type: 'ReconciliationException',
  reason: 'CleanupFailed',
  message:
    `The operator waits for ${waitingFor}. It starts nothing before: the data in ZooKeeper may be the state of the last job, and Flink would run its plan beside the new job. The operator then continues automatically`,
})
