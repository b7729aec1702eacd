import type { Submission } from './job-manager-process.ts'

/**
 * HA metadata (kubernetes-ha.md, sections 2 and 5); in Kubernetes: one ConfigMap of the cluster, one for each job. Both have no owner and
 * outlive the Deployment.
 */
export interface HaMetadata {
  readonly cluster: {
    readonly uid: string
    readonly version: string
    /** Jobs whose graph or execution plan is stored: a JobManager that starts runs these. */
    readonly plans: readonly StoredPlan[]
  } | null
  readonly jobs: readonly HaJob[]
}

/** `attempt`: ghost, which deploy attempt's job description it is (B21). */
export interface StoredPlan {
  readonly jobId: string
  readonly attempt: string | null
  /** Of a job of a session cluster. */
  readonly submission?: Submission
}

/**
 * ConfigMap `<cluster>-<job>-config-map`. `pointer`: path of the newest checkpoint; null: none yet (B07), or none any more. `counter`: is
 * the next checkpoint's id stored? Flink writes it with the first checkpoint, or when a savepoint is restored, and removes it with the
 * pointers when the job has ended.
 */
export interface HaJob {
  readonly uid: string
  readonly version: string
  readonly jobId: string
  readonly checkpointId: number
  readonly pointer: string | null
  readonly counter: boolean
  /** The pointer is marked for deletion, or its value can't be read: Flink restores nothing from it. */
  readonly spoilt?: true
}

export const noHaMetadata: HaMetadata = { cluster: null, jobs: [] }

/**
 * What clusters keep in the ensemble, each below its own node. `cutOff`: a JobManager that nobody sees any more, as on a node that is cut
 * off, still stands for election until its session is over.
 */
export type ZooKeeperNodes = Readonly<Record<string, HaMetadata & { readonly cutOff?: true }>>

export const noZooKeeperNodes: ZooKeeperNodes = {}

type Stores = { readonly ha: HaMetadata; readonly zooKeeper: ZooKeeperNodes }
type Keeps = { readonly zooKeeperNode: string | null }

/** What a JobManager that is configured so finds: of several stores each knows nothing of the others. */
export const haOf = ({ ha, zooKeeper }: Stores, { zooKeeperNode }: Keeps): HaMetadata =>
  zooKeeperNode === null ? ha : (zooKeeper[zooKeeperNode] ?? noHaMetadata)

export const withHa = <W extends Stores>(world: W, { zooKeeperNode }: Keeps, next: HaMetadata): W =>
  zooKeeperNode === null ? { ...world, ha: next }
    : { ...world, zooKeeper: { ...world.zooKeeper, [zooKeeperNode]: { ...world.zooKeeper[zooKeeperNode], ...next } } }

/**
 * What Flink removes at once when a job has ended for good: it is not restored from its checkpoints again. Its plan and its ConfigMap go
 * some time after it is listed as ended.
 */
export const withoutPointer = (
  ha: HaMetadata,
  jobId: string,
): HaMetadata => (ha.jobs.some(job => job.jobId === jobId && (job.pointer !== null || job.counter))
  ? { ...ha, jobs: ha.jobs.map(job => (job.jobId === jobId ? { ...job, pointer: null, counter: false } : job)) } : ha)

export const knowsJob = (ha: HaMetadata, jobId: string): boolean =>
  (ha.cluster?.plans.some(plan => plan.jobId === jobId) ?? false) || ha.jobs.some(job => job.jobId === jobId)

/** What Flink removes in the end. The cluster's own ConfigMap stays while the JobManager lives. */
export const withoutJob = (ha: HaMetadata, jobId: string): HaMetadata => ({
  cluster: ha.cluster === null ? null : { ...ha.cluster, plans: ha.cluster.plans.filter(plan => plan.jobId !== jobId) },
  jobs: ha.jobs.filter(job => job.jobId !== jobId),
})
