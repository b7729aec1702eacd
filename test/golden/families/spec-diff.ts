import { isDeepStrictEqual } from 'node:util'
import type { DeploymentMode } from '../../../packages/core/src/contract/resource/flink-deployment-spec.ts'
import { sessionJobSpecDiff } from '../../../packages/core/src/kind/flink-session-job/session-job-spec-diff.ts'
import { specDiff as diffOf, type SpecDiff } from '../../../packages/core/src/spec/diff/spec-diff.ts'
import { differenceOf, type GoldenFamily, type GoldenVector } from '../family.ts'
import { decodeDeploymentSpec, decodeSessionJobSpec } from './spec-diff.decode.ts'

/** The text of the reference operator has all values. */
const diff = ({ given }: GoldenVector): SpecDiff => {
  const mode = given['deploymentMode'] as DeploymentMode
  return given['kind'] === 'FlinkSessionJob'
    ? sessionJobSpecDiff(decodeSessionJobSpec(given['deployedSpec']), decodeSessionJobSpec(given['newSpec']), mode, true)
    : diffOf(decodeDeploymentSpec(given['deployedSpec']), decodeDeploymentSpec(given['newSpec']), mode, true)
}

/** Nonces of 64 bits are digits here and rounded numbers in the vectors as read; keys have no order. */
const comparable = (json: unknown): unknown => {
  if (typeof json === 'string' && /^-?\d{16,}$/.test(json)) return Number(json)
  if (Array.isArray(json)) return json.map(comparable)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, comparable(value)]))
}

interface Answer {
  readonly type?: unknown
  readonly text?: unknown
  readonly changes: readonly { readonly path: string }[]
}

/** A field of its own for each change; of the text only where the vector has one. */
const fields = ({ type, changes, text }: Answer): ReadonlyMap<string, unknown> =>
  new Map([['type', type], ...changes.map(change => [`changes.${change.path}`, change] as const), ['text', text]])

export const specDiff: GoldenFamily = {
  name: 'spec-diff',
  run: vector => {
    const ours = diff(vector)
    const want = fields(comparable(vector.expect) as Answer)
    const got = fields(comparable({ ...ours, text: 'text' in vector.expect ? ours.text : undefined }) as Answer)
    return [...new Set([...want.keys(), ...got.keys()])].map(field => differenceOf(field, want.get(field), got.get(field))).filter(it =>
      !isDeepStrictEqual(it.want, it.got)
    )
  },
}
