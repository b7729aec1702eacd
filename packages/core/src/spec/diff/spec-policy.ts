import type {
  FlinkDeploymentSpec,
  IngressSpec,
  JobManagerSpec,
  JobSpec,
  ProcessResource,
  ResourceRequirements,
  TaskManagerSpec,
} from '../../contract/resource/flink-deployment-spec.ts'
import { always, inStandalone, unlessNull, type FieldPolicy } from './field-policy.ts'
import { double, nonce, plain, podTemplate, type FieldForms, type ValueForm } from './value-form.ts'

const object = (fields: FieldForms): ValueForm => ({ _tag: 'Object', fields })

const resource = object(
  {
    cpu: { form: double },
    memory: { form: plain },
    ephemeralStorage: { form: plain },
  } satisfies Record<keyof ProcessResource, FieldForms[string]>,
)

const resources = object(
  {
    requests: { form: plain },
    limits: { form: plain },
  } satisfies Record<keyof ResourceRequirements, FieldForms[string]>,
)

const jobManager = object(
  {
    resource: { form: resource },
    resources: { form: resources, optional: true },
    replicas: { form: plain },
    podTemplate: { form: podTemplate },
  } satisfies Record<keyof JobManagerSpec, FieldForms[string]>,
)

const ingress = object(
  {
    template: { form: plain },
    className: { form: plain },
    annotations: { form: plain },
    labels: { form: plain },
    tls: { form: plain },
  } satisfies Record<keyof IngressSpec, FieldForms[string]>,
)

/** `spec.taskManager`. Replicas size the TaskManager Deployment in standalone mode and fix the parallelism in native mode. */
export const taskManagerPolicy = {
  resource: always('UPGRADE', resource),
  resources: always('UPGRADE', resources),
  replicas: inStandalone('SCALE'),
  podTemplate: always('UPGRADE', podTemplate),
} as const satisfies Record<keyof TaskManagerSpec, FieldPolicy>

const taskManager = object(
  {
    resource: { form: resource },
    resources: { form: resources, optional: true },
    replicas: { form: plain },
    podTemplate: { form: podTemplate },
  } satisfies Record<keyof TaskManagerSpec, FieldForms[string]>,
)

/** `spec.job`. A field of the spec that has no line here does not compile. */
export const jobPolicy = {
  jarURI: always('UPGRADE'),
  parallelism: inStandalone('SCALE'),
  entryClass: always('UPGRADE'),
  args: always('UPGRADE'),
  state: always('UPGRADE'),
  savepointTriggerNonce: always('IGNORE', nonce),
  initialSavepointPath: always('IGNORE'),
  checkpointTriggerNonce: always('IGNORE', nonce),
  upgradeMode: always('IGNORE'),
  allowNonRestoredState: always('IGNORE'),
  savepointRedeployNonce: unlessNull('SAVEPOINT_REDEPLOY', nonce),
  autoscalerResetNonce: always('IGNORE', nonce),
} as const satisfies Record<keyof JobSpec, FieldPolicy>

const formOf = (policy: FieldPolicy): ValueForm => (policy._tag === 'Configuration' ? plain : policy.form)
const job = object(Object.fromEntries(Object.entries(jobPolicy).map(([name, policy]) => [name, { form: formOf(policy) }])))

/** `spec.job` as a line of the table of a whole spec. */
export const jobLine: FieldPolicy = { _tag: 'FieldWise', fields: jobPolicy, form: job }

/**
 * `spec` of a FlinkDeployment (control-flow.md, section 4.2). A change of the ingress alone restarts the job, as in the reference
 * operator: it is compared as a whole and is UPGRADE (C-D03). `jobManager` is compared as a whole.
 */
export const flinkDeploymentPolicy = {
  image: always('UPGRADE'),
  imagePullPolicy: always('UPGRADE'),
  serviceAccount: always('UPGRADE'),
  flinkVersion: always('UPGRADE'),
  ingress: always('UPGRADE', ingress),
  podTemplate: always('UPGRADE', podTemplate),
  jobManager: always('UPGRADE', jobManager),
  taskManager: { _tag: 'FieldWise', fields: taskManagerPolicy, form: taskManager },
  logConfiguration: always('UPGRADE'),
  mode: always('UPGRADE'),
  job: jobLine,
  restartNonce: unlessNull('UPGRADE', nonce),
  flinkConfiguration: { _tag: 'Configuration' },
} as const satisfies Record<keyof FlinkDeploymentSpec, FieldPolicy>
