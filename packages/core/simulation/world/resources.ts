import { sessionClusterName } from '../../src/codec/recorded-spec.ts'
import type { Resource } from '../../src/resource/resource.ts'
import type { FlinkDeploymentSpec } from '../../src/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../src/resource/flink-deployment-status.ts'
import type { FlinkSessionJobSpec, FlinkSessionJobStatus } from '../../src/resource/flink-session-job.ts'
import type { JobLifecycleStatus } from '../../src/resource/job-lifecycle-status.ts'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from '../../src/kind/flink-state-snapshot/flink-state-snapshot.ts'
import type { AnyResource } from '../kind/any-kind.ts'

/** The custom resource as the simulated API server holds it. */
export type FlinkDeploymentResource = Resource<FlinkDeploymentSpec, FlinkDeploymentStatus>

/** What a FlinkDeployment and a FlinkSessionJob say of their job alike. */
export type SpecOfJob = Pick<FlinkDeploymentSpec, 'job' | 'restartNonce' | 'flinkConfiguration'>
export type JobResource = Resource<SpecOfJob, JobLifecycleStatus>

/** A FlinkStateSnapshot as the simulated API server holds it. */
export type StateSnapshotResource = Resource<FlinkStateSnapshotSpec, FlinkStateSnapshotStatus>

/** A FlinkSessionJob as the simulated API server holds it. */
export type SessionJobResource = Resource<FlinkSessionJobSpec, FlinkSessionJobStatus>

/** Custom resources by the name of their kind, in the order in which they were created. Null, or left out: its CRD is not installed. */
export interface Resources {
  readonly FlinkDeployment: readonly FlinkDeploymentResource[]
  readonly FlinkStateSnapshot: readonly StateSnapshotResource[] | null
  readonly [kind: string]: readonly AnyResource[] | null
}

/** Whatever holds custom resources. */
interface Holder {
  readonly resources: Resources
}

const none: readonly AnyResource[] = []

/** No resource, and no CRD but that of FlinkDeployments. */
export const noResources: Resources = { FlinkDeployment: [], FlinkStateSnapshot: null }

/** Those of a kind; none where its CRD is not installed. */
export const resourcesOf = ({ resources }: Holder, kind: string): readonly AnyResource[] => resources[kind] ?? none

/** Is it the uid of a custom resource, of whichever kind? */
export const isResource = ({ resources }: Holder, uid: string): boolean => {
  for (const kind in resources) { for (const { meta } of resources[kind] ?? none) if (meta.uid === uid) return true }
  return false
}

/** The same world with other resources of a kind. */
export const withResources = <W extends Holder>(world: W, kind: string, of: readonly AnyResource[] | null): W => ({
  ...world,
  resources: { ...world.resources, [kind]: of },
})

/** Of a world with several clusters: which one is at hand. */
interface Place extends Holder {
  readonly clusterId: string
  readonly beside: readonly object[]
}

/** The FlinkDeployment of the cluster at hand, in a world of one cluster the one that there is; null: there is none. */
export const flinkDeploymentOf = ({ resources: { FlinkDeployment: all }, clusterId, beside }: Place): FlinkDeploymentResource | null =>
  (beside.length === 0 ? all[0] : all.find(({ meta }) => meta.name === clusterId)) ?? null

/** The same world with this one in its place. */
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

/** Of a world with a job at hand: whose it is. */
interface JobPlace extends Place {
  readonly owner: string | null
}

/** The resource of the job at hand; null: it is gone. */
export const jobResourceOf = (world: JobPlace): JobResource | null =>
  world.owner === null ? flinkDeploymentOf(world) : sessionJobsOf(world)?.find(({ meta }) => meta.name === world.owner) ?? null

/** The same world with this one in its place, which is of the same kind. */
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

/** The session cluster that a FlinkSessionJob runs in, whatever its spec names since; null: none. */
export const clusterOfJob = ({ spec: { deploymentName }, status: { reconciliationStatus } }: SessionJobResource): string | null => {
  const { lastReconciledSpec: recorded } = reconciliationStatus
  // asked at every step of a world: where the record says the same, its text alone tells
  return recorded === null || recorded.includes(`"deploymentName":${JSON.stringify(deploymentName)}`) ? deploymentName
    : sessionClusterName(recorded, deploymentName)
}

/** The same world with these FlinkStateSnapshots. */
export const withStateSnapshots = <W extends Holder>(world: W, snapshots: readonly StateSnapshotResource[] | null): W =>
  withResources(world, 'FlinkStateSnapshot', snapshots)
