import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../resource/finding.ts'
import type { Resource } from '../resource/resource.ts'
import type { FlinkDeploymentSpec } from '../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { Json } from '../resource/json.ts'
import { identityOf, resourceTypes } from '../resource/resource-type.ts'
import { decodeResource, type ResourceCodec } from './decode-resource.ts'
import { flinkDeploymentSpec, flinkDeploymentSpecFields } from './flink-deployment-spec-fields.ts'
import { objectOf } from './object-type.ts'
import { flinkDeploymentStatus } from './flink-deployment-status-fields.ts'
import { isJsonObject } from './is-json-object.ts'

export const flinkDeployment: ResourceCodec<FlinkDeploymentSpec, FlinkDeploymentStatus> = {
  ...identityOf(resourceTypes.FlinkDeployment),
  spec: flinkDeploymentSpec,
  status: flinkDeploymentStatus,
  specByField: objectOf('FlinkDeploymentSpec', flinkDeploymentSpecFields, { tolerant: true }),
}

/**
 * Reads a FlinkDeployment (api-and-config.md, section 1.1): absent and null are the default, unknown fields are ignored. What of its spec
 * or status can't be read is told in `unread` and never fails the rest, whoever wrote it (B41, P11, F14).
 */
export const decodeFlinkDeployment = (json: unknown): E.Either<DecodeError, Resource<FlinkDeploymentSpec, FlinkDeploymentStatus>> =>
  pipe(
    decodeResource(flinkDeployment, json),
    E.map(resource => ({ ...resource, status: adopted(isJsonObject(json) ? json['status'] : null, resource.status) })),
  )

/**
 * The word of an older version, or of the reference operator, that nothing was deployed yet: it writes CREATED, or FAILED for a spec that
 * is not valid, before it does anything. A status that lost its record says something else, or nothing.
 */
const adopted = (json: unknown, status: FlinkDeploymentStatus): FlinkDeploymentStatus => {
  const { jobStatus: { jobId, state }, operatorRecord: { lastState }, reconciliationStatus: { lastReconciledSpec } } = status
  const isNew = isJsonObject(json) && json['operatorRecord'] == null
    && (json['lifecycleState'] === 'CREATED' || json['lifecycleState'] === 'FAILED') && lastReconciledSpec === null && jobId === null
    && state === null && status.operation === null
  return isNew && lastState._tag === 'Unknown' && lastState.why === 'NothingRecorded'
    ? { ...status, operatorRecord: { ...status.operatorRecord, lastState: { _tag: 'NeverStarted' } } } : status
}

/**
 * The status in the reference operator's JSON form: every key, absent values as null, our record beside it. Fields of `original`, the
 * status that was read (null if none was), that this version doesn't know are kept (B46).
 */
export const encodeStatus = (status: FlinkDeploymentStatus, original: Json): Json => flinkDeploymentStatus.encodeOver(status, original)
