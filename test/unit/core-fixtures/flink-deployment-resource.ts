import { decodeFlinkDeployment } from '../../../packages/core/src/codec/flink-deployment.ts'
import type { Resource } from '../../../packages/core/src/kind.ts'
import type { FlinkDeploymentSpec } from '../../../packages/core/src/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../../packages/core/src/resource/flink-deployment-status.ts'
import type { JsonObject } from '../../../packages/core/src/resource/json.ts'

/** The moment at which every story starts. */
export const t0 = 1_700_000_000_000
export const name = 'app'
export const namespace = 'ns'
export const uid = '00000000-0000-4000-8000-000000000001'
export const finalizer = 'flinkdeployments.flink.apache.org/finalizer'

/** What a test says of a spec; the rest is a small valid application with high availability and checkpoints. */
export interface SpecChange {
  readonly job?: JsonObject
  readonly configuration?: JsonObject
  /** Without high availability. */
  readonly noHa?: true
  readonly rest?: JsonObject
}

const highAvailability: JsonObject = { 'high-availability.type': 'kubernetes', 'high-availability.storageDir': 's3://b/ha' }

/** `spec` as a user writes it. */
export const specJson = ({ job = {}, configuration = {}, noHa, rest = {} }: SpecChange = {}): JsonObject => ({
  image: 'flink:1.20', flinkVersion: 'v1_20', serviceAccount: 'flink',
  flinkConfiguration: {
    'execution.checkpointing.dir': 's3://b/cp', 'execution.checkpointing.savepoint-dir': 's3://b/sp', 'execution.checkpointing.interval': '10 s',
    ...(noHa === true ? {} : highAvailability), ...configuration,
  },
  jobManager: { resource: { memory: '1g', cpu: 1 } },
  taskManager: { resource: { memory: '1g', cpu: 1 } },
  ...rest,
  job: { jarURI: 'local:///a.jar', parallelism: 2, upgradeMode: 'savepoint', state: 'running', ...job },
})

/** What a test says of the whole resource. */
export interface ResourceChange {
  readonly spec?: SpecChange
  readonly metadata?: JsonObject
  readonly status?: FlinkDeploymentStatus
}

const metadataJson: JsonObject = {
  name, namespace, uid, generation: 1, resourceVersion: '1', creationTimestamp: '2023-11-14T22:00:00Z', finalizers: [finalizer], labels: {}, annotations: {},
}

const decoded = (json: JsonObject): Resource<FlinkDeploymentSpec, FlinkDeploymentStatus> => {
  const resource = decodeFlinkDeployment(json)
  if (resource._tag === 'Left') throw new Error(JSON.stringify(resource.left))
  return resource.right
}

/** A resource as the API server has it, decoded. */
export const aResource = ({ spec = {}, metadata = {}, status }: ResourceChange = {}): Resource<FlinkDeploymentSpec, FlinkDeploymentStatus> => {
  const read = decoded({ apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', metadata: { ...metadataJson, ...metadata }, spec: specJson(spec) })
  return status === undefined ? read : { ...read, status }
}

export const aSpec = (change: SpecChange = {}): FlinkDeploymentSpec => aResource({ spec: change }).spec
