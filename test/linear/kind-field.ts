import * as E from 'fp-ts/lib/Either.js'
import { answered, asked, object, validResources } from '../../packages/kinds/fixtures/admission.ts'
import { environment } from '../../packages/core/fixtures/environment.ts'
import { isJsonObject } from '../../packages/core/src/crd/is-json-object.ts'
import { keysOf } from '../../packages/core/src/flink/configuration/option.ts'
import { actionWords } from '../../packages/core/src/contract/action/action-words.ts'
import { type KindName, kindNames, kindOf } from '@flink-operator/kinds'
import { optionTable } from '../../packages/core/src/options/option-table.ts'
import { autoscalerOptions } from '../../packages/core/src/options/autoscaler-options.ts'
import { aliasTable } from '../../packages/core/src/flink/configuration/alias-table.ts'
import { secretsIn } from '../../packages/core/src/contract/redaction/known-secrets.ts'
import { redactJson } from '../../packages/core/src/contract/redaction/redact.ts'
import type { Json, JsonObject } from '../../packages/core/src/contract/resource/json.ts'
import { roundOf } from '../../packages/core/src/contract/round/round-of.ts'
import type { Tried } from './slow-texts.ts'

/** Steps from a spec down to a text; `*`: a name of the user's own. */
export type Path = readonly string[]

/** Where a schema takes texts; what it does not describe is a map of texts. */
const textsOf = (schema: Json | undefined, path: Path): readonly Path[] => {
  if (!isJsonObject(schema)) return []
  const { type, properties, items, additionalProperties } = schema
  if (isJsonObject(properties)) return Object.entries(properties).flatMap(([name, inner]) => textsOf(inner, [...path, name]))
  if (type === 'array') return textsOf(items, [...path, '0'])
  if (isJsonObject(additionalProperties)) return textsOf(additionalProperties, [...path, '*'])
  if (type === 'object') return [[...path, '*'], [...path, '*', '*']]
  return [path]
}

/** Every option by its own name, too: each has a reader of its own. */
const optionKeys = [
  ...[...Object.values(optionTable), ...Object.values(autoscalerOptions)].flatMap(option => keysOf(option)),
  ...aliasTable.flat(),
  'env.java.opts.all',
  'kubernetes.jobmanager.tolerations',
  'kubernetes.jobmanager.labels',
  'kubernetes.hadoop.conf.config-map.name',
  'rest.port',
  'taskmanager.numberOfTaskSlots',
  'jobmanager.memory.process.size',
  'pipeline.jars',
  'high-availability.zookeeper.quorum',
]

/** The JSON with this value at that place. */
export const placed = (json: Json, [step, ...rest]: Path, value: Json): Json => {
  if (step === undefined) return value
  if (step === '0') return [placed(Array.isArray(json) ? (json as readonly Json[])[0] ?? null : null, rest, value)]
  const object = isJsonObject(json) ? json : {}
  const name = step === '*' ? 'password' : step
  return { ...object, [name]: placed(object[name] ?? null, rest, value) }
}

const env = environment()

/** What the operator does with a resource that it sees for the first time, and with what a writer is told of it. */
const looked = (name: KindName, resource: JsonObject): void => {
  const kind = kindOf(name)
  const decoded = kind.decode(resource)
  redactJson(resource, secretsIn(resource))
  answered(asked(resource))
  if (E.isLeft(decoded)) return
  const { decided } = roundOf(kind, decoded.right, env)
  decided.actions.map(actionWords)
  kind.explain(decided.desired, decided.observed, env)
}

/** Where a kind takes texts: a new field is among them by itself. */
export const textFieldsOf = (name: KindName): readonly Path[] => textsOf(kindOf(name).definition.spec.schema, [])

/** Every text field of every kind. */
export const kindFields = (): readonly Tried[] =>
  kindNames.flatMap(name => {
    const paths = textFieldsOf(name)
    const options = paths.filter(path => path[0] === 'flinkConfiguration' && path.length === 2).flatMap(() =>
      optionKeys.map(key => ['flinkConfiguration', key])
    )
    return [...paths, ...options].map((path): Tried => ({
      name: `${name} ${path.join('.')}`,
      prepared: text => {
        const resource = object(name, { spec: placed((validResources[name] ?? {})['spec'] ?? {}, path, text) as JsonObject })
        return () => looked(name, resource)
      },
    }))
  })
