import type { Either } from 'fp-ts/lib/Either.js'
import { decodeResource, type ResourceCodec } from '../../codec/decode-resource.ts'
import type { DecodeError } from '../../resource/finding.ts'
import type { Json } from '../../resource/json.ts'
import type { Resource } from '../../resource/resource.ts'
import { identityOf } from '../../resource/resource-type.ts'
import { flinkApplicationSpec, flinkApplicationSpecByField } from './spec/flink-application-spec-fields.ts'
import type { FlinkApplicationSpec } from './spec/flink-application-spec.ts'
import { flinkApplicationStatus } from './status/flink-application-status-fields.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { flinkApplicationType } from './type.ts'

export const flinkApplicationCodec: ResourceCodec<FlinkApplicationSpec, FlinkApplicationStatus> = {
  ...identityOf(flinkApplicationType),
  spec: flinkApplicationSpec,
  specByField: flinkApplicationSpecByField,
  status: flinkApplicationStatus,
}

/** Reads a FlinkApplication; what can't be read of it is told in `unread` and never fails the rest (P11, F14). */
export const decodeFlinkApplication = (json: unknown): Either<DecodeError, Resource<FlinkApplicationSpec, FlinkApplicationStatus>> =>
  decodeResource(flinkApplicationCodec, json)

/** The status in the JSON form of Lyft's operator; fields of `original` that this version doesn't know are kept (B46). */
export const encodeApplicationStatus = (status: FlinkApplicationStatus, original: Json): Json =>
  flinkApplicationStatus.encodeOver(status, original)
