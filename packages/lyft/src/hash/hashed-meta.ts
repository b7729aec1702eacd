import type { ResourceMeta } from '@flink-operator/core/resource'

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
