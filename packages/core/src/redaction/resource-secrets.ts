import type { OperatorOptions } from '../operator-options/operator-options.ts'
import { secretsFor } from './known-secrets.ts'

/** What decides which names are those of secrets, and the defaults that hold some themselves. */
interface SecretsEnv {
  readonly options: Pick<OperatorOptions, 'secretsAdditionalKeys'>
  readonly flinkDefaults: unknown
}

/** What is read of a resource; anything else of it holds no secrets of people. */
interface WithSecrets {
  readonly meta: { readonly annotations: Readonly<Record<string, string>> }
  readonly spec: unknown
  readonly status: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Specs that a status records are texts of JSON. `error` is such a text too; its secrets were hidden when it was written. */
const recordedSpecs = (status: unknown): readonly string[] =>
  isObject(status)
    ? Object.entries(status).flatMap(([name, value]) =>
      typeof value === 'string' ? (name !== 'error' && value.startsWith('{') ? [value] : []) : recordedSpecs(value)
    ) : []

/** The secrets that a resource and the operator's defaults hold: texts of a reconcile may repeat them (P23). */
export const secretsOfResource = ({ meta, spec, status }: WithSecrets, env: SecretsEnv): readonly string[] =>
  secretsFor(env, spec, meta.annotations, ...recordedSpecs(status), env.flinkDefaults)

/** A custom resource that was looked at, such as a child or the job of a snapshot. */
const hasSpec = (value: unknown): value is { readonly spec: unknown; readonly status?: unknown } =>
  isObject(value) && isObject(value['spec'])

/** The secrets of the custom resources that were looked at one by one: their errors are repeated. */
export const secretsOfFacts = (facts: object, env: SecretsEnv): readonly string[] => {
  const seen = Object.values(facts as Readonly<Record<string, unknown>>).flatMap(fact => {
    const value = isObject(fact) && fact['_tag'] === 'Known' ? fact['value'] : null
    return hasSpec(value) ? [value.spec, ...recordedSpecs(value.status)] : []
  })
  return seen.length === 0 ? [] : secretsFor(env, ...seen)
}
