import { isRight } from 'fp-ts/lib/Either.js'
import { decodeFlinkStateSnapshot } from '../../src/kind/flink-state-snapshot/flink-state-snapshot-codec.ts'
import { formatInstant } from '../../src/codec/instant.ts'
import type { StateSnapshotView } from '../../src/fact/state-snapshot-view.ts'
import type { ResourceMeta } from '../../src/resource/resource-meta.ts'
import { identityOf, resourceTypes } from '../../src/resource/resource-type.ts'
import type { StateSnapshotResource } from '../../simulation/world/resources.ts'

/** A FlinkStateSnapshot of the resource as a list shows it. */
export const seenSnapshot = (owner: ResourceMeta, view: StateSnapshotView): readonly StateSnapshotResource[] => {
  const { name, uid, creationTimestamp, kind, triggerType, state, path } = view
  const decoded = decodeFlinkStateSnapshot({
    ...identityOf(resourceTypes.FlinkStateSnapshot),
    metadata: {
      name,
      namespace: owner.namespace,
      uid,
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: formatInstant(creationTimestamp),
      labels: triggerType === 'UNKNOWN' ? {} : { 'snapshot.trigger-type': triggerType },
    },
    spec: {
      jobReference: { kind: owner.kind, name: owner.name },
      ...(kind === 'savepoint' ? { savepoint: {} } : { checkpoint: {} }),
    },
    status: { state, path },
  })
  return isRight(decoded) && !view.deleting ? [decoded.right] : []
}
