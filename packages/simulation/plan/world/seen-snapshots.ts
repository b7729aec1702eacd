import { isRight } from 'fp-ts/lib/Either.js'
import { formatInstant } from '@flink-operator/core/codec'
import type { StateSnapshotView } from '@flink-operator/core/fact'
import { decodeFlinkStateSnapshot } from '@flink-operator/core/kind/flink-state-snapshot'
import { type ResourceMeta, identityOf, resourceTypes } from '@flink-operator/core/resource'
import type { StateSnapshotResource } from '../../src/world/resources.ts'

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
