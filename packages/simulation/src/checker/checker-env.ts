import { operatorOptions } from '@flink-operator/core/operator-options'
import type { Operator } from './operator.ts'
import type { SmallWorld } from './small-world.ts'

/** Deadlines of the small worlds. They are short, so that few moments lie before them, and ordered like the defaults. */
export const checkerConfiguration = {
  'kubernetes.operator.reconcile.interval': '5 s',
  'kubernetes.operator.resource.cleanup.timeout': '10 s',
  'kubernetes.operator.flink.client.cancel.timeout': '10 s',
  'execution.checkpointing.timeout': '10 s',
  'kubernetes.operator.flink-application.backoff.maximum': '5 s',
  'kubernetes.operator.zookeeper.allowed-quorums': 'zookeeper:2181;zookeeper.flink.svc:2181;zookeeper.flink.svc:2181/team',
}

/** The operator's configuration in the worlds of the matrix. */
export const checkerEnv: Operator['env'] = {
  options: operatorOptions(checkerConfiguration).options,
  flinkDefaults: { configuration: checkerConfiguration, logConfiguration: {} },
  hasSnapshotController: false,
}

/** The same for one world: its configuration decides whether the operator handles FlinkStateSnapshots. */
export const envIn = (world: Pick<SmallWorld, 'snapshotResources'> | undefined, env: Operator['env']): Operator['env'] =>
  world?.snapshotResources === true ? { ...env, hasSnapshotController: true } : env
