import type { JobSpec } from '../contract/resource/flink-deployment-spec.ts'
import { listOf } from './collection-type.ts'
import type { Table } from './field.ts'
import { objectOf } from './object-type.ts'
import { checked } from './schema-checks.ts'
import { boolean, int32, nonce, oneOf, text } from './scalar-type.ts'
import { upgradeModes } from '../contract/resource/upgrade-mode.ts'

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
