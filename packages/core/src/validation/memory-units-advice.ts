import * as E from 'fp-ts/lib/Either.js'
import { flinkBytes, parseResourceMemoryString } from '../flink-configuration/parse-memory.ts'
import { parseQuantity } from '../flink-configuration/parse-quantity.ts'
import type { Finding } from '../resource/finding.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { adviceIf, type Rule } from './rule.ts'

interface Amount {
  readonly field: string
  readonly text: string
  /** Is it a Kubernetes resource list, where people expect Kubernetes's units? */
  readonly isKubernetes: boolean
}

const amounts = ({ spec: { jobManager, taskManager } }: FlinkDeploymentInput): readonly Amount[] =>
  ([['jobManager', jobManager], ['taskManager', taskManager]] as const).flatMap(([name, manager]) => [
    { field: `${name}.resource.memory`, text: manager?.resource?.memory, isKubernetes: false },
    { field: `${name}.resources.requests.memory`, text: manager?.resources?.requests['memory'], isKubernetes: true },
    { field: `${name}.resources.limits.memory`, text: manager?.resources?.limits['memory'], isKubernetes: true },
  ].flatMap(({ text, ...amount }) => (text == null ? [] : [{ ...amount, text: String(text) }])))

const asFlinkReads = (text: string): bigint | null => {
  const size = parseResourceMemoryString(text)
  return E.isRight(size) ? flinkBytes(size.right) : null
}

const differs = ({ field, text, isKubernetes }: Amount): readonly Finding[] => {
  const [flink, kubernetes] = [asFlinkReads(text), parseQuantity(text)]
  return adviceIf(
    isKubernetes && flink !== null && kubernetes !== null && kubernetes.numerator !== flink * kubernetes.denominator, field,
    `${text} is ${flink ?? 0n} bytes to Flink, which counts in powers of 1024, and less to Kubernetes: write ${text.replace(/[bB]$/u, '')}i to mean the same to both`,
  )
}

/** C-D09: `2G` below `resources` is 2 GiB to Flink, in every release of the reference operator: what is rendered stays, and people are told. */
export const memoryUnitsAgree: Rule<FlinkDeploymentInput> = input => amounts(input).flatMap(differs)

const mebibyte = 1024n ** 2n

/** M-D09: containers get whole MiB, rounded down, the JVM the exact bytes: what is rendered stays, and people are told. */
export const memoryInWholeMebibytes: Rule<FlinkDeploymentInput> = input => amounts(input).flatMap(({ field, text }) => {
  const bytes = asFlinkReads(text) ?? 0n
  return adviceIf(bytes % mebibyte !== 0n, field, `${text} is no whole number of MiB: its container gets ${bytes / mebibyte} MiB, less than the process may use`)
})
