import type { DeploymentMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkSessionJobSpec } from '../../contract/resource/flink-session-job.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { always, type FieldPolicy, unlessNull } from '../../spec/diff/field-policy.ts'
import { diffByPolicy, type SpecDiff } from '../../spec/diff/spec-diff.ts'
import { jobLine } from '../../spec/diff/spec-policy.ts'
import { nonce } from '../../spec/diff/value-form.ts'

/** What an edit of each `spec` field of a FlinkSessionJob costs. A field without a line here does not compile. */
const sessionJobPolicy = {
  deploymentName: always('UPGRADE'),
  job: jobLine,
  restartNonce: unlessNull('UPGRADE', nonce),
  flinkConfiguration: { _tag: 'Configuration' },
} as const satisfies Record<keyof FlinkSessionJobSpec, FieldPolicy>

/** The changes of an edit of a FlinkSessionJob (`specDiff`); `mode` is the deployment mode of its session cluster. */
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
