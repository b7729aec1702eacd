import type { DeploymentMode } from '../../resource/flink-deployment-spec.ts'
import type { FlinkSessionJobSpec } from '../../resource/flink-session-job.ts'
import type { JsonObject } from '../../resource/json.ts'
import { always, type FieldPolicy, unlessNull } from '../../spec-diff/field-policy.ts'
import { diffByPolicy, type SpecDiff } from '../../spec-diff/spec-diff.ts'
import { jobLine } from '../../spec-diff/spec-policy.ts'
import { nonce } from '../../spec-diff/value-form.ts'

/** `spec` of a FlinkSessionJob. A field of the spec that has no line here does not compile. */
const sessionJobPolicy = {
  deploymentName: always('UPGRADE'),
  job: jobLine,
  restartNonce: unlessNull('UPGRADE', nonce),
  flinkConfiguration: { _tag: 'Configuration' },
} as const satisfies Record<keyof FlinkSessionJobSpec, FieldPolicy>

/** What an edit of a FlinkSessionJob changed (`specDiff`); `mode` is that of its session cluster. */
export const sessionJobSpecDiff = (
  deployed: FlinkSessionJobSpec,
  wanted: FlinkSessionJobSpec,
  mode: DeploymentMode,
  showValues = false,
): SpecDiff =>
  diffByPolicy(
    'FlinkSessionJobSpec',
    sessionJobPolicy,
    mode,
    [deployed as unknown as JsonObject, wanted as unknown as JsonObject],
    showValues,
  )
