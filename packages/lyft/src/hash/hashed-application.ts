import type { ResourceMeta } from '@flink-operator/core/resource'
import type { FlinkApplicationSpec } from '../spec/flink-application-spec.ts'

/** `blue`, `green`; empty after a tear-down. */
export type Colour = string

/** The parts of a resource that its hash includes. */
export interface HashedApplication {
  readonly meta: Pick<ResourceMeta, 'name' | 'namespace' | 'labels' | 'annotations'>
  readonly spec: FlinkApplicationSpec
  /** `status.updatingVersion` in BlueGreen mode; null: Dual. */
  readonly colour: Colour | null
}

/** The operator options that a hash includes. */
export interface HashOptions {
  /** `%s` is replaced by `jobmanager` or `taskmanager`; empty: that is the name of the container. */
  readonly containerNameFormat: string
  /** Empty: the default scheduler. */
  readonly schedulerName: string
}
