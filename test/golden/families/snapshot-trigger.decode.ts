import * as E from 'fp-ts/lib/Either.js'
import { decodeFlinkStateSnapshot } from '../../../packages/core/src/kind/flink-state-snapshot/flink-state-snapshot-codec.ts'
import { parseInstant } from '../../../packages/core/src/crd/instant.ts'
import type { StateSnapshotView } from '../../../packages/core/src/contract/fact/custom-resource-views.ts'

/** Epoch milliseconds of a time of a vector. */
export const timeOf = (text: unknown): number => {
  const time = parseInstant(String(text))
  if (time === null) throw new Error(`no time: ${String(text)}`)
  return time
}

const triggerTypes = ['MANUAL', 'PERIODIC', 'UPGRADE'] as const

/** A FlinkStateSnapshot of a vector as the owner of the job sees it. */
export const snapshotView = (json: unknown): StateSnapshotView => {
  const snapshot = decodeFlinkStateSnapshot(json)
  if (E.isLeft(snapshot)) throw new Error(JSON.stringify(snapshot.left))
  const { meta, spec, status } = snapshot.right
  return {
    name: meta.name,
    uid: meta.uid,
    creationTimestamp: meta.creationTimestamp,
    deleting: meta.deletionTimestamp !== null,
    kind: spec.savepoint === null ? 'checkpoint' : 'savepoint',
    triggerType: triggerTypes.find(type => type === meta.labels['snapshot.trigger-type']) ?? 'UNKNOWN',
    state: status.state,
    path: status.path,
  }
}
