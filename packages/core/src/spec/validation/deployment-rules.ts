import { encodeRecordedSpec } from '../../crd/recorded-spec.ts'
import { utf8Length } from '../../contract/resource/json.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, nothing, type Rule, isBlank, adviceIf } from './rule.ts'
import { spellingsOf } from '../../flink/configuration/alias-table.ts'
import type { Finding } from '../../contract/resource/finding.ts'

/** Limit of etcd for one object: 1.5 MiB. */
const largestObject = 1_572_864
/** The rest is for the other status fields, metadata and managed fields. */
const most = largestObject - 131_072

/**
 * A deployed resource holds its spec three times: as `spec`, and twice as text in the status (last reconciled and last stable spec). A spec
 * whose status would not fit is rejected before the first effect (design.md, section 3): later the operator could not write the status.
 */
export const specCanBeRecorded: Rule<FlinkDeploymentInput> = ({ spec }) => {
  const recorded = encodeRecordedSpec({ spec, firstDeployment: false })
  if (recorded.length * 9 <= most) return nothing
  const bytes = utf8Length(recorded) + 2 * utf8Length(JSON.stringify(recorded))
  return errorIf(
    bytes > most,
    'spec',
    `The spec is too large to be recorded in the status: with its records it takes ${bytes} bytes of at most ${most}`,
  )
}

const allowed: readonly string[] = ['IfNotPresent', 'Always', 'Never']

/** C-D02: the reference operator fails later instead, when it builds the configuration, in every round. */
export const imagePullPolicyKnown: Rule<FlinkDeploymentInput> = ({ spec }) =>
  errorIf(
    !isBlank(spec.imagePullPolicy) && !allowed.includes(spec.imagePullPolicy ?? ''),
    'imagePullPolicy',
    `imagePullPolicy must be one of ${allowed.join(', ')}: ${spec.imagePullPolicy ?? ''}`,
  )

/**
 * Keys that only the operator may set, in the order of the checks, in every spelling (C-D20: the reference operator checks only the first
 * spelling).
 */
const forbidden: readonly string[] = ['kubernetes.namespace', 'kubernetes.cluster-id', ...spellingsOf('high-availability.cluster-id')]

/** Row 3a. */
export const forbiddenKeys: Rule<FlinkDeploymentInput> = ({ configuration }) =>
  forbidden.flatMap(key => errorIf(Object.hasOwn(configuration, key), `flinkConfiguration.${key}`, `Forbidden Flink config key: ${key}`))

/** The problem of the port of an authority, with the message of Java's URL class; null if it is valid. */
const portProblem = (port: string): string | null => {
  const [digits = ''] = /^[+-]?\d*/.exec(port) ?? []
  if (port === '') return null
  if (digits !== port || !/\d/.test(port)) return `Error at index ${digits.length} in: "${port}"`
  const number = Number(port)
  if (number > 2 ** 31 - 1) return `Error at index ${port.length - 1} in: "${port}"`
  return number < -1 ? `Invalid port number :${number}` : null
}

const urlProblem = (url: string): string | null => {
  const [, authority = ''] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? []
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  if (host.startsWith('[') && !host.includes(']')) return `Invalid authority field: ${authority}`
  const [, port = ''] = /^(?:\[[^\]]*\]|(?!\[)[^:]*):(.*)$/.exec(host) ?? []
  return portProblem(port)
}

/** Row 4a. */
export const ingressTemplatePresent: Rule<FlinkDeploymentInput> = ({ spec }) =>
  errorIf(spec.ingress !== null && spec.ingress.template === null, 'ingress.template', 'Ingress template must be defined')

/** Row 4b: the template, with `{{name}}` and `{{namespace}}` filled in, is a valid URL. */
export const ingressTemplateIsUrl: Rule<FlinkDeploymentInput> = ({ spec, meta }) => {
  const template = spec.ingress?.template ?? null
  if (template === null) return nothing
  const filled = template.replace(/\{\{name\}\}/giu, () => meta.name).replace(/\{\{namespace\}\}/giu, () => meta.namespace)
  const problem = urlProblem(/^https?:\/\//iu.test(filled) ? filled : `http://${filled}`)
  return errorIf(problem !== null, 'ingress.template', `Unable to process the Ingress template(${template}). Error: ${problem ?? ''}`)
}

/** Same text as the reference operator's event `IngressManagement` (api-and-config.md, section 12.1). */
export const ingressIsManaged: Rule<FlinkDeploymentInput> = ({ spec, options }) =>
  adviceIf(spec.ingress !== null && !options.ingressManage, 'ingress', 'Ingress management is turned off but ingress set in spec')

/** Checks the cluster name, which names and labels of its objects contain (api-and-config.md, section 13.1, row 1; 13.3, row 1). */
export const clusterName = (field: string, name: string): readonly Finding[] =>
  errorIf(
    !/^[a-z](?:[-a-z\d]{0,43}[a-z\d])?$/.test(name),
    field,
    `The FlinkDeployment name: ${name} is invalid, must consist of lower case alphanumeric characters or '-', start with an alphabetic character, `
      + "and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123'), and the length must be no more than 45 characters.",
  )
