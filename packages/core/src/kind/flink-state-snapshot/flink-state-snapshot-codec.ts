import type { Either } from 'fp-ts/lib/Either.js'
import type { DecodeError } from '../../contract/resource/finding.ts'
import type { Resource } from '../../contract/resource/resource.ts'
import type { Json } from '../../contract/resource/json.ts'
import { identityOf, resourceTypes } from '../../contract/resource/resource-type.ts'
import { decodeResource, type ResourceCodec } from '../../crd/decode-resource.ts'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { objectOf } from '../../crd/object-type.ts'
import { flinkStateSnapshotSpec, flinkStateSnapshotSpecFields, flinkStateSnapshotStatus } from './flink-state-snapshot-fields.ts'

export const flinkStateSnapshot: ResourceCodec<FlinkStateSnapshotSpec, FlinkStateSnapshotStatus> = {
  ...identityOf(resourceTypes.FlinkStateSnapshot),
  spec: flinkStateSnapshotSpec,
  status: flinkStateSnapshotStatus,
  specByField: objectOf('FlinkStateSnapshotSpec', flinkStateSnapshotSpecFields, { tolerant: true }),
}

/** Decodes a FlinkStateSnapshot. `unread` reports the fields that can't be read; they never fail the rest (P11, F14). */
export const decodeFlinkStateSnapshot = (json: unknown): Either<DecodeError, Resource<FlinkStateSnapshotSpec, FlinkStateSnapshotStatus>> =>
  decodeResource(flinkStateSnapshot, json)

/** The status in the reference operator's JSON form; fields of `original` that this version doesn't know are kept (B46). */
export const encodeStateSnapshotStatus = (status: FlinkStateSnapshotStatus, original: Json): Json =>
  flinkStateSnapshotStatus.encodeOver(status, original)
