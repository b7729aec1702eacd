import * as E from 'fp-ts/lib/Either.js'
import { decodeAt, describeDecodeError } from '../../../packages/core/src/crd/decode-error.ts'
import type { ValueType } from '../../../packages/core/src/crd/field.ts'
import { flinkDeploymentSpec } from '../../../packages/core/src/crd/flink-deployment-spec-fields.ts'
import { flinkSessionJobSpec } from '../../../packages/core/src/crd/job-spec-fields.ts'
import type { FlinkDeploymentSpec } from '../../../packages/core/src/contract/resource/flink-deployment-spec.ts'
import type { FlinkSessionJobSpec } from '../../../packages/core/src/contract/resource/flink-session-job.ts'

const largest = 2n ** 63n - 1n

/** The vectors were read by `JSON.parse`, which rounds the largest nonce up by one: the digits that were meant. */
const withExactIntegers = (json: unknown): unknown => {
  if (typeof json === 'number' && Number.isInteger(json) && !Number.isSafeInteger(json))
    return String(BigInt(json) > largest ? largest : BigInt(json))
  if (Array.isArray(json)) return json.map(withExactIntegers)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, withExactIntegers(value)]))
}

const decode = <A>(type: ValueType<A>, json: unknown): A => {
  const decoded = decodeAt('spec', type, withExactIntegers(json))
  if (E.isLeft(decoded)) throw new Error(describeDecodeError(decoded.left))
  return decoded.right
}

/** The spec of a vector as our code sees it. */
export const decodeDeploymentSpec = (json: unknown): FlinkDeploymentSpec => decode(flinkDeploymentSpec, json)
export const decodeSessionJobSpec = (json: unknown): FlinkSessionJobSpec => decode(flinkSessionJobSpec, json)
