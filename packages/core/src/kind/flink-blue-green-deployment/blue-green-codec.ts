import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../../resource/finding.ts'
import {
  type FlinkBlueGreenDeploymentSpec,
  type FlinkBlueGreenDeploymentStatus,
  flinkBlueGreenDeploymentType,
} from './blue-green-resource.ts'
import type { Json } from '../../resource/json.ts'
import type { Resource } from '../../resource/resource.ts'
import { identityOf } from '../../resource/resource-type.ts'
import { encode } from '../../codec/decode-error.ts'
import { decodeResource, type ResourceCodec } from '../../codec/decode-resource.ts'
import { blueGreenSpec, blueGreenSpecFields, blueGreenStatus } from './blue-green-fields.ts'
import { objectOf } from '../../codec/object-type.ts'
import { parseRecordedSpec } from '../../codec/recorded-spec.ts'
import { schemaText } from '../../codec/schema-text.ts'

export const flinkBlueGreenDeployment: ResourceCodec<FlinkBlueGreenDeploymentSpec, FlinkBlueGreenDeploymentStatus> = {
  ...identityOf(flinkBlueGreenDeploymentType),
  spec: blueGreenSpec,
  status: blueGreenStatus,
  specByField: objectOf('FlinkBlueGreenDeploymentSpec', blueGreenSpecFields, { tolerant: true }),
}

/** Reads a FlinkBlueGreenDeployment; what can't be read of it is told in `unread` and never fails the rest (P11, F14). */
export const decodeFlinkBlueGreenDeployment = (
  json: unknown,
): Either<DecodeError, Resource<FlinkBlueGreenDeploymentSpec, FlinkBlueGreenDeploymentStatus>> =>
  decodeResource(flinkBlueGreenDeployment, json)

/** The status in the reference operator's JSON form; fields of `original` that this version doesn't know are kept (B46). */
export const encodeBlueGreenStatus = (status: FlinkBlueGreenDeploymentStatus, original: Json): Json =>
  blueGreenStatus.encodeOver(status, original)

/** What `lastReconciledSpec` holds: the spec below `spec`, and nothing beside it (api-and-config.md, section 6). */
export const encodeBlueGreenSpec = (spec: FlinkBlueGreenDeploymentSpec): string =>
  `{"spec":${schemaText(encode(blueGreenSpec, spec), blueGreenSpec.schema)}}`

/** Left: what was deployed is not known; the text stays as it is. */
export const decodeBlueGreenSpec = (text: string): Either<DecodeError, FlinkBlueGreenDeploymentSpec> =>
  pipe(parseRecordedSpec(blueGreenSpec)(text), E.map(({ spec }) => spec))
