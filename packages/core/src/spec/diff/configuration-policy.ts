import type { DeploymentMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { SpecChange } from './spec-change.ts'

/**
 * Keys of `flinkConfiguration` whose change is less severe than UPGRADE. The first matching line counts. Prefixes do not end with a dot:
 * `parallelism.defaults` and `kubernetes.operator-x` match too (control-flow.md, section 4.2).
 */
export const configurationPolicy: readonly {
  readonly prefix: string
  readonly change: SpecChange
  /** The line applies only in this mode; null: in both. */
  readonly mode: DeploymentMode | null
}[] = [
  { prefix: 'job.autoscaler', change: 'IGNORE', mode: null },
  { prefix: 'parallelism.default', change: 'IGNORE', mode: null },
  { prefix: 'kubernetes.operator', change: 'IGNORE', mode: null },
  { prefix: 'pipeline.jobvertex-parallelism-overrides', change: 'SCALE', mode: 'native' },
]

/** Severity of a change of this configuration key. */
export const configurationChange = (key: string, mode: DeploymentMode): SpecChange =>
  configurationPolicy.find(line => (line.mode === null || line.mode === mode) && key.startsWith(line.prefix))?.change ?? 'UPGRADE'
