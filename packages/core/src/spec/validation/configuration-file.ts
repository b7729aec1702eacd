import { isOperatorKey } from '../../flink/configuration/alias-table.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { parseList } from '../../flink/configuration/value-text.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import { isAtLeast, isFlinkVersion } from '../../contract/resource/flink-version.ts'
import type { Json, JsonObject } from '../../contract/resource/json.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { advice, error, nothing, type Rule } from './rule.ts'

const problem = (value: string): string | null => /[\n\r]/u.test(value) ? 'a line break' : value.includes('#') ? "a '#'" : null

/** Fields that the operator copies into the file unchanged. */
const ofFields = ({ image, serviceAccount }: FlinkDeploymentSpec): readonly (readonly [string, string])[] =>
  present([['image', image], ['serviceAccount', serviceAccount]])

/** The same for a job. A standalone application gets them on its command line instead. */
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
 * C-D21: before Flink 2 the configuration file is read line by line. Flink cuts a value at its first `#` or line break: the job would run
 * with another value than the user wrote, or restore from another path. A key ends at its first `: `.
 */
export const valuesFitLegacyFile: Rule<FlinkDeploymentInput> = ({ spec, ownConfiguration }) => {
  if (!isLegacy(spec)) return nothing
  const own = Object.entries(ownConfiguration).filter(([key]) => !isOperatorKey(key))
  const values = own.map(([key, value]) => [`flinkConfiguration.${key}`, value] as const)
  const refused = (field: string, what: string, where: string): readonly Finding[] =>
    error(field, `The configuration file of Flink ${spec.flinkVersion ?? ''} can not hold ${what} in a ${where}: ${field}`)
  return [
    ...own.flatMap(([key]) => {
      const found = problem(key) ?? (key.includes(': ') ? "a ': '" : null)
      return found === null ? [] : refused(`flinkConfiguration.${key}`, found, 'key')
    }),
    ...[...values, ...ofFields(spec), ...ofJob(spec)].flatMap(([field, value]) => {
      const found = problem(value)
      return found === null ? [] : refused(field, found, 'value')
    }),
  ]
}

const isLegacy = ({ flinkVersion }: { readonly flinkVersion: string | null }): boolean =>
  isFlinkVersion(flinkVersion) && !isAtLeast(flinkVersion, 'v2_0')

/** True if Java's `String.trim` would change the text. */
const hasBlankEnds = (text: string): boolean => text !== '' && (text.charAt(0) <= ' ' || text.charAt(text.length - 1) <= ' ')

/** C-D21, U02: keys and values that fit the line-based file but that Flink reads differently. */
export const valuesKeepTheirEnds: Rule<FlinkDeploymentInput> = ({ spec, ownConfiguration }) =>
  !isLegacy(spec) ? nothing
    : Object.entries(ownConfiguration).filter(([key]) => !isOperatorKey(key)).flatMap(([key, value]) => {
      const reported = (what: string): readonly Finding[] => advice(`flinkConfiguration.${key}`, `Flink ${spec.flinkVersion ?? ''} ${what}`)
      return [
        ...(hasBlankEnds(key) ? reported('reads the key without its leading and trailing blanks') : []),
        ...(value.trim() === '' ? reported('ignores a key with an empty value and uses its default')
          : hasBlankEnds(value) ? reported('reads the value without its leading and trailing blanks') : []),
      ]
    })

const isObject = (value: Json): boolean => typeof value === 'object' && value !== null

/** U02: true if Flink reads the text as one element, unchanged or in Flink's own quotes. */
const isOneElement = (element: string): boolean => {
  const read = parseList(element)
  return read?.length === 1 && (read[0] === element || element.startsWith("'") || element.startsWith('"'))
}

/** Flink 2 first parses the text of a list as YAML. True if the text may be a YAML list. */
const isYamlList = /^(?:\[|[-?](?:\s|$)|---|[&!#%])/u

const quotedForFlink = (element: string): string => `'${element.replaceAll("'", "''")}'`

const doubtfulElements = (field: string, elements: readonly Json[]): readonly (readonly [string, string])[] => [
  ...(elements.some(isObject)
    ? [[field, 'objects and lists inside a list lose their content; write the value as text'] as const] : []),
  ...elements.flatMap((element, at) =>
    typeof element !== 'string' || (isOneElement(element) && !(at === 0 && isYamlList.test(element))) ? []
      : [
        [
          field,
          `Flink does not read the element ${
            JSON.stringify(element)
          } of the list as it is written. To have it as one, quote it for Flink: ${JSON.stringify(quotedForFlink(element))}`,
        ] as const,
      ]
  ),
]

const doubtful = (field: string, value: Json): readonly (readonly [string, string])[] => {
  if (value === null)
    return [[field, 'Flink reads null as the text "null"; leave the key out instead, a value of a lower layer can not be unset']]
  if (Array.isArray(value)) return doubtfulElements(field, value as readonly Json[])
  return typeof value === 'object' ? Object.entries(value).flatMap(([name, child]) => doubtful(`${field}.${name}`, child)) : []
}

/**
 * C-D06, C-D07, U02: advice for values that Flink reads differently from what the user sees. The operator renders them as the reference
 * operator does, since rendered objects must not change.
 */
export const valuesReadAsWritten: Rule<{ readonly spec: { readonly flinkConfiguration: JsonObject } }> = ({ spec }) =>
  doubtful('flinkConfiguration', spec.flinkConfiguration).flatMap(([field, message]) => advice(field, message))
