import type { DeleteZooKeeperHaMetadata } from '../../src/action/delete-zookeeper-ha-metadata.ts'
import type { PruneZooKeeperPlans } from '../../src/action/prune-zookeeper-plans.ts'
import { absent, type Fact, known } from '../../src/fact/fact.ts'
import type { ZooKeeperHaView } from '../../src/fact/zookeeper-ha-view.ts'
import { done, type Performed, refused } from '../kubernetes/answer.ts'
import type { PodObject, World } from '../world/world.ts'
import { clusterConfiguration } from './cluster-configuration.ts'
import { type HaJob, type HaMetadata, noHaMetadata, type StoredPlan } from './ha-metadata.ts'

/** A JobManager that reaches its ensemble stands for election until its process ends. */
const stands = ({ process, input }: PodObject): boolean =>
  process !== null && process.phase !== 'Starting' && clusterConfiguration(input).inZooKeeper

const planNode = ({ jobId, attempt }: StoredPlan, { cluster }: HaMetadata) => ({
  jobId,
  path: `/execution-plans/${jobId}`,
  created: attempt ?? cluster?.uid ?? '',
})

const jobNode = ({ jobId, uid, checkpointId, pointer, counter, spoilt }: HaJob): ZooKeeperHaView['jobs'][number] => {
  const checkpoints = pointer === null ? [] : [String(checkpointId).padStart(19, '0')]
  return {
    jobId,
    path: `/jobs/${jobId}`,
    created: uid,
    checkpoints,
    unusable: spoilt === true ? checkpoints : [],
    // what has ended takes the folder of its pointers away, and its counter
    hadCheckpoints: pointer !== null ? true : counter ? false : null,
    counter: counter ? checkpointId + 1 : null,
  }
}

/** What an ensemble that agrees tells of the cluster's node. */
export const answerZooKeeper = ({ zooKeeper, pods, now }: World): Fact<ZooKeeperHaView> => {
  const { cluster, jobs } = zooKeeper
  return cluster === null && jobs.length === 0 ? absent(now)
    : known({
      created: cluster?.uid ?? '',
      candidates: pods.filter(stands).length,
      jobs: jobs.map(jobNode),
      plans: (cluster?.plans ?? []).map(plan => planNode(plan, zooKeeper)),
    }, now)
}

const refusal = (world: World): Performed | null =>
  world.pods.some(stands) ? refused(world, 'Conflict', 'a JobManager stands for election: nothing was deleted') : null

/** Each node by path and by the transaction that made it. */
export const pruneZooKeeperPlans = (world: World, { plans }: PruneZooKeeperPlans): Performed => {
  const { zooKeeper } = world
  const { cluster } = zooKeeper
  if (cluster === null) return done(world)
  const left = cluster.plans.filter(plan => {
    const node = planNode(plan, zooKeeper)
    return !plans.some(it => it.path === node.path && it.created === node.created)
  })
  return refusal(world)
    ?? done(left.length === cluster.plans.length ? world : { ...world, zooKeeper: { ...zooKeeper, cluster: { ...cluster, plans: left } } })
}

export const deleteZooKeeperHaMetadata = (world: World, { nodes, cluster }: DeleteZooKeeperHaMetadata): Performed => {
  const { zooKeeper } = world
  const goes = (node: { readonly path: string; readonly created: string }): boolean =>
    nodes.some(it => it.path === node.path && it.created === node.created)
  const plans = zooKeeper.cluster?.plans.filter(plan => !goes(planNode(plan, zooKeeper))) ?? []
  const jobs = zooKeeper.jobs.filter(job => !goes(jobNode(job)))
  if (cluster !== null && plans.length + jobs.length > 0) return refused(world, 'Conflict', 'a job came after it was looked at')
  const isWhole = cluster !== null && cluster === (zooKeeper.cluster?.uid ?? '')
  const next = isWhole ? noHaMetadata : { cluster: zooKeeper.cluster === null ? null : { ...zooKeeper.cluster, plans }, jobs }
  return refusal(world) ?? done({ ...world, zooKeeper: next })
}
