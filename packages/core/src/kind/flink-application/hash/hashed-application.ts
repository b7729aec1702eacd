import type { ResourceMeta } from '../../../resource/resource-meta.ts'
import type { FlinkApplicationSpec } from '../spec/flink-application-spec.ts'

/** `blue`, `green`; empty after a tear-down. */
export type Colour = string

/** All of a resource that its hash is made of. */
export interface HashedApplication {
  readonly meta: Pick<ResourceMeta, 'name' | 'namespace' | 'labels' | 'annotations'>
  readonly spec: FlinkApplicationSpec
  /** `status.updatingVersion`, where the status says BlueGreen; null: Dual. */
  readonly colour: Colour | null
}

/** What operator options a hash is made of. */
export interface HashOptions {
  /** `%s` in it stands for `jobmanager` and `taskmanager`; empty: the container is called so. */
  readonly containerNameFormat: string
  /** Empty: the default scheduler. */
  readonly schedulerName: string
}
