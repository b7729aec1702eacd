import type { WorldAction } from '../../action/action.ts'
import type { Fact } from '../../fact/fact.ts'
import type { HaMetadata } from '../../fact/ha-metadata.ts'
import type { ZooKeeperHaView, ZooKeeperJobView } from '../../fact/zookeeper-ha-view.ts'
import type { ZooKeeperPlace } from '../../query/zookeeper-place.ts'
import type { Problem } from '../../round/decision.ts'
import type { Obstacle } from '../../round/obstacle.ts'

/** What was seen in ZooKeeper, at the place that the round asks about. */
export type ZooKeeperFact = Fact<ZooKeeperHaView> | undefined

/**
 * Is HA metadata of this very job there (B07, H-D06)? Who may not read it will not by trying again: that is out of sight, not unknown. What
 * could not be reached is Unknown (H-D09).
 */
export const jobMetadataIn = (fact: ZooKeeperFact, jobId: string | null): HaMetadata => {
  if (fact === undefined) return 'NotLooked'
  if (fact._tag === 'Unknown') return fact.reason === 'Forbidden' ? 'Unreadable' : 'Unknown'
  return jobIn(fact, jobId) === undefined ? 'NotAvailable' : 'Available'
}

const jobIn = (fact: ZooKeeperFact, jobId: string | null): ZooKeeperJobView | undefined =>
  fact?._tag === 'Known' ? fact.value.jobs.find(it => it.jobId === jobId) : undefined

/**
 * Does HA metadata of this job point to a checkpoint, or say that there is none yet? Not yet: the folder of pointers is there, nothing was
 * ever put into it, and checkpoints are counted. Else nobody can tell a job that has ended from one that has not begun (P01).
 */
export const checkpointIn = (fact: ZooKeeperFact, jobId: string | null): 'There' | 'NotYet' | 'Unknown' => {
  const job = jobIn(fact, jobId)
  if (job === undefined) return 'Unknown'
  if (job.checkpoints.some(it => !job.unusable.includes(it))) return 'There'
  return job.hadCheckpoints === false && typeof job.counter === 'number' ? 'NotYet' : 'Unknown'
}

/** Stored plans of these jobs go, as they were seen, so that the new description of the job takes effect (B21); null: there are none. */
export const planPruning = (place: ZooKeeperPlace, { plans }: ZooKeeperHaView, jobIds: readonly string[]): WorldAction | null => {
  const stored = plans.filter(({ jobId }) => jobIds.includes(jobId))
  return stored.length === 0 ? null : { _tag: 'PruneZooKeeperPlans', place, plans: stored }
}

/**
 * What is kept for these jobs goes, as it was seen; with the resource the cluster's own node, too, where it keeps nothing of another job.
 * Null: there is nothing to take away. Plans go first: with a plan and no pointers Flink would start the job from nothing.
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
 * Jobs under the cluster's node that are none of these: with their plans Flink would bring them back. Another cluster of that name, in
 * another namespace, has the same node where both name the same ensemble and root. `none`: whose none of them is, in words.
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
    what: `holds high-availability metadata of job ${jobId}, ${none}; a new cluster of that id would bring that job back`,
    remedy:
      `keep what it points to if that state is needed, then delete ${place.path}${path} in ZooKeeper ${place.quorum}, or set high-availability.zookeeper.path.root so that no other cluster has the node ${place.path}`,
  }))

/** Does a JobManager still stand for election, though no pod of one is left? Its session ends when it was killed long enough ago. */
export const standing = (place: ZooKeeperPlace, { candidates }: Pick<ZooKeeperHaView, 'candidates'>): string | null =>
  candidates === 0 ? null
    : `${
      String(candidates)
    } JobManager(s) at ${place.path} in ZooKeeper to end: a session that is not over yet, or another cluster of that name`

/** Of the jobs of an application. */
export const noJobOf = ({ kind, name }: { readonly kind: string; readonly name: string }): string =>
  `which is no job of ${kind} ${name} as far as its status says`

/** For people, once that takes long. */
export const zooKeeperProblem = (waitingFor: string): Problem => ({
  owner: 'operation',
  type: 'ReconciliationException',
  reason: 'CleanupFailed',
  message:
    `Waiting: ${waitingFor}. Nothing is started before: what ZooKeeper keeps of the last job may be its state, and its plan would be run beside a new one. It goes on by itself then`,
})
