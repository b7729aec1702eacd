import type { FlinkSessionJobSpec } from '../contract/resource/flink-session-job.ts'
import type { Table } from './field.ts'
import { jobSpec } from './job-spec-fields.ts'
import { objectOf } from './object-type.ts'
import { celRules, checked, clusterNameForm } from './schema-checks.ts'
import { jsonObject, nonce, text } from './scalar-type.ts'

/**
 * `spec` of a FlinkSessionJob (api-and-config.md, section 5.4); the order is that of the recorded spec: fields that
 * it shares with a FlinkDeployment come first.
 */
export const flinkSessionJobSpecFields: Table<FlinkSessionJobSpec> = {
  job: { type: jobSpec, default: null, doc: 'The job.' },
  restartNonce: { type: nonce, default: null, doc: 'A new value restarts the job.' },
  flinkConfiguration: {
    type: jsonObject,
    default: {},
    doc: 'Configuration of the job and of this operator, flat or nested; overrides that of the session cluster.',
  },
  deploymentName: {
    type: checked(text, clusterNameForm),
    default: null,
    doc: "The FlinkDeployment of the session cluster, in the same namespace. Can't be changed.",
  },
}

/** Row 6f. */
const parallelismPositive = celRules({
  rule: '!has(self.job) || !has(self.job.parallelism) || self.job.parallelism > 0',
  message: 'must be at least 1',
  fieldPath: '.job.parallelism',
})

export const flinkSessionJobSpec = checked(
  objectOf<FlinkSessionJobSpec>('FlinkSessionJobSpec', flinkSessionJobSpecFields),
  parallelismPositive,
)
