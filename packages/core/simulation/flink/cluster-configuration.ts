import type { ClusterManifestInput } from '../../src/action/manifest-request.ts'
import { isAtLeast } from '../../src/resource/flink-version.ts'

/** The part of a manifest's input that decides what the cluster does. */
export interface CompactInput extends Pick<ClusterManifestInput, 'clusterId' | 'flinkVersion' | 'attempt' | 'configuration'> {
  /** Of a session cluster whose image holds jar and configuration: nothing is mounted, nothing uploaded. */
  readonly image?: string
}

/** What a JobManager reads of the configuration that it is started with. */
export interface ClusterConfiguration {
  /** Does it run whatever jobs it is given? Else it has one of its own. */
  readonly isSession: boolean
  readonly highAvailability: boolean
  /** Does ZooKeeper keep the HA metadata? Kubernetes does else. */
  readonly inZooKeeper: boolean
  /** The node there that it keeps them below, with the chroot; which servers they are is not modelled. Null: it keeps none there. */
  readonly zooKeeperNode: string | null
  /** `$internal.pipeline.job-id`; null: Flink makes one up. */
  readonly jobId: string | null
  /** `execution.savepoint.path`, or its newer name. */
  readonly restorePath: string | null
  /** `job-result-store.storage-path`; null: results are not kept. */
  readonly jobResultStore: string | null
  /** Does a job that was cancelled, or one that failed, leave its checkpoint? */
  readonly retainOnCancel: boolean
  readonly retainOnFailure: boolean
  /** Does a job wait for its TaskManagers before it runs? */
  readonly adaptive: boolean
  /** 2.x shows an empty job list for a moment after a start. */
  readonly listIsEmptyAtFirst: boolean
}

export const clusterConfiguration = ({ clusterId, configuration, flinkVersion }: CompactInput): ClusterConfiguration => {
  const first = (...keys: readonly string[]): string | null => keys.map(key => configuration[key]).find(it => it !== undefined) ?? null
  const retention = first('execution.checkpointing.externalized-checkpoint-retention')?.toUpperCase() ?? null
  const ha = first('high-availability.type', 'high-availability')
  const inZooKeeper = ha !== null && ha.toUpperCase() === 'ZOOKEEPER'
  const quorum = first('high-availability.zookeeper.quorum') ?? ''
  return {
    isSession: isSession({ configuration }),
    highAvailability: ha !== null && ha.toUpperCase() !== 'NONE',
    inZooKeeper,
    zooKeeperNode: inZooKeeper
      ? nodeOf({ quorum, path: `${first('high-availability.zookeeper.path.root') ?? '/flink'}/${clusterId}` }) : null,
    jobId: first('$internal.pipeline.job-id'),
    restorePath: first('execution.state-recovery.path', 'execution.savepoint.path'),
    jobResultStore: first('job-result-store.storage-path'),
    retainOnCancel: retention === null || retention === 'RETAIN_ON_CANCELLATION',
    retainOnFailure: retention !== 'NO_EXTERNALIZED_CHECKPOINTS',
    // reactive mode is the adaptive scheduler's
    adaptive: first('jobmanager.scheduler')?.toLowerCase() === 'adaptive' || first('scheduler-mode')?.toLowerCase() === 'reactive',
    listIsEmptyAtFirst: isAtLeast(flinkVersion, 'v2_0'),
  }
}

/** A cluster's own node, as the whole ensemble sees it: behind the servers a quorum may name the node that all others are below. */
export const nodeOf = ({ quorum, path }: { readonly quorum: string; readonly path: string }): string =>
  `${quorum.includes('/') ? quorum.slice(quorum.indexOf('/')) : ''}${path}`

/** Of an input, what the model reads: worlds are compared whole, so they hold as little as they can. */
export const compactInput = (input: ClusterManifestInput): CompactInput => ({
  clusterId: input.clusterId,
  flinkVersion: input.flinkVersion,
  attempt: input.attempt,
  configuration: modelledConfiguration(input.configuration),
})

export const modelledConfiguration = (configuration: CompactInput['configuration']): CompactInput['configuration'] =>
  Object.fromEntries(Object.entries(configuration).filter(([key, value]) => modelledKeys.includes(key) || sessionMarks[key] === value))

/** How a native and a standalone cluster are told to be session clusters. */
const sessionMarks: Readonly<Record<string, string>> = {
  'execution.target': 'kubernetes-session',
  'kubernetes.internal.cluster-mode': 'SESSION',
}

/** Is it the cluster of a session, by its configuration? */
export const isSession = ({ configuration }: Pick<CompactInput, 'configuration'>): boolean =>
  Object.entries(sessionMarks).some(([key, value]) => configuration[key] === value)

const modelledKeys: readonly string[] = [
  '$internal.pipeline.job-id',
  'execution.state-recovery.path',
  'execution.savepoint.path',
  'execution.checkpointing.externalized-checkpoint-retention',
  'high-availability.type',
  'high-availability',
  'high-availability.zookeeper.quorum',
  'high-availability.zookeeper.path.root',
  'job-result-store.storage-path',
  '$internal.application.program-args',
  'parallelism.default',
  'pipeline.jobvertex-parallelism-overrides',
  'taskmanager.numberOfTaskSlots',
  'taskmanager.numberOfTaskSlots',
  'jobmanager.scheduler',
  'scheduler-mode',
]
