import * as E from 'fp-ts/lib/Either.js'
import { decodeFlinkStateSnapshot } from '../../../packages/core/src/kind/flink-state-snapshot/flink-state-snapshot-codec.ts'
import { operatorOptions } from '../../../packages/core/src/options/operator-options.ts'
import type { Finding } from '../../../packages/core/src/contract/resource/finding.ts'
import { firstError } from '../../../packages/core/src/spec/validation/rule.ts'
import { validateFlinkDeployment } from '../../../packages/core/src/spec/validation/validate-flink-deployment.ts'
import { validateSessionJob } from '../../../packages/core/src/kind/flink-session-job/validate-session-job.ts'
import { validateStateSnapshot } from '../../../packages/core/src/kind/flink-state-snapshot/validated-state-snapshot.ts'
import { differenceOf, type GoldenFamily, type GoldenVector } from '../family.ts'
import { decodeDeploymentSpec, decodeSessionJobSpec } from './spec-diff.decode.ts'

interface Given {
  readonly resource: { readonly metadata: { readonly namespace: string; readonly name: string }; readonly spec?: unknown }
  readonly lastReconciledSpec?: unknown
  readonly operatorConfig?: Readonly<Record<string, string>>
  readonly sessionCluster?: { readonly metadata: { readonly name: string }; readonly spec?: unknown }
  readonly hosts?: Readonly<Record<string, string>>
  readonly target?: unknown
}

/** Of the vectors that are not about the name service. */
const usualHosts = { 'repo.example': '203.0.113.10' }

const findings = (kind: string, given: Given): readonly Finding[] => {
  const { metadata: meta, spec = {} } = given.resource
  const configuration = given.operatorConfig ?? {}
  const surroundings = { meta, defaults: { configuration, logConfiguration: {} }, options: operatorOptions(configuration).options }
  const recorded = <A>(decode: (json: unknown) => A): { readonly spec: A } | null =>
    given.lastReconciledSpec === undefined ? null : { spec: decode(given.lastReconciledSpec) }
  switch (kind) {
    case 'FlinkDeployment':
      return validateFlinkDeployment({ ...surroundings, spec: decodeDeploymentSpec(spec), recorded: recorded(decodeDeploymentSpec) })
    case 'FlinkSessionJob':
      return validateSessionJob({
        ...surroundings,
        spec: decodeSessionJobSpec(spec),
        recorded: recorded(decodeSessionJobSpec),
        sessionCluster: given.sessionCluster === undefined ? null
          : { name: given.sessionCluster.metadata.name, spec: decodeDeploymentSpec(given.sessionCluster.spec ?? {}) },
        hosts: Object.fromEntries(Object.entries(given.hosts ?? usualHosts).map(([host, address]) => [host, [address]])),
      })
    default: {
      const snapshot = decodeFlinkStateSnapshot(given.resource)
      if (E.isLeft(snapshot)) throw new Error(JSON.stringify(snapshot.left))
      const { spec: decoded, status } = snapshot.right
      return validateStateSnapshot({ meta, spec: decoded, state: status.state, targetFound: given.target !== undefined })
    }
  }
}

/** The allowed schemes, and what is allowed of log files, come from sets of Java without an order. */
const comparable = (message: unknown): unknown =>
  typeof message === 'string' ? message.replace(/\[([^\]]*)\]/g, (_, inner: string) => `[${inner.split(', ').sort().join(', ')}]`) : message

/** An exception of the reference is compared by its text: ours is a finding with the same words. */
export const validation: GoldenFamily = {
  name: 'validation',
  run: ({ given, expect }: GoldenVector) => {
    const message = firstError(findings(String(given['kind']), given as unknown as Given))?.message ?? null
    return comparable(message) === comparable(expect['message'] ?? null) ? []
      : [differenceOf('message', expect['message'] ?? expect['throws'], message)]
  },
}
