import type { DeleteZooKeeperHaMetadata, PruneZooKeeperPlans } from '@flink-operator/core/action'
import { absent, type Fact, known, type ZooKeeperHaView } from '@flink-operator/core/fact'
import type { ZooKeeperPlace } from '@flink-operator/core/query'
import { done, type Performed, refused } from '../kubernetes/answer.ts'
import type { PodObject, World } from '../world/world.ts'
import { judgeZooKeeperJobs } from '../kubernetes/foreign-objects.ts'
import { clusterConfiguration, nodeOf } from './cluster-configuration.ts'
import { type HaJob, type HaMetadata, noHaMetadata, type StoredPlan, withHa } from './ha-metadata.ts'

/** A JobManager that reaches ZooKeeper takes part in leader election until its process ends. */
const isCandidate = (node: string) => ({ process, input }: PodObject): boolean =>
  process !== null && process.phase !== 'Starting' && clusterConfiguration(input).zooKeeperNode === node

const candidates = ({ zooKeeper, pods }: World, node: string): number =>
  pods.filter(isCandidate(node)).length + (zooKeeper[node]?.cutOff === true ? 1 : 0)

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
    // an ended job deletes the node of its pointers, and its counter
    hadCheckpoints: pointer !== null ? true : counter ? false : null,
    counter: counter ? checkpointId + 1 : null,
  }
}

/** The answer of ZooKeeper, with a quorum, about the cluster's node. */
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
  candidates(world, node) > 0 ? refused(world, 'Conflict', 'a JobManager takes part in leader election: nothing was deleted') : null

const withNode = (world: World, node: string, next: HaMetadata, what: string): Performed =>
  done(judgeZooKeeperJobs(world, withHa(world, { zooKeeperNode: node }, next), node, what))

/** Removes each node by path and by the transaction that created it. */
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
  const isToDelete = (it: { readonly path: string; readonly created: string }): boolean =>
    nodes.some(({ path, created }) => path === it.path && created === it.created)
  const plans = kept.cluster?.plans.filter(plan => !isToDelete(planNode(plan, kept))) ?? []
  const jobs = kept.jobs.filter(job => !isToDelete(jobNode(job)))
  if (cluster !== null && plans.length + jobs.length > 0) return refused(world, 'Conflict', 'a job was added after the query')
  const isWhole = cluster !== null && cluster === (kept.cluster?.uid ?? '')
  const next = isWhole ? noHaMetadata : { cluster: kept.cluster === null ? null : { ...kept.cluster, plans }, jobs }
  return refusal(world, node) ?? withNode(world, node, next, 'deleted')
}
