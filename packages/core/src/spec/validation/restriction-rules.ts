import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { securityOptions } from '../../options/security-options.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { type AskedRight, objectIn, rightsAsked } from './pod-rights.ts'
import { ingressAnnotationsAllowed, rightsAllowed, serviceAccountAllowed } from './restrictions.ts'
import { errorIf, nothing, type Rule } from './rule.ts'

/** An entry of `flinkConfiguration`. `written`: the key in the spec. `key`, `value`: what Flink reads. */
export interface ReadEntry {
  readonly written: string
  readonly key: string
  readonly value: string
}

/**
 * Before Flink 2 the configuration file is read line by line. Flink trims the key, cuts the line at `#`, and ends the key at the first `:
 * `, even if that is in the middle of the key in the spec. Such a key must not bypass a restriction.
 */
const readByLines = (written: string, value: string): readonly ReadEntry[] =>
  `${written}: ${value}`.split(/[\r\n]/u).flatMap(line => {
    const [text = ''] = line.split('#', 1)
    const at = text.indexOf(': ')
    return at < 0 ? [] : [{ written, key: text.slice(0, at).trim(), value: text.slice(at + 2).trim() }]
  })

/** Every entry, in each form in which some Flink version may read it. */
export const entriesAsRead = (configuration: FlinkConfiguration): readonly ReadEntry[] =>
  Object.entries(configuration).flatMap(([written, value]) => [
    { written, key: written, value },
    ...readByLines(written, value).filter(it => it.key !== written),
  ])

type DeploymentRule = Rule<FlinkDeploymentInput>

const templatesOf = ({ podTemplate, jobManager, taskManager }: FlinkDeploymentSpec): readonly (readonly [string, JsonObject])[] =>
  ([
    ['podTemplate', podTemplate],
    ['jobManager.podTemplate', jobManager?.podTemplate ?? null],
    ['taskManager.podTemplate', taskManager?.podTemplate ?? null],
  ] as const).flatMap(([field, template]) => (template === null ? [] : [[field, template] as const]))

interface ReadValue {
  readonly field: string
  readonly value: string
}

/** Values of a key: in the spec, in every form in which Flink may read it; from the operator's defaults if the spec has none. */
const valuesOf = ({ configuration, ownConfiguration }: FlinkDeploymentInput, key: string): readonly ReadValue[] => {
  const byDefault = Object.hasOwn(ownConfiguration, key) ? undefined : configuration[key]
  return [
    ...entriesAsRead(ownConfiguration).filter(it => it.key === key).map(({ written, value }) => ({
      field: `flinkConfiguration.${written}`,
      value,
    })),
    ...(byDefault === undefined ? [] : [{ field: `flinkConfiguration.${key}`, value: byDefault }]),
  ]
}

/** `spec.serviceAccount` overrides the operator's default for this key. The other keys take precedence over it. */
const commonAccount = 'kubernetes.service-account'
const roleAccounts = ['kubernetes.jobmanager.service-account', 'kubernetes.taskmanager.service-account']

/** S13: checks every place that names a ServiceAccount, even if another place takes precedence. */
export const serviceAccountsAllowed: DeploymentRule = input => {
  const { spec, ownConfiguration, options } = input
  if (options.securityAllowedServiceAccounts === null) return nothing
  const inConfiguration = [
    ...valuesOf({ ...input, configuration: ownConfiguration }, commonAccount),
    ...roleAccounts.flatMap(key => valuesOf(input, key)),
  ]
  const inTemplates = templatesOf(spec).flatMap(([at, template]) =>
    ['serviceAccountName', 'serviceAccount'].flatMap((key): readonly ReadValue[] => {
      const name = objectIn(template, 'spec')[key]
      return name === undefined || name === null || name === '' ? []
        : [{ field: `${at}.spec.${key}`, value: typeof name === 'string' ? name : JSON.stringify(name) }]
    })
  )
  return [{ field: 'serviceAccount', value: spec.serviceAccount ?? '' }, ...inConfiguration, ...inTemplates].flatMap(({ field, value }) =>
    serviceAccountAllowed(field, value, options)
  )
}

/** S13. */
export const annotationsAllowed: DeploymentRule = ({ spec, options }) => ingressAnnotationsAllowed('ingress', spec.ingress, options)

/** S13: checks the pods of both processes, in native and in standalone mode. */
export const podRightsAllowed: DeploymentRule = input => {
  if (input.options.securityForbiddenPodFields.length === 0) return nothing
  const byOption = valuesOf(input, 'kubernetes.hostnetwork.enabled').filter(({ value }) => value.trim().toLowerCase() !== 'false')
    .map(({ field, value }): AskedRight => ({ right: 'hostNetwork', field, found: value }))
  return rightsAllowed([...byOption, ...templatesOf(input.spec).flatMap(([at, template]) => rightsAsked(at, template))], input.options)
}

const isTemplateFile = (key: string): boolean => key === 'kubernetes.pod-template-file' || key.startsWith('kubernetes.pod-template-file.')

/** S13: settings that the other rules check must be in the spec, not in a file of the image or on a command line. */
export const observablePods: DeploymentRule = ({ ownConfiguration, options }) => {
  const { securityAllowedServiceAccounts: accounts, securityForbiddenPodFields: forbidden } = options
  if (accounts === null && forbidden.length === 0) return nothing
  const why = (accounts === null ? securityOptions.securityForbiddenPodFields : securityOptions.securityAllowedServiceAccounts).key
  return entriesAsRead(ownConfiguration).flatMap(({ written, key, value }) => [
    ...errorIf(
      isTemplateFile(key),
      `flinkConfiguration.${written}`,
      `A pod template in a file can't be checked against ${why}. Allowed: podTemplate in the spec`,
    ),
    ...errorIf(
      key === 'kubernetes.jobmanager.entrypoint.args' && value.includes('-D'),
      `flinkConfiguration.${written}`,
      `Options on a command line can't be checked against ${why}. Allowed: arguments without -D, and options in flinkConfiguration`,
    ),
  ])
}
