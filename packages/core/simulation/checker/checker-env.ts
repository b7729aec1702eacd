import { operatorOptions } from '../../src/operator-options/operator-options.ts'
import type { Operator } from './operator.ts'
import type { SmallWorld } from './small-world.ts'

/** Deadlines of the small worlds: short, so that few moments lie before them. Their order is that of the defaults. */
export const checkerConfiguration = {
  'kubernetes.operator.reconcile.interval': '5 s',
  'kubernetes.operator.resource.cleanup.timeout': '10 s',
  'kubernetes.operator.flink.client.cancel.timeout': '10 s',
  'execution.checkpointing.timeout': '10 s',
  'kubernetes.operator.flink-application.backoff.maximum': '5 s',
  'kubernetes.operator.zookeeper.allowed-quorums': 'zookeeper:2181;zookeeper.flink.svc:2181;zookeeper.flink.svc:2181/team',
}

/** What the operator is configured with in the worlds of the matrix. */
export const checkerEnv: Operator['env'] = {
  options: operatorOptions(checkerConfiguration).options,
  flinkDefaults: { configuration: checkerConfiguration, logConfiguration: {} },
  hasSnapshotController: false,
}

/** The same in a world: whether FlinkStateSnapshots are carried out depends on it. */
export const envIn = (world: Pick<SmallWorld, 'snapshotResources'> | undefined, env: Operator['env']): Operator['env'] =>
  world?.snapshotResources === true ? { ...env, hasSnapshotController: true } : env
