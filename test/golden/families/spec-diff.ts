import { isDeepStrictEqual } from 'node:util'
import type { DeploymentMode } from '../../../packages/core/src/resource/flink-deployment-spec.ts'
import { sessionJobSpecDiff, specDiff as diffOf, type SpecDiff } from '../../../packages/core/src/spec-diff/spec-diff.ts'
import { failed, passed, type GoldenFamily, type GoldenVector } from '../family.ts'
import { decodeDeploymentSpec, decodeSessionJobSpec } from './spec-diff.decode.ts'

const diff = ({ given }: GoldenVector): SpecDiff => {
  const mode = given['deploymentMode'] as DeploymentMode
  return given['kind'] === 'FlinkSessionJob'
    ? sessionJobSpecDiff(decodeSessionJobSpec(given['deployedSpec']), decodeSessionJobSpec(given['newSpec']), mode)
    : diffOf(decodeDeploymentSpec(given['deployedSpec']), decodeDeploymentSpec(given['newSpec']), mode)
}

const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)

/** Nonces of 64 bits are digits here and rounded numbers in the vectors as read; keys have no order. */
const comparable = (json: unknown): unknown => {
  if (typeof json === 'string' && /^-?\d{16,}$/.test(json)) return Number(json)
  if (Array.isArray(json)) return json.map(comparable)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, comparable(value)]))
}

export const specDiff: GoldenFamily = {
  name: 'spec-diff',
  run: vector => {
    const { type, changes, text } = diff(vector)
    const got = comparable({ type, changes: [...changes].sort(byPath), text: 'text' in vector.expect ? text : undefined })
    const want = comparable({ type: vector.expect['type'], changes: vector.expect['changes'], text: vector.expect['text'] })
    return isDeepStrictEqual(got, want) ? passed : failed(`want ${JSON.stringify(want)}\ngot  ${JSON.stringify(got)}`)
  },
}
