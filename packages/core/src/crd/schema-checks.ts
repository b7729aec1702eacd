import type { Json, JsonObject } from '../contract/resource/json.ts'
import type { ValueType } from './field.ts'
import { isJsonObject } from './is-json-object.ts'
import { specBounds } from './spec-bounds.ts'

/** A rule in CEL, for what the keywords of OpenAPI can't say. `self` is the value that has the rule. */
interface CelRule {
  readonly rule: string
  /** What is allowed. The API server adds the field and what it found. */
  readonly message: string
  /** The field to which the error belongs, below the value that has the rule. It needs Kubernetes 1.28. */
  readonly fieldPath?: string
}

/**
 * What the API server checks of a value in a spec, beyond its type. A check refuses only what the operator's own validation refuses
 * whatever is configured (ADR 45). A status has none: the operator must be able to write it.
 */
export interface SchemaChecks {
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxProperties?: number
  readonly pattern?: string
  readonly 'x-kubernetes-validations'?: readonly CelRule[]
}

/** The same type, with checks of the API server. */
export const checked = <A>(type: ValueType<A>, checks: SchemaChecks): ValueType<A> => ({
  ...type,
  schema: { ...type.schema, ...checks as JsonObject },
})

/** Checks that consist of rules in CEL. */
export const celRules = (...rules: readonly CelRule[]): SchemaChecks => ({ 'x-kubernetes-validations': rules })

/** At least one, and a number of 32 bits. */
export const atLeastOne: SchemaChecks = { minimum: 1, maximum: 2 ** 31 - 1 }

/** The name of a cluster: the pattern of `clusterName` (`spec/validation/deployment-rules.ts`). */
export const clusterNameForm: SchemaChecks = { pattern: '^[a-z]([-a-z0-9]{0,43}[a-z0-9])?$' }

/**
 * Amounts, with every unit that Flink or Kubernetes has, in upper and lower case. Blanks, signs and dots may be anywhere: the operator
 * reads more forms than one would list here, and it decides.
 */
const units = '[numkgtpeKMGTPE]?[^A-Za-z]*[Ii]?[^A-Za-z]*[Bb]?|[A-Za-z]*[BbYyTtEeSs]{5}'
const amountPattern = `^[^A-Za-z]*[0-9][^A-Za-z]*(${units})[^A-Za-z]*$`

/** A quantity. In a map the API server allows no rule in CEL: it would count as too expensive. */
export const amountForm: SchemaChecks = { pattern: amountPattern }

/** The memory of a process. The API server accepts the rule only with a limit of the length. */
export const memoryForm: SchemaChecks = {
  maxLength: specBounds.text.most,
  ...celRules({
    rule: `self.matches('${amountPattern}') && !self.matches('^-[^A-Za-z]*[1-9]')`,
    message: 'must be an amount of memory such as 2048m, 2g or 1.5Gi',
  }),
}

const keywords: readonly string[] = [
  'minimum',
  'maximum',
  'maxLength',
  'maxProperties',
  'pattern',
  'x-kubernetes-validations',
] satisfies readonly (keyof SchemaChecks)[]

const mapped = (properties: Json, change: (schema: JsonObject) => JsonObject): Json =>
  isJsonObject(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, isJsonObject(each) ? change(each) : each]))
    : properties

/** The same schema with types alone. */
export const withoutChecks = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).filter(([key]) => !keywords.includes(key)).map(([key, value]): readonly [string, Json] => [
      key,
      key === 'properties' ? mapped(value, withoutChecks)
        : (key === 'items' || key === 'additionalProperties') && isJsonObject(value) ? withoutChecks(value)
        : value,
    ]),
  )
