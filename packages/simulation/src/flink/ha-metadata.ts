import type { Submission } from './job-manager-process.ts'

/**
 * HA metadata (kubernetes-ha.md, sections 2 and 5); in Kubernetes: one ConfigMap of the cluster, and one for each job. They have no
 * owner reference and outlive the Deployment.
 */
export interface HaMetadata {
  readonly cluster: {
    readonly uid: string
    readonly version: string
    /** Jobs whose graph or execution plan is stored: a JobManager runs these when it starts. */
    readonly plans: readonly StoredPlan[]
  } | null
  readonly jobs: readonly HaJob[]
}

/** `attempt`: ghost state, the deploy attempt that the stored job description comes from (B21). */
export interface StoredPlan {
  readonly jobId: string
  readonly attempt: string | null
  /** For a job of a session cluster. */
  readonly submission?: Submission
}

/**
 * ConfigMap `<cluster>-<job>-config-map`. `pointer`: path of the newest checkpoint; null: no checkpoint yet (B07), or none any more.
 * `counter`: is the next checkpoint's id stored? Flink writes it with the first checkpoint, or when it restores a savepoint, and
 * removes it with the pointers when the job has ended.
 */
export interface HaJob {
  readonly uid: string
  readonly version: string
  readonly jobId: string
  readonly checkpointId: number
  readonly pointer: string | null
  readonly counter: boolean
  /** The pointer is marked for deletion or unreadable: Flink restores nothing from it. */
  readonly spoilt?: true
}

export const noHaMetadata: HaMetadata = { cluster: null, jobs: [] }

/**
 * The HA metadata of clusters in ZooKeeper, each below its own node. `cutOff`: a JobManager that is unreachable, as on a partitioned
 * node, still takes part in leader election until its session ends.
 */
export type ZooKeeperNodes = Readonly<Record<string, HaMetadata & { readonly cutOff?: true }>>

export const noZooKeeperNodes: ZooKeeperNodes = {}

type Stores = { readonly ha: HaMetadata; readonly zooKeeper: ZooKeeperNodes }
type Keeps = { readonly zooKeeperNode: string | null }

/** The HA metadata that a JobManager with this configuration finds: it sees one of the stores only. */
export const haOf = ({ ha, zooKeeper }: Stores, { zooKeeperNode }: Keeps): HaMetadata =>
  zooKeeperNode === null ? ha : (zooKeeper[zooKeeperNode] ?? noHaMetadata)

export const withHa = <W extends Stores>(world: W, { zooKeeperNode }: Keeps, next: HaMetadata): W =>
  zooKeeperNode === null ? { ...world, ha: next }
    : { ...world, zooKeeper: { ...world.zooKeeper, [zooKeeperNode]: { ...world.zooKeeper[zooKeeperNode], ...next } } }

/**
 * What Flink removes as soon as a job has ended for good: it is not restored from its checkpoints again. Its plan and its ConfigMap
 * are deleted some time after it is listed as ended.
 */
export const withoutPointer = (
  ha: HaMetadata,
  jobId: string,
): HaMetadata => (ha.jobs.some(job => job.jobId === jobId && (job.pointer !== null || job.counter))
  ? { ...ha, jobs: ha.jobs.map(job => (job.jobId === jobId ? { ...job, pointer: null, counter: false } : job)) } : ha)

export const knowsJob = (ha: HaMetadata, jobId: string): boolean =>
  (ha.cluster?.plans.some(plan => plan.jobId === jobId) ?? false) || ha.jobs.some(job => job.jobId === jobId)

/** What Flink removes last. The cluster's own ConfigMap stays while the JobManager runs. */
export const withoutJob = (ha: HaMetadata, jobId: string): HaMetadata => ({
  cluster: ha.cluster === null ? null : { ...ha.cluster, plans: ha.cluster.plans.filter(plan => plan.jobId !== jobId) },
  jobs: ha.jobs.filter(job => job.jobId !== jobId),
})
