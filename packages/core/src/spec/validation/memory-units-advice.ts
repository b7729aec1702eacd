import * as E from 'fp-ts/lib/Either.js'
import { flinkBytes, parseResourceMemoryString } from '../../flink/configuration/parse-memory.ts'
import { parseQuantity } from '../../flink/configuration/parse-quantity.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { advice, adviceIf, nothing, type Rule, suggested } from './rule.ts'

interface Amount {
  readonly field: string
  readonly text: string
  /** True in a Kubernetes resource list (`resources`), where users expect Kubernetes units. */
  readonly isKubernetes: boolean
}

const amounts = ({ spec: { jobManager, taskManager } }: FlinkDeploymentInput): readonly Amount[] =>
  ([['jobManager', jobManager], ['taskManager', taskManager]] as const).flatMap(([name, manager]) =>
    [
      { field: `${name}.resource.memory`, text: manager?.resource?.memory, isKubernetes: false },
      { field: `${name}.resources.requests.memory`, text: manager?.resources?.requests['memory'], isKubernetes: true },
      { field: `${name}.resources.limits.memory`, text: manager?.resources?.limits['memory'], isKubernetes: true },
    ].flatMap(({ text, ...amount }) => (text == null ? [] : [{ ...amount, text: String(text) }]))
  )

const asFlinkReads = (text: string): bigint | null => {
  const size = parseResourceMemoryString(text)
  return E.isRight(size) ? flinkBytes(size.right) : null
}

const units = [['Gi', 1024n ** 3n], ['Mi', 1024n ** 2n], ['Ki', 1024n]] as const

/** The size in a notation that Flink and Kubernetes read alike, in the largest unit that divides it. */
const plainText = (bytes: bigint): string => {
  const [unit, size] = units.find(([, it]) => bytes % it === 0n) ?? ['', 1n]
  return `${bytes / size}${unit}`
}

/** The amount in a notation that both read alike. Null: both already agree, or the amount does not parse. */
const sameToBoth = ({ text, isKubernetes }: Amount): { readonly bytes: bigint; readonly text: string } | null => {
  const [flink, kubernetes] = [asFlinkReads(text), parseQuantity(text)]
  return !isKubernetes || flink === null || kubernetes === null || kubernetes.numerator === flink * kubernetes.denominator ? null
    : { bytes: flink, text: plainText(flink) }
}

const bytesAfter = (amount: Amount | undefined): bigint | null => {
  if (amount === undefined) return null
  const quantity = parseQuantity(amount.text)
  return sameToBoth(amount)?.bytes ?? (quantity === null ? null : quantity.numerator / quantity.denominator)
}

/** Patches requests and limits of a manager together, so that a request never exceeds its limit. Null if that is impossible. */
const patchOf = (manager: string, all: readonly Amount[]): JsonObject | null => {
  const [requests, limits] = ['requests', 'limits'].map(list => all.find(({ field }) => field === `${manager}.resources.${list}.memory`))
  const [least, most] = [bytesAfter(requests), bytesAfter(limits)]
  if (least !== null && most !== null && least > most) return null
  const part = (list: string, amount: Amount | undefined): JsonObject => {
    const same = amount === undefined ? null : sameToBoth(amount)
    return same === null ? {} : { [list]: { memory: same.text } }
  }
  return { [manager]: { resources: { ...part('requests', requests), ...part('limits', limits) } } }
}

const differs = (amount: Amount, all: readonly Amount[]): readonly Finding[] => {
  const same = sameToBoth(amount)
  if (same === null) return nothing
  const { field, text } = amount
  const patch = patchOf(field.split('.')[0] ?? '', all)
  const found = `${text} is ${same.bytes} bytes to Flink, which counts in powers of 1024, and less to Kubernetes`
  return patch === null ? advice(field, `${found}: use Ki, Mi or Gi in requests and limits`)
    : suggested(advice(field, `${found}: write ${same.text}, which both read alike, in requests and limits`), patch)
}

/**
 * C-D09: Flink reads `2G` below `resources` as 2 GiB, in every release of the reference operator. The rendered value stays; the operator
 * only warns.
 */
export const memoryUnitsAgree: Rule<FlinkDeploymentInput> = input => {
  const all = amounts(input)
  return all.flatMap(amount => differs(amount, all))
}

const mebibyte = 1024n ** 2n

/** M-D09: the container gets whole MiB, rounded down; the JVM gets the exact bytes. The rendered value stays; the operator only warns. */
export const memoryInWholeMebibytes: Rule<FlinkDeploymentInput> = input =>
  amounts(input).flatMap(({ field, text }) => {
    const bytes = asFlinkReads(text) ?? 0n
    return adviceIf(
      bytes % mebibyte !== 0n,
      field,
      `${text} is not a whole number of MiB: its container gets ${bytes / mebibyte} MiB, less than the process may use`,
    )
  })
