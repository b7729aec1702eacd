import type { ClusterManifestInput } from '@flink-operator/core/action'
import { isAtLeast } from '@flink-operator/core/resource'

/** The part of a manifest's input that decides what the cluster does. */
export interface CompactInput extends Pick<ClusterManifestInput, 'clusterId' | 'flinkVersion' | 'attempt' | 'configuration'> {
  /** For a session cluster whose image contains jar and configuration: nothing is mounted or uploaded. */
  readonly image?: string
}

/** The part of its configuration that a JobManager reads at its start. */
export interface ClusterConfiguration {
  /** Does the cluster run any job that is submitted to it? Otherwise it has a single job. */
  readonly isSession: boolean
  readonly highAvailability: boolean
  /** Does ZooKeeper hold the HA metadata? Otherwise Kubernetes does. */
  readonly inZooKeeper: boolean
  /** The ZooKeeper node of its HA metadata, with the chroot; the model has no servers. Null: the cluster keeps none in ZooKeeper. */
  readonly zooKeeperNode: string | null
  /** `$internal.pipeline.job-id`; null: Flink generates one. */
  readonly jobId: string | null
  /** `execution.savepoint.path`, or its newer name. */
  readonly restorePath: string | null
  /** `job-result-store.storage-path`; null: results are not kept. */
  readonly jobResultStore: string | null
  /** Is the checkpoint retained when the job is cancelled or fails? */
  readonly retainOnCancel: boolean
  readonly retainOnFailure: boolean
  /** Does a job wait for its TaskManagers before it runs? */
  readonly adaptive: boolean
  /** 2.x shows an empty job list for a moment after a start. */
  readonly listIsEmptyAtFirst: boolean
  /** 2.0 to 2.3 start each job with its own parallelism, whatever the overrides say (FLINK-38770). */
  readonly ignoresOverrides: boolean
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
    ignoresOverrides: isAtLeast(flinkVersion, 'v2_0') && !isAtLeast(flinkVersion, 'v2_4'),
  }
}

/**
 * A cluster's own node as a path in the whole ensemble: behind its servers a quorum may name the chroot node that all paths start
 * from.
 */
export const nodeOf = ({ quorum, path }: { readonly quorum: string; readonly path: string }): string =>
  `${quorum.includes('/') ? quorum.slice(quorum.indexOf('/')) : ''}${path}`

/** The part of an input that the model reads: worlds are compared as a whole, so they hold as little as possible. */
export const compactInput = (input: ClusterManifestInput): CompactInput => ({
  clusterId: input.clusterId,
  flinkVersion: input.flinkVersion,
  attempt: input.attempt,
  configuration: modelledConfiguration(input.configuration),
})

export const modelledConfiguration = (configuration: CompactInput['configuration']): CompactInput['configuration'] =>
  Object.fromEntries(Object.entries(configuration).filter(([key, value]) => modelledKeys.includes(key) || sessionMarks[key] === value))

/** The options that make a native and a standalone cluster a session cluster. */
const sessionMarks: Readonly<Record<string, string>> = {
  'execution.target': 'kubernetes-session',
  'kubernetes.internal.cluster-mode': 'SESSION',
}

/** Does the configuration make it a session cluster? */
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
