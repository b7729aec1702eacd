import type { Either } from 'fp-ts/lib/Either.js'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../../contract/resource/finding.ts'
import {
  type FlinkBlueGreenDeploymentSpec,
  type FlinkBlueGreenDeploymentStatus,
  flinkBlueGreenDeploymentType,
} from './blue-green-resource.ts'
import type { Json } from '../../contract/resource/json.ts'
import type { Resource } from '../../contract/resource/resource.ts'
import { identityOf } from '../../contract/resource/resource-type.ts'
import { encode } from '../../crd/decode-error.ts'
import { decodeResource, type ResourceCodec } from '../../crd/decode-resource.ts'
import { blueGreenSpec, blueGreenSpecFields, blueGreenStatus } from './blue-green-fields.ts'
import { objectOf } from '../../crd/object-type.ts'
import { parseRecordedSpec } from '../../crd/recorded-spec.ts'
import { schemaText } from '../../crd/schema-text.ts'

export const flinkBlueGreenDeployment: ResourceCodec<FlinkBlueGreenDeploymentSpec, FlinkBlueGreenDeploymentStatus> = {
  ...identityOf(flinkBlueGreenDeploymentType),
  spec: blueGreenSpec,
  status: blueGreenStatus,
  specByField: objectOf('FlinkBlueGreenDeploymentSpec', blueGreenSpecFields, { tolerant: true }),
}

/** Decodes a FlinkBlueGreenDeployment. Unreadable parts are reported in `unread` and never fail the rest (P11, F14). */
export const decodeFlinkBlueGreenDeployment = (
  json: unknown,
): Either<DecodeError, Resource<FlinkBlueGreenDeploymentSpec, FlinkBlueGreenDeploymentStatus>> =>
  decodeResource(flinkBlueGreenDeployment, json)

/** Encodes the status in the JSON form of the reference operator. Fields of `original` that this version does not know are kept (B46). */
export const encodeBlueGreenStatus = (status: FlinkBlueGreenDeploymentStatus, original: Json): Json =>
  blueGreenStatus.encodeOver(status, original)

/** The content of `lastReconciledSpec`: the spec under the key `spec`, and no other key (api-and-config.md, section 6). */
export const encodeBlueGreenSpec = (spec: FlinkBlueGreenDeploymentSpec): string =>
  `{"spec":${schemaText(encode(blueGreenSpec, spec), blueGreenSpec.schema)}}`

/** Left: the deployed spec is unknown; the text in the status stays unchanged. */
export const decodeBlueGreenSpec = (text: string): Either<DecodeError, FlinkBlueGreenDeploymentSpec> =>
  pipe(parseRecordedSpec(blueGreenSpec)(text), E.map(({ spec }) => spec))
