import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../../contract/resource/finding.ts'
import type { FlinkSessionJobSpec, FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import type { Json } from '../../contract/resource/json.ts'
import type { Resource } from '../../contract/resource/resource.ts'
import { identityOf, resourceTypes } from '../../contract/resource/resource-type.ts'
import { decodeResource, type ResourceCodec } from '../../crd/decode-resource.ts'
import { flinkSessionJobSpec, flinkSessionJobSpecFields } from '../../crd/flink-session-job-spec-fields.ts'
import { flinkSessionJobStatus } from './flink-session-job-status-fields.ts'
import { adoptedAsNew } from '../../crd/never-deployed.ts'
import { objectOf } from '../../crd/object-type.ts'

export const flinkSessionJob: ResourceCodec<FlinkSessionJobSpec, FlinkSessionJobStatus> = {
  ...identityOf(resourceTypes.FlinkSessionJob),
  spec: flinkSessionJobSpec,
  status: flinkSessionJobStatus,
  specByField: objectOf('FlinkSessionJobSpec', flinkSessionJobSpecFields, { tolerant: true }),
}

/** Reads a FlinkSessionJob. Parts that cannot be read are reported in `unread` and never fail the rest (B41, P11, F14). */
export const decodeFlinkSessionJob = (json: unknown): E.Either<DecodeError, Resource<FlinkSessionJobSpec, FlinkSessionJobStatus>> =>
  pipe(
    decodeResource(flinkSessionJob, json),
    E.map(resource => ({ ...resource, status: adoptedAsNew(json, resource.status) })),
  )

/** The status in the reference operator's JSON form; fields of `original` that this version doesn't know are kept (B46). */
export const encodeSessionJobStatus = (status: FlinkSessionJobStatus, original: Json): Json =>
  flinkSessionJobStatus.encodeOver(status, original)
