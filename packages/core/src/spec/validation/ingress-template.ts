import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, nothing, type Rule } from './rule.ts'

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
