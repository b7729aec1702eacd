import type { Either } from 'fp-ts/lib/Either.js'
import type { DecodeError } from '../../resource/finding.ts'
import type { Resource } from '../../resource/resource.ts'
import type { Json } from '../../resource/json.ts'
import { identityOf, resourceTypes } from '../../resource/resource-type.ts'
import { decodeResource, type ResourceCodec } from '../../codec/decode-resource.ts'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { objectOf } from '../../codec/object-type.ts'
import { flinkStateSnapshotSpec, flinkStateSnapshotSpecFields, flinkStateSnapshotStatus } from './flink-state-snapshot-fields.ts'

export const flinkStateSnapshot: ResourceCodec<FlinkStateSnapshotSpec, FlinkStateSnapshotStatus> = {
  ...identityOf(resourceTypes.FlinkStateSnapshot),
  spec: flinkStateSnapshotSpec,
  status: flinkStateSnapshotStatus,
  specByField: objectOf('FlinkStateSnapshotSpec', flinkStateSnapshotSpecFields, { tolerant: true }),
}

/** Reads a FlinkStateSnapshot; what can't be read of it is told in `unread` and never fails the rest (P11, F14). */
export const decodeFlinkStateSnapshot = (json: unknown): Either<DecodeError, Resource<FlinkStateSnapshotSpec, FlinkStateSnapshotStatus>> =>
  decodeResource(flinkStateSnapshot, json)

/** The status in the reference operator's JSON form; fields of `original` that this version doesn't know are kept (B46). */
export const encodeStateSnapshotStatus = (status: FlinkStateSnapshotStatus, original: Json): Json =>
  flinkStateSnapshotStatus.encodeOver(status, original)
