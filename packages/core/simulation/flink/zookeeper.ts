import type { DeleteZooKeeperHaMetadata } from '../../src/action/delete-zookeeper-ha-metadata.ts'
import type { PruneZooKeeperPlans } from '../../src/action/prune-zookeeper-plans.ts'
import { absent, type Fact, known } from '../../src/fact/fact.ts'
import type { ZooKeeperHaView } from '../../src/fact/zookeeper-ha-view.ts'
import { done, type Performed, refused } from '../kubernetes/answer.ts'
import type { PodObject, World } from '../world/world.ts'
import type { ZooKeeperPlace } from '../../src/query/zookeeper-place.ts'
import { judgeZooKeeperJobs } from '../kubernetes/strangers.ts'
import { clusterConfiguration, nodeOf } from './cluster-configuration.ts'
import { type HaJob, type HaMetadata, noHaMetadata, type StoredPlan, withHa } from './ha-metadata.ts'

/** A JobManager that reaches its ensemble stands for election until its process ends. */
const stands = (node: string) => ({ process, input }: PodObject): boolean =>
  process !== null && process.phase !== 'Starting' && clusterConfiguration(input).zooKeeperNode === node

const candidates = ({ zooKeeper, pods }: World, node: string): number =>
  pods.filter(stands(node)).length + (zooKeeper[node]?.cutOff === true ? 1 : 0)

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
export const answerZooKeeper = (world: World, place: ZooKeeperPlace): Fact<ZooKeeperHaView> => {
  const node = nodeOf(place)
  const kept = world.zooKeeper[node] ?? noHaMetadata
  return kept.cluster === null && kept.jobs.length === 0 ? absent(world.now)
    : known({
      created: kept.cluster?.uid ?? '',
      candidates: candidates(world, node),
      jobs: kept.jobs.map(jobNode),
      plans: (kept.cluster?.plans ?? []).map(plan => planNode(plan, kept)),
    }, world.now)
}

const refusal = (world: World, node: string): Performed | null =>
  candidates(world, node) > 0 ? refused(world, 'Conflict', 'a JobManager stands for election: nothing was deleted') : null

const withNode = (world: World, node: string, next: HaMetadata, what: string): Performed =>
  done(judgeZooKeeperJobs(world, withHa(world, { zooKeeperNode: node }, next), node, what))

/** Each node by path and by the transaction that made it. */
export const pruneZooKeeperPlans = (world: World, { place, plans }: PruneZooKeeperPlans): Performed => {
  const node = nodeOf(place)
  const kept = world.zooKeeper[node] ?? noHaMetadata
  const { cluster } = kept
  if (cluster === null) return done(world)
  const left = cluster.plans.filter(plan => {
    const it = planNode(plan, kept)
    return !plans.some(({ path, created }) => path === it.path && created === it.created)
  })
  return refusal(world, node)
    ?? (left.length === cluster.plans.length ? done(world)
      : withNode(world, node, { ...kept, cluster: { ...cluster, plans: left } }, 'pruned'))
}

export const deleteZooKeeperHaMetadata = (world: World, { place, nodes, cluster }: DeleteZooKeeperHaMetadata): Performed => {
  const node = nodeOf(place)
  const kept = world.zooKeeper[node] ?? noHaMetadata
  const goes = (it: { readonly path: string; readonly created: string }): boolean =>
    nodes.some(({ path, created }) => path === it.path && created === it.created)
  const plans = kept.cluster?.plans.filter(plan => !goes(planNode(plan, kept))) ?? []
  const jobs = kept.jobs.filter(job => !goes(jobNode(job)))
  if (cluster !== null && plans.length + jobs.length > 0) return refused(world, 'Conflict', 'a job came after it was looked at')
  const isWhole = cluster !== null && cluster === (kept.cluster?.uid ?? '')
  const next = isWhole ? noHaMetadata : { cluster: kept.cluster === null ? null : { ...kept.cluster, plans }, jobs }
  return refusal(world, node) ?? withNode(world, node, next, 'deleted')
}
