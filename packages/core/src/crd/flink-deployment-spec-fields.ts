import { flinkVersions } from '../contract/resource/flink-version.ts'
import type {
  FlinkDeploymentSpec,
  IngressSpec,
  JobManagerSpec,
  ProcessResource,
  ResourceRequirements,
  TaskManagerSpec,
} from '../contract/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { listOf, mapOf } from './collection-type.ts'
import type { Table, ValueType } from './field.ts'
import { jobSpec } from './job-spec-fields.ts'
import { objectOf } from './object-type.ts'
import { amountForm, atLeastOne, celRules, checked, memoryForm } from './schema-checks.ts'
import { double, int32, jsonObject, nonce, oneOf, podTemplateObject, quantity, text } from './scalar-type.ts'

const processResource = objectOf<ProcessResource>('resource', {
  cpu: { type: double, default: null, doc: 'Cores.' },
  memory: {
    type: checked(text, memoryForm),
    default: null,
    doc: 'Total memory of the Flink process, request and limit, e.g. 2048m or 2Gi.',
  },
  ephemeralStorage: {
    type: checked(text, amountForm),
    default: null,
    doc: 'Ephemeral storage, request and limit, as a Kubernetes quantity.',
  },
})

const amounts = mapOf(checked(quantity, amountForm))

const resourceRequirements = objectOf<ResourceRequirements>('resources', {
  requests: { type: amounts, default: {}, doc: 'Requests by resource name.' },
  limits: { type: amounts, default: {}, doc: 'Limits by resource name.' },
})

const resource = { type: processResource, default: null, doc: 'Size of a process. Prefer resources.' }

/** The reference operator has `resources` only since 1.16, so the JSON omits an empty value. */
const resources = {
  type: resourceRequirements,
  default: null,
  whenNull: 'omit',
  doc: 'Kubernetes resource requirements; they override resource if they have at least one request or limit.',
} as const

const podTemplate = {
  type: podTemplateObject,
  default: null,
  doc: 'Template for the pods of the cluster (apiVersion, kind, metadata, spec). The container of Flink is named flink-main-container.',
}

const jobManager = objectOf<JobManagerSpec>('jobManager', {
  resource,
  resources,
  replicas: {
    type: checked(int32, atLeastOne),
    default: 1,
    doc: 'Number of JobManagers; more than one needs high availability. Default: 1.',
  },
  podTemplate,
})

const taskManager = objectOf<TaskManagerSpec>('taskManager', {
  resource,
  resources,
  replicas: {
    type: checked(int32, atLeastOne),
    default: null,
    doc: 'Number of TaskManagers. Native mode only derives the parallelism from it: replicas × slots.',
  },
  podTemplate,
})

/** `{hosts[], secretName}`, copied unchanged from the user. */
const ingressTls: ValueType<JsonObject> = {
  ...jsonObject,
  schema: {
    type: 'object',
    properties: { hosts: { type: 'array', items: { type: 'string' } }, secretName: { type: 'string' } },
  },
}

/** `spec.ingress` of a FlinkDeployment and of a FlinkBlueGreenDeployment. */
export const ingressSpec = objectOf<IngressSpec>('ingress', {
  template: { type: text, default: null, doc: 'Host and path; {{name}} and {{namespace}} are replaced.' },
  className: { type: text, default: null, doc: 'Ingress class.' },
  annotations: { type: mapOf(text), default: null, doc: 'Annotations of the Ingress.' },
  labels: { type: mapOf(text), default: null, doc: 'Labels of the Ingress.' },
  tls: { type: listOf(ingressTls), default: null, doc: 'TLS of the Ingress, copied unchanged.' },
})

const pullPolicy = { pattern: '^(\\s*|IfNotPresent|Always|Never)$' }

/** Both can be read in old records, and are refused in a spec (row 2b). */
const supportedVersion = celRules({ rule: "!(self in ['v1_13', 'v1_14'])", message: 'must be v1_15 or newer' })

/** Row 5. */
const logFiles = {
  maxProperties: 2,
  ...celRules({
    rule: "self.all(key, key in ['log4j-console.properties', 'logback-console.xml'])",
    message: 'allowed keys: log4j-console.properties, logback-console.xml',
  }),
}

/** `spec` of a FlinkDeployment (api-and-config.md, section 2); the order is that of the recorded spec (control-flow.md, section 1.2). */
export const flinkDeploymentSpecFields: Table<FlinkDeploymentSpec> = {
  job: { type: jobSpec, default: null, doc: 'The job of an application cluster. Without it: a session cluster.' },
  restartNonce: { type: nonce, default: null, doc: 'A new value restarts the job, or the session cluster.' },
  flinkConfiguration: { type: jsonObject, default: {}, doc: 'Configuration of Flink and of this operator, flat or nested.' },
  image: { type: text, default: null, doc: 'Image of the pods of the cluster.' },
  imagePullPolicy: { type: checked(text, pullPolicy), default: null, doc: 'IfNotPresent, Always or Never.' },
  serviceAccount: { type: text, default: null, doc: 'Service account of the pods of the cluster.' },
  flinkVersion: { type: checked(oneOf(flinkVersions), supportedVersion), default: null, doc: 'Version of Flink in the image.' },
  ingress: { type: ingressSpec, default: null, doc: 'Ingress for the REST endpoint and web interface of the JobManager.' },
  podTemplate,
  jobManager: { type: jobManager, default: null, doc: 'JobManager.' },
  taskManager: { type: taskManager, default: null, doc: 'TaskManagers.' },
  logConfiguration: {
    type: checked(mapOf(text), logFiles),
    default: null,
    doc: 'Content of log4j-console.properties and logback-console.xml.',
  },
  mode: {
    type: oneOf(['native', 'standalone']),
    default: null,
    doc: "Who starts TaskManagers: Flink itself (native, the default) or the operator. Can't be changed.",
  },
}

/** Rows 6f and 6g: replicas of the TaskManagers, if set, determine the parallelism. */
const parallelismPositive = celRules({
  rule:
    '!has(self.job) || !has(self.job.parallelism) || self.job.parallelism > 0 || (has(self.taskManager) && has(self.taskManager.replicas))',
  message: 'must be at least 1, unless taskManager.replicas is set',
  fieldPath: '.job.parallelism',
})

export const flinkDeploymentSpec = checked(
  objectOf<FlinkDeploymentSpec>('FlinkDeploymentSpec', flinkDeploymentSpecFields),
  parallelismPositive,
)
