import { sessionClusterName } from '@flink-operator/core/codec'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from '@flink-operator/core/kind/flink-state-snapshot'
import type {
  Resource,
  FlinkDeploymentSpec,
  FlinkDeploymentStatus,
  FlinkSessionJobSpec,
  FlinkSessionJobStatus,
  JobLifecycleStatus,
} from '@flink-operator/core/resource'
import type { AnyResource } from '../kind/any-kind.ts'

/** The custom resource as the simulated API server holds it. */
export type FlinkDeploymentResource = Resource<FlinkDeploymentSpec, FlinkDeploymentStatus>

/** The job fields that the specs of a FlinkDeployment and a FlinkSessionJob have in common. */
export type SpecOfJob = Pick<FlinkDeploymentSpec, 'job' | 'restartNonce' | 'flinkConfiguration'>
export type JobResource = Resource<SpecOfJob, JobLifecycleStatus>

/** A FlinkStateSnapshot as the simulated API server holds it. */
export type StateSnapshotResource = Resource<FlinkStateSnapshotSpec, FlinkStateSnapshotStatus>

/** A FlinkSessionJob as the simulated API server holds it. */
export type SessionJobResource = Resource<FlinkSessionJobSpec, FlinkSessionJobStatus>

/** Custom resources by kind name, in order of creation. Null, or left out: the CRD is not installed. */
export interface Resources {
  readonly FlinkDeployment: readonly FlinkDeploymentResource[]
  readonly FlinkStateSnapshot: readonly StateSnapshotResource[] | null
  readonly [kind: string]: readonly AnyResource[] | null
}

/** Anything that holds custom resources. */
interface Holder {
  readonly resources: Resources
}

const none: readonly AnyResource[] = []

/** No resource, and only the CRD of FlinkDeployments. */
export const noResources: Resources = { FlinkDeployment: [], FlinkStateSnapshot: null }

/** The resources of a kind; empty if its CRD is not installed. */
export const resourcesOf = ({ resources }: Holder, kind: string): readonly AnyResource[] => resources[kind] ?? none

/** Is it the uid of a custom resource of any kind? */
export const isResource = ({ resources }: Holder, uid: string): boolean => {
  for (const kind in resources) { for (const { meta } of resources[kind] ?? none) if (meta.uid === uid) return true }
  return false
}

/** Replaces the resources of a kind. */
export const withResources = <W extends Holder>(world: W, kind: string, of: readonly AnyResource[] | null): W => ({
  ...world,
  resources: { ...world.resources, [kind]: of },
})

/** Selects the current one of a world's clusters. */
interface Place extends Holder {
  readonly clusterId: string
  readonly beside: readonly object[]
}

/** The FlinkDeployment of the current cluster (in a world of one cluster: the only one); null: none exists. */
export const flinkDeploymentOf = ({ resources: { FlinkDeployment: all }, clusterId, beside }: Place): FlinkDeploymentResource | null =>
  (beside.length === 0 ? all[0] : all.find(({ meta }) => meta.name === clusterId)) ?? null

/** Replaces it. */
export const withFlinkDeployment = <W extends Place>(world: W, resource: FlinkDeploymentResource | null): W => {
  const now = resource === null ? [] : [resource]
  const { resources: { FlinkDeployment: all }, clusterId, beside } = world
  const index = beside.length === 0 ? -1 : all.findIndex(({ meta }) => meta.name === clusterId)
  return withResources(
    world,
    'FlinkDeployment',
    beside.length === 0 ? now : index < 0 ? [...all, ...now] : [...all.slice(0, index), ...now, ...all.slice(index + 1)],
  )
}

/** Selects the current job, by its owner. */
interface JobPlace extends Place {
  readonly owner: string | null
}

/** The resource of the current job; null: it is deleted. */
export const jobResourceOf = (world: JobPlace): JobResource | null =>
  world.owner === null ? flinkDeploymentOf(world) : sessionJobsOf(world)?.find(({ meta }) => meta.name === world.owner) ?? null

/** Replaces it by a resource of the same kind. */
export const withJobResource = <W extends JobPlace>(world: W, resource: JobResource | null): W => {
  if (world.owner === null) return withFlinkDeployment(world, resource as FlinkDeploymentResource | null)
  const all = sessionJobsOf(world) ?? []
  const now = resource === null ? [] : [resource as SessionJobResource]
  const index = all.findIndex(({ meta }) => meta.name === world.owner)
  return withResources(world, 'FlinkSessionJob', index < 0 ? [...all, ...now] : [...all.slice(0, index), ...now, ...all.slice(index + 1)])
}

/** FlinkStateSnapshots; null: their CRD is not installed. */
export const stateSnapshotsOf = ({ resources }: Holder): readonly StateSnapshotResource[] | null => resources.FlinkStateSnapshot

/** FlinkSessionJobs; null: their CRD is not installed. */
export const sessionJobsOf = ({ resources }: Holder): readonly SessionJobResource[] | null =>
  (resources['FlinkSessionJob'] ?? null) as readonly SessionJobResource[] | null

/** The session cluster that a FlinkSessionJob runs in, even if its spec names another one since; null: none. */
export const clusterOfJob = ({ spec: { deploymentName }, status: { reconciliationStatus } }: SessionJobResource): string | null => {
  const { lastReconciledSpec: recorded } = reconciliationStatus
  // Called at every step of a world: if the recorded text contains the same name, parsing it is not needed.
  return recorded === null || recorded.includes(`"deploymentName":${JSON.stringify(deploymentName)}`) ? deploymentName
    : sessionClusterName(recorded, deploymentName)
}

/** Replaces the FlinkStateSnapshots. */
export const withStateSnapshots = <W extends Holder>(world: W, snapshots: readonly StateSnapshotResource[] | null): W =>
  withResources(world, 'FlinkStateSnapshot', snapshots)
