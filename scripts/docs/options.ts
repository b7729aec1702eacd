import type { ConfigOption } from '../../packages/core/src/flink/configuration/option.ts'
import { printDuration } from '../../packages/core/src/flink/configuration/parse-duration.ts'
import { autoscalerOptions } from '../../packages/core/src/options/autoscaler-options.ts'
import { blueGreenOptions } from '../../packages/core/src/options/blue-green-options.ts'
import { controlLoopOptions } from '../../packages/core/src/options/control-loop-options.ts'
import { deploymentOptions } from '../../packages/core/src/options/deployment-options.ts'
import { flinkApplicationOptions } from '../../packages/core/src/options/flink-application-options.ts'
import { metricsOptions } from '../../packages/core/src/options/metrics-options.ts'
import type { OperatorOption } from '../../packages/core/src/options/operator-option.ts'
import { optionTable } from '../../packages/core/src/options/option-table.ts'
import { whyWithoutEffect } from '../../packages/core/src/options/without-effect.ts'
import { plannerOptions } from '../../packages/core/src/options/planner-options.ts'
import { processOptions } from '../../packages/core/src/options/process-options.ts'
import { quarantineOptions } from '../../packages/core/src/options/quarantine-options.ts'
import { secretOptions, securityOptions } from '../../packages/core/src/options/security-options.ts'
import { snapshotOptions } from '../../packages/core/src/options/snapshot-options.ts'
import { webhookOptions } from '../../packages/core/src/options/webhook-options.ts'
import { code, page, table, type Page } from './markdown.ts'
import { isTest, sourceFiles } from './source-files.ts'

type AnyOption = OperatorOption<unknown>
type Options = Readonly<Record<string, AnyOption>>

const parts: readonly (readonly [title: string, options: Options])[] = [
  ['Control loop and clients', controlLoopOptions],
  ['Process, errors, artifacts', processOptions],
  ['One deployment', deploymentOptions],
  ['Savepoints and checkpoints', snapshotOptions],
  ['Metrics', metricsOptions],
  ["Lyft's FlinkApplication", flinkApplicationOptions],
  ['Admission webhook', webhookOptions],
  ['Planner page', plannerOptions],
  ['Secrets', secretOptions],
  ['What specs may ask for', securityOptions],
  ['Quarantine', quarantineOptions],
]

const typeText = (
  { type }: ConfigOption<unknown>,
): string => (type.name === 'Enum' ? type.expected.split(', ').map(code).join(', ') : type.name)

const defaultText = ({ type, default: value }: ConfigOption<unknown>): string => {
  if (value === null) return 'none'
  if (type.name === 'Duration') return code(printDuration(Number(value)))
  if (Array.isArray(value)) return value.length === 0 ? 'none' : code(value.join(';'))
  switch (typeof value) {
    case 'string':
      return value === '' ? 'blank' : code(value)
    case 'number':
    case 'boolean':
    case 'bigint':
      return code(String(value))
    default:
      return 'none'
  }
}

const scopeText = ({ scope, dynamic }: AnyOption): string =>
  ({ system: dynamic === 'start' ? 'operator, at its start' : 'operator', resource: 'resource', both: 'both' })[scope]

/** Names of options that some code asks for: what none does is in the table of options without effect (a test compares them). */
export const namesInUse = (): ReadonlySet<string> => {
  const text = sourceFiles(
    ['packages/core/src', 'packages/lyft/src', 'packages/operator/src', 'packages/k8s-adapter/src', 'packages/flink-rest-adapter/src'],
    path => !isTest(path) && !/core\/src\/options\/(?:.*-options|without-effect)\.ts$/.test(path),
  )
    .map(file => file.text).join('\n')
  return new Set(Object.keys(optionTable).filter(name => new RegExp(`\\b${name}\\b`).test(text)))
}

const row = (
  option: AnyOption,
  why: string | null,
): readonly string[] => [
  code(option.key),
  option.aliases.map(code).join(' '),
  typeText(option),
  defaultText(option),
  scopeText(option),
  why === null ? option.doc : `*No effect* (${why}). ${option.doc}`,
]

const head = ['key', 'older spellings', 'type', 'default', 'where', 'meaning']
const optionTableOf = (options: Options): string =>
  table(head, Object.values(options).map(option => row(option, whyWithoutEffect(option.key))))

const intro =
  `Every option of the operator. Durations are digits and a unit (\`d\`, \`h\`, \`min\`, \`s\`, \`ms\`), such as \`10 min\`; lists are separated by \`;\`, maps are
\`key:value,key:value\`. A value that does not parse is told as an error of the resource, or logged where it is the operator's own, and the default is used,
or what the option says of that.

| where | who may set it |
| --- | --- |
| operator | the operator's configuration files; a new value is picked up while it runs |
| operator, at its start | the operator's configuration files; read once |
| resource | \`spec.flinkConfiguration\` of a resource; the operator's files hold the default. A change restarts no job |
| both | must be on in both |

Options marked *No effect* are accepted, so that a configuration of the Apache operator can be taken over as it is, but nothing in this version carries them out. Where one is set, that is told: for the
operator's own files in one line of its log at its start, for a resource by \`plan\` and \`explain\`, together with keys under \`kubernetes.operator.\` that no option has.`

export const optionsPage = (): Page => {
  return page(
    'docs/reference/options.md',
    'Options',
    intro,
    ...parts.flatMap(([title, options]) => [`## ${title}`, optionTableOf(options)]),
    '## Autoscaler',
    "Read for applications and session jobs, from `spec.flinkConfiguration`; the operator's files hold the default.",
    optionTableOf(autoscalerOptions),
    '## Blue/green deployments',
    'Read from `spec.configuration` of a FlinkBlueGreenDeployment alone; set elsewhere they have no effect, which is told.',
    table(head, Object.values<AnyOption>(blueGreenOptions).map(option => row(option, null))),
  )
}
