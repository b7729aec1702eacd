import type { OperatorOptions } from '../../options/operator-options.ts'
import { secretsFor } from './known-secrets.ts'

/** The options that mark names as secret, and the defaults, which may contain secrets themselves. */
interface SecretsEnv {
  readonly options: Pick<OperatorOptions, 'secretsAdditionalKeys'>
  readonly flinkDefaults: unknown
}

/** The parts of a resource that may contain users' secrets. */
interface WithSecrets {
  readonly meta: { readonly annotations: Readonly<Record<string, string>> }
  readonly spec: unknown
  readonly status: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The recorded specs of a status are JSON texts. `error` is one too; its secrets were hidden when it was written. */
const recordedSpecs = (status: unknown): readonly string[] =>
  isObject(status)
    ? Object.entries(status).flatMap(([name, value]) =>
      typeof value === 'string' ? (name !== 'error' && value.startsWith('{') ? [value] : []) : recordedSpecs(value)
    ) : []

/** The secrets of a resource and of the operator's defaults: texts of a reconcile may repeat them (P23). */
export const secretsOfResource = ({ meta, spec, status }: WithSecrets, env: SecretsEnv): readonly string[] =>
  secretsFor(env, spec, meta.annotations, ...recordedSpecs(status), env.flinkDefaults)

/** True for an observed custom resource, such as a child or the job of a snapshot. */
const hasSpec = (value: unknown): value is { readonly spec: unknown; readonly status?: unknown } =>
  isObject(value) && isObject(value['spec'])

/** The secrets of custom resources that were queried individually: their errors are repeated. */
export const secretsOfFacts = (facts: object, env: SecretsEnv): readonly string[] => {
  const seen = Object.values(facts as Readonly<Record<string, unknown>>).flatMap(fact => {
    const value = isObject(fact) && fact['_tag'] === 'Known' ? fact['value'] : null
    return hasSpec(value) ? [value.spec, ...recordedSpecs(value.status)] : []
  })
  return seen.length === 0 ? [] : secretsFor(env, ...seen)
}
