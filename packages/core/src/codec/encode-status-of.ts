import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { FlinkStateSnapshotStatus } from '../resource/flink-state-snapshot.ts'
import type { Json } from '../resource/json.ts'
import type { CrdKind } from './crd.ts'
import { encodeStatus } from './flink-deployment.ts'
import { encodeStateSnapshotStatus } from './flink-state-snapshot.ts'

/** The JSON of a status of the kind that decided it; fields of `original` that this version doesn't know are kept (B46). */
export const encodeStatusOf = (kind: CrdKind, status: unknown, original: Json): Json => {
  switch (kind) {
    case 'FlinkDeployment':
      return encodeStatus(status as FlinkDeploymentStatus, original)
    case 'FlinkStateSnapshot':
      return encodeStateSnapshotStatus(status as FlinkStateSnapshotStatus, original)
  }
}
