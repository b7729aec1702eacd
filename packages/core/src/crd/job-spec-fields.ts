import type { JobSpec } from '../contract/resource/flink-deployment-spec.ts'
import { listOf } from './collection-type.ts'
import type { Table } from './field.ts'
import { objectOf } from './object-type.ts'
import { checked, celRules, clusterNameForm } from './schema-checks.ts'
import { boolean, int32, nonce, oneOf, text, jsonObject } from './scalar-type.ts'
import { upgradeModes } from '../contract/resource/upgrade-mode.ts'
import type { FlinkSessionJobSpec } from '../contract/resource/flink-session-job.ts'

/** `spec.job` of a FlinkDeployment and of a FlinkSessionJob (api-and-config.md, section 2.1); the order is that of the recorded spec. */
export const jobSpecFields: Table<JobSpec> = {
  jarURI: {
    type: text,
    default: null,
    doc: 'Jar of the job: local:///… is a path in the image. A session job may use any allowed scheme.',
  },
  parallelism: {
    type: checked(int32, { maximum: 2 ** 31 - 1 }),
    default: 0,
    doc: 'Parallelism of the job; taskManager.replicas overrides it.',
  },
  entryClass: { type: text, default: null, doc: 'Main class; required if the manifest of the jar has none.' },
  args: { type: listOf(text), default: [], doc: 'Arguments of the program.' },
  state: { type: oneOf(['running', 'suspended']), default: 'running', doc: 'Desired state of the job. Default: running.' },
  savepointTriggerNonce: {
    type: nonce,
    default: null,
    doc: 'A new value triggers a savepoint. Deprecated in favour of FlinkStateSnapshot.',
  },
  initialSavepointPath: {
    type: text,
    default: null,
    doc: 'Savepoint from which the first deployment, or a savepoint redeployment, starts.',
  },
  checkpointTriggerNonce: {
    type: nonce,
    default: null,
    doc: 'A new value triggers a checkpoint. Deprecated in favour of FlinkStateSnapshot.',
  },
  upgradeMode: {
    type: oneOf(upgradeModes),
    default: 'stateless',
    doc: 'State from which an upgrade restores the job. Default: stateless.',
  },
  allowNonRestoredState: { type: boolean, default: null, doc: 'Allow to drop state of a savepoint that matches no operator of the job.' },
  savepointRedeployNonce: {
    type: nonce,
    default: null,
    doc: 'A new value redeploys the job from initialSavepointPath. The state of the running job is not kept.',
  },
  autoscalerResetNonce: { type: nonce, default: null, doc: 'A new value resets everything that the autoscaler recorded for the job.' },
}

export const jobSpec = objectOf<JobSpec>('job', jobSpecFields)

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
