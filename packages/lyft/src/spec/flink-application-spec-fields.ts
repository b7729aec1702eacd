import {
  atLeastOne,
  checked,
  listOf,
  defaultsOf,
  type Table,
  type ValueType,
  objectOf,
  boolean,
  double,
  int32,
  jsonObject,
  text,
} from '@flink-operator/core/crd'
import { deleteModes, deploymentModes, scaleModes } from './modes.ts'
import type { FlinkApplicationSpec, JobManagerConfig, ManagerConfig, TaskManagerConfig } from './flink-application-spec.ts'

const envConfigFields = {
  env: { type: listOf(jsonObject), default: [], doc: "Variables, after the operator's own." },
  envFrom: { type: listOf(jsonObject), default: [], doc: 'ConfigMaps and Secrets whose keys become variables.' },
} as const

const managerFields = {
  resources: {
    type: jsonObject,
    default: null,
    doc: 'Requests and limits of the container. The memory request determines the memory settings of Flink.',
  },
  envConfig: {
    type: objectOf<ManagerConfig['envConfig']>('envConfig', envConfigFields),
    default: defaultsOf<ManagerConfig['envConfig']>(envConfigFields),
    doc: 'Environment of the container.',
  },
  offHeapMemoryFraction: {
    type: double,
    default: null,
    doc: 'Flink before 1.11: the fraction of the memory request that is not heap, from 0 to 1. Default: 0.5.',
  },
  systemMemoryFraction: {
    type: double,
    default: null,
    doc: 'Flink 1.11 and later: the fraction of the memory request that Flink does not get, from 0 to 1. Default: 0.2.',
  },
  nodeSelector: { type: jsonObject, default: {}, doc: 'Labels of the nodes that the pods may run on.' },
  tolerations: { type: listOf(jsonObject), default: [], doc: 'Tolerations of the pods.' },
  affinity: { type: jsonObject, default: null, doc: 'Affinity of the pods.' },
} as const

const jobManagerFields = {
  ...managerFields,
  replicas: { type: checked(int32, atLeastOne), default: 1, doc: 'Replicas of the JobManager. Default: 1.' },
} as const

const taskManagerFields = {
  ...managerFields,
  taskSlots: { type: checked(int32, atLeastOne), default: 16, doc: 'Slots of one TaskManager. Default: 16.' },
} as const

const savepointInfoFields = {
  savepointLocation: { type: text, default: '', doc: 'Deprecated: use savepointPath.' },
} as const

const port = (name: string, standard: number) => ({ type: int32, default: standard, doc: `Port: ${name}. Default: ${standard}.` }) as const

/** Text in which the operator accepts these names, or nothing (`modesKnown`). */
const oneOfOrEmpty = (names: readonly string[]) => checked(text, { pattern: `^(|${names.join('|')})$` })

/** The table of lyft-flinkapplication.md, section 1.3. Absent is the default that the operator applies; none is written back. */
const specFields = {
  image: { type: text, default: '', doc: 'Image of JobManager and TaskManagers; the jar of the job is in it.' },
  imagePullPolicy: {
    type: oneOfOrEmpty(['Always', 'Never', 'IfNotPresent']),
    default: '',
    doc: 'Always, Never or IfNotPresent. Default: IfNotPresent.',
  },
  imagePullSecrets: { type: listOf(jsonObject), default: [], doc: 'Secrets for pulling the image.' },
  serviceAccountName: { type: text, default: '', doc: 'Service account of the pods.' },
  securityContext: { type: jsonObject, default: null, doc: 'Security context of the pods.' },
  flinkConfig: { type: jsonObject, default: {}, doc: 'Configuration of Flink: keys with strings, numbers or booleans.' },
  flinkVersion: { type: text, default: '', doc: 'Version of Flink, as 1.20. Empty: before 1.11.' },
  jobManagerConfig: {
    type: objectOf<JobManagerConfig>('jobManagerConfig', jobManagerFields),
    default: defaultsOf<JobManagerConfig>(jobManagerFields),
    doc: 'The JobManager.',
  },
  taskManagerConfig: {
    type: objectOf<TaskManagerConfig>('taskManagerConfig', taskManagerFields),
    default: defaultsOf<TaskManagerConfig>(taskManagerFields),
    doc: 'The TaskManagers.',
  },
  jarName: { type: checked(text, { pattern: '^[^/]*$' }), default: '', doc: "Name of the jar below the image's web upload directory." },
  parallelism: { type: checked(int32, atLeastOne), default: 0, doc: 'Parallelism of the job; required.' },
  entryClass: { type: text, default: '', doc: 'Main class; required if the manifest of the jar names none.' },
  programArgs: {
    type: text,
    default: '',
    doc:
      'Arguments of the program: a string, which Flink splits at blanks outside of quotes, or a JSON list of strings, one for each argument.',
  },
  savepointInfo: {
    type: objectOf<FlinkApplicationSpec['savepointInfo']>('savepointInfo', savepointInfoFields),
    default: defaultsOf<FlinkApplicationSpec['savepointInfo']>(savepointInfoFields),
    doc: 'Deprecated: use savepointPath.',
  },
  savepointPath: { type: text, default: '', doc: 'Savepoint that the first deploy restores.' },
  savepointDisabled: {
    type: boolean,
    default: false,
    doc: 'Update without a savepoint: the state of the job is not kept. Default: false.',
  },
  deploymentMode: { type: oneOfOrEmpty(deploymentModes), default: '', doc: 'Dual or BlueGreen; fixed by the first deploy. Default: Dual.' },
  rpcPort: port('RPC of the JobManager', 6123),
  blobPort: port('blob server', 6125),
  queryPort: port('queryable state', 6124),
  metricsQueryPort: port('internal metrics', 50_101),
  uiPort: port('REST and web interface', 8081),
  volumes: { type: listOf(jsonObject), default: [], doc: 'Volumes of all pods.' },
  volumeMounts: { type: listOf(jsonObject), default: [], doc: 'Where all containers mount them.' },
  restartNonce: { type: text, default: '', doc: 'A new value deploys a new cluster, even if nothing else has changed.' },
  deleteMode: {
    type: oneOfOrEmpty(deleteModes),
    default: '',
    doc: 'How a deletion ends the job: Savepoint, None or ForceCancel. Default: Savepoint.',
  },
  scaleMode: {
    type: oneOfOrEmpty(scaleModes),
    default: '',
    doc: 'How the operator raises the parallelism: NewCluster or InPlace, which adds TaskManagers to the cluster. Default: NewCluster.',
  },
  allowNonRestoredState: {
    type: boolean,
    default: false,
    doc: 'Whether state of a savepoint that belongs to no operator of the job may be dropped. Default: false.',
  },
  forceRollback: { type: boolean, default: false, doc: 'Ends the update in progress and rolls back. Default: false.' },
  maxCheckpointRestoreAgeSeconds: {
    type: checked(int32, atLeastOne),
    default: null,
    doc: 'The operator restores no checkpoint that is older, in seconds. Default: 3600.',
  },
  tearDownVersionHash: { type: text, default: '', doc: 'BlueGreen, while two versions run: the hash of the version to tear down.' },
  fallbackWithoutState: {
    type: boolean,
    default: false,
    doc: 'If an update finds neither a savepoint nor a usable checkpoint, it starts the job without its state. Default: false.',
  },
} as const satisfies Table<FlinkApplicationSpec>

const spec = objectOf<FlinkApplicationSpec>('FlinkApplicationSpec', specFields)

/** `spec` of a FlinkApplication. The API server keeps unknown fields. */
export const flinkApplicationSpec: ValueType<FlinkApplicationSpec> = {
  ...spec,
  schema: { ...spec.schema, 'x-kubernetes-preserve-unknown-fields': true },
}

/** The same, but a field that can't be read takes its default. */
export const flinkApplicationSpecByField: ValueType<FlinkApplicationSpec> = objectOf<FlinkApplicationSpec>(
  'FlinkApplicationSpec',
  specFields,
  {
    tolerant: true,
  },
)

/** A spec without any field. */
export const emptyFlinkApplicationSpec: FlinkApplicationSpec = defaultsOf<FlinkApplicationSpec>(specFields)
