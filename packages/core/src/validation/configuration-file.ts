import { isOperatorKey } from '../flink-configuration/operator-key.ts'
import type { FlinkDeploymentSpec } from '../resource/flink-deployment-spec.ts'
import { parseList, printList } from '../flink-configuration/parse-list.ts'
import { isAtLeast } from '../resource/flink-version.ts'
import type { Json, JsonObject } from '../resource/json.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { advice, error, nothing, type Rule } from './rule.ts'

const problem = (value: string): string | null => /[\n\r]/u.test(value) ? 'a line break' : value.includes('#') ? "a '#'" : null

/** Fields that become values of the file as they are. */
const ofFields = ({ image, serviceAccount }: FlinkDeploymentSpec): readonly (readonly [string, string])[] =>
  present([['image', image], ['serviceAccount', serviceAccount]])

/** The same of a job. A standalone application gets them by its command line. */
const ofJob = ({ job, mode }: FlinkDeploymentSpec): readonly (readonly [string, string])[] =>
  job === null || mode === 'standalone' ? []
    : present([
      ['job.entryClass', job.entryClass],
      ['job.initialSavepointPath', job.initialSavepointPath],
      ...job.args.map((arg, at) => [`job.args.${at}`, arg] as const),
    ])

const present = (fields: readonly (readonly [string, string | null])[]): readonly (readonly [string, string])[] =>
  fields.flatMap(([field, value]) => (value === null ? [] : [[field, value] as const]))

/**
 * C-D21: before Flink 2 the configuration is a file of lines. A value is cut at its first `#`, and a line break ends it: the job would run
 * with something else than what was written, or be restored from another path.
 */
export const valuesFitLegacyFile: Rule<FlinkDeploymentInput> = ({ spec, ownConfiguration }) => {
  if (spec.flinkVersion === null || isAtLeast(spec.flinkVersion, 'v2_0')) return nothing
  const values = Object.entries(ownConfiguration).filter(([key]) => !isOperatorKey(key)).map(([key, value]) =>
    [`flinkConfiguration.${key}`, value] as const
  )
  return [...values, ...ofFields(spec), ...ofJob(spec)].flatMap(([field, value]) => {
    const found = problem(value)
    return found === null ? []
      : error(field, `The configuration file of Flink ${spec.flinkVersion ?? ''} can not hold ${found} in a value: ${field}`)
  })
}

const isObject = (value: Json): boolean => typeof value === 'object' && value !== null

/** U02: does Flink read several elements where one is written? One that is quoted in Flink's own way is read as one. */
const isSplit = (element: Json): element is string =>
  typeof element === 'string' && element.includes(';') && parseList(element)?.length !== 1

const doubtfulElements = (field: string, elements: readonly Json[]): readonly (readonly [string, string])[] => [
  ...(elements.some(isObject)
    ? [[field, 'objects and lists inside a list lose their content; write the value as text'] as const] : []),
  ...elements.filter(isSplit).map(element =>
    [
      field,
      `Flink splits the element ${JSON.stringify(element)} at its ";". To have it as one, quote it for Flink: ${
        JSON.stringify(printList([element]))
      }`,
    ] as const
  ),
]

const doubtful = (field: string, value: Json): readonly (readonly [string, string])[] => {
  if (value === null)
    return [[field, 'null is read as the text "null"; leave the key out instead, a value of a lower layer can not be unset']]
  if (Array.isArray(value)) return doubtfulElements(field, value as readonly Json[])
  return typeof value === 'object' ? Object.entries(value).flatMap(([name, child]) => doubtful(`${field}.${name}`, child)) : []
}

/**
 * C-D06, C-D07, U02: values that are not read as they look. They are kept as the reference reads them, since rendered objects must not
 * change.
 */
export const valuesReadAsWritten: Rule<{ readonly spec: { readonly flinkConfiguration: JsonObject } }> = ({ spec }) =>
  doubtful('flinkConfiguration', spec.flinkConfiguration).flatMap(([field, message]) => advice(field, message))
