import type { ResourceMeta } from '@flink-operator/core/resource'
import type { FlinkApplicationSpec } from '../spec/flink-application-spec.ts'

/** Kubectl's copy of the applied document. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'

/** The metadata without kubectl's copy: no object is rendered with it. */
export const withoutLastApplied = (meta: ResourceMeta): ResourceMeta => {
  const { [lastApplied]: _, ...annotations } = meta.annotations
  return { ...meta, annotations }
}

/**
 * The metadata that the hash of a spec includes. Lyft's operator hashes every annotation, kubectl's copy of the applied document among
 * them (lyft-flinkapplication.md, section 3.2): a version that it deployed is recognised only with that copy. A version that was deployed
 * without it keeps its hash: by server-side apply, or by an operator that had dropped the copy. `hashesOf`: the hashes of the spec with
 * such metadata; `recorded`: those of the status.
 */
export const hashedMeta = (
  meta: ResourceMeta,
  hashesOf: (meta: ResourceMeta) => readonly string[],
  recorded: readonly string[],
): ResourceMeta => {
  if (!Object.hasOwn(meta.annotations, lastApplied)) return meta
  const bare = withoutLastApplied(meta)
  return hashesOf(bare).some(hash => recorded.includes(hash)) ? bare : meta
}

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
