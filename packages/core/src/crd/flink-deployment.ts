import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../contract/resource/finding.ts'
import type { Resource } from '../contract/resource/resource.ts'
import type { FlinkDeploymentSpec } from '../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../contract/resource/flink-deployment-status.ts'
import type { Json } from '../contract/resource/json.ts'
import { identityOf, resourceTypes } from '../contract/resource/resource-type.ts'
import { decodeResource, type ResourceCodec } from './decode-resource.ts'
import { flinkDeploymentSpec, flinkDeploymentSpecFields } from './flink-deployment-spec-fields.ts'
import { objectOf } from './object-type.ts'
import { flinkDeploymentStatus } from './flink-deployment-status-fields.ts'
import { adoptedAsNew } from './recorded-spec.ts'

export const flinkDeployment: ResourceCodec<FlinkDeploymentSpec, FlinkDeploymentStatus> = {
  ...identityOf(resourceTypes.FlinkDeployment),
  spec: flinkDeploymentSpec,
  status: flinkDeploymentStatus,
  specByField: objectOf('FlinkDeploymentSpec', flinkDeploymentSpecFields, { tolerant: true }),
}

/**
 * Reads a FlinkDeployment (api-and-config.md, section 1.1): absent and null are the default, unknown fields are ignored. Parts
 * of its spec or status that do not decode are reported in `unread` and never make the rest fail (B41, P11, F14).
 */
export const decodeFlinkDeployment = (json: unknown): E.Either<DecodeError, Resource<FlinkDeploymentSpec, FlinkDeploymentStatus>> =>
  pipe(
    decodeResource(flinkDeployment, json),
    E.map(resource => ({ ...resource, status: adoptedAsNew(json, resource.status) })),
  )

/**
 * The status in the reference operator's JSON form: every key, absent values as null, plus the record of this operator. Keeps unknown
 * fields of `original`, the status that was read (null: none) (B46).
 */
export const encodeStatus = (status: FlinkDeploymentStatus, original: Json): Json => flinkDeploymentStatus.encodeOver(status, original)

/** The spec as JSON for the API server. */
export const flinkDeploymentSpecJson = (spec: FlinkDeploymentSpec): Json => flinkDeploymentSpec.encodeOver(spec, null)
