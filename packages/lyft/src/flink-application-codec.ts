import type { Either } from 'fp-ts/lib/Either.js'
import { decodeResource, type ResourceCodec } from '@flink-operator/core/crd'
import { type DecodeError, type Json, type Resource, identityOf } from '@flink-operator/core/resource'
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

/** Decodes a FlinkApplication. Unreadable parts are reported in `unread` and never fail the rest (P11, F14). */
export const decodeFlinkApplication = (json: unknown): Either<DecodeError, Resource<FlinkApplicationSpec, FlinkApplicationStatus>> =>
  decodeResource(flinkApplicationCodec, json)

/** Encodes the status in the JSON form of Lyft's operator. Fields of `original` that this version does not know are kept (B46). */
export const encodeApplicationStatus = (status: FlinkApplicationStatus, original: Json): Json =>
  flinkApplicationStatus.encodeOver(status, original)
