import { isOperatorKey } from '../flink-configuration/operator-key.ts'
import type { FlinkDeploymentSpec } from '../resource/flink-deployment-spec.ts'
import { parseList } from '../flink-configuration/parse-list.ts'
import type { Finding } from '../resource/finding.ts'
import { isAtLeast, isFlinkVersion } from '../resource/flink-version.ts'
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
 * with something else than what was written, or be restored from another path. A key ends at its first `: `.
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

/** As Java's `String.trim` finds them. */
const hasBlankEnds = (text: string): boolean => text !== '' && (text.charAt(0) <= ' ' || text.charAt(text.length - 1) <= ' ')

/** C-D21, U02: what the file of lines holds, and Flink reads otherwise. */
export const valuesKeepTheirEnds: Rule<FlinkDeploymentInput> = ({ spec, ownConfiguration }) =>
  !isLegacy(spec) ? nothing
    : Object.entries(ownConfiguration).filter(([key]) => !isOperatorKey(key)).flatMap(([key, value]) => {
      const told = (what: string): readonly Finding[] => advice(`flinkConfiguration.${key}`, `Flink ${spec.flinkVersion ?? ''} ${what}`)
      return [
        ...(hasBlankEnds(key) ? told('reads the key without the blanks at its ends') : []),
        ...(value.trim() === '' ? told('passes over a key whose value is empty: its own default is in force')
          : hasBlankEnds(value) ? told('reads the value without the blanks at its ends') : []),
      ]
    })

const isObject = (value: Json): boolean => typeof value === 'object' && value !== null

/** U02: does Flink read one element, as it is written, or as it is quoted in Flink's own way? */
const isOneElement = (element: string): boolean => {
  const read = parseList(element)
  return read?.length === 1 && (read[0] === element || element.startsWith("'") || element.startsWith('"'))
}

/** Flink 2 takes the text of a list for YAML first, and reads what is a list there. */
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
