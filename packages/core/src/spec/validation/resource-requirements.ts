import * as E from 'fp-ts/lib/Either.js'
import { flinkBytes, parseResourceMemoryString } from '../../flink/configuration/parse-memory.ts'
import { compareQuantities, parseQuantity, type Rational } from '../../flink/configuration/parse-quantity.ts'
import type { ResourceRequirements } from '../../contract/resource/flink-deployment-spec.ts'
import { memoryProblem, quantityProblem } from './quantity-problem.ts'

/** The amount as Flink reads it: memory in Flink's bytes (`2G` is 2 GiB), the rest as Kubernetes reads it. Null: it does not parse. */
const amountOf = (name: string, text: string): Rational | null => {
  if (name !== 'memory') return parseQuantity(text)
  const memory = parseResourceMemoryString(text)
  const bytes = E.isRight(memory) ? flinkBytes(memory.right) : null
  return bytes === null ? null : { numerator: bytes, denominator: 1n }
}

const quantityMessages = (section: 'requests' | 'limits', name: string, text: string): readonly string[] => {
  const problem = name === 'memory' ? memoryProblem(text) : quantityProblem(text)
  if (problem !== null) return [`${section} ${name} parse error: ${problem}`]
  const amount = amountOf(name, text)?.numerator ?? 0n
  if (name === 'memory' || name === 'cpu') return amount <= 0n ? [`${section} ${name} must be positive: ${text}`] : []
  return amount < 0n ? [`${section} ${name} must not be negative: ${text}`] : []
}

const comparisonMessages = ({ requests, limits }: ResourceRequirements, name: 'cpu' | 'memory'): readonly string[] => {
  const [request, limit] = [requests[name], limits[name]]
  if (request === undefined || limit === undefined) return []
  const [asked, allowed] = [amountOf(name, String(request)), amountOf(name, String(limit))]
  return asked !== null && allowed !== null && compareQuantities(asked, allowed) > 0
    ? [`${name} request (${request}) must not exceed its limit (${limit})`]
    : []
}

/**
 * All problems of a `resources` block (api-and-config.md, section 13.2), joined; null if it is valid. `component`: JobManager or
 * TaskManager.
 */
export const resourceRequirementsProblem = (component: string, resources: ResourceRequirements): string | null => {
  const of = (section: 'requests' | 'limits'): readonly string[] =>
    Object.entries(resources[section]).flatMap(([name, quantity]) => quantityMessages(section, name, String(quantity)))
  const messages = [...of('requests'), ...of('limits'), ...comparisonMessages(resources, 'cpu'), ...comparisonMessages(resources, 'memory')]
  return messages.length === 0 ? null : messages.map(message => `${component} resource requirements ${message}`).join('; ')
}
