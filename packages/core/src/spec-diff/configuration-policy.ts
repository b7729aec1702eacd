import type { DeploymentMode } from '../resource/flink-deployment-spec.ts'
import type { SpecChange } from './spec-change.ts'

/**
 * Keys of `flinkConfiguration` that are lighter than UPGRADE. The first matching line counts. Prefixes have no dot at their end:
 * `parallelism.defaults` and `kubernetes.operator-x` match too (control-flow.md, section 4.2).
 */
export const configurationPolicy: readonly {
  readonly prefix: string
  readonly change: SpecChange
  /** In the other mode the line does not count. */
  readonly mode: DeploymentMode | null
}[] = [
  { prefix: 'job.autoscaler', change: 'IGNORE', mode: null },
  { prefix: 'parallelism.default', change: 'IGNORE', mode: null },
  { prefix: 'kubernetes.operator', change: 'IGNORE', mode: null },
  { prefix: 'pipeline.jobvertex-parallelism-overrides', change: 'SCALE', mode: 'native' },
]

/** What a changed configuration key means. */
export const configurationChange = (key: string, mode: DeploymentMode): SpecChange =>
  configurationPolicy.find(line => (line.mode === null || line.mode === mode) && key.startsWith(line.prefix))?.change ?? 'UPGRADE'
