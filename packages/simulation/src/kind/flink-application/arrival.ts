import { hashLabel, typeLabel, type FlinkApplicationSpec, type FlinkApplicationStatus, phaseOf } from '@flink-operator/lyft'
import { type Resource, isTerminal } from '@flink-operator/core/resource'
import type { FlinkJob } from '../../flink/job-manager-process.ts'
import { resourcesOf } from '../../world/resources.ts'
import type { World } from '../../world/world.ts'

type Application = Resource<FlinkApplicationSpec, FlinkApplicationStatus>

/** The jobs of the cluster that has this hash now. */
const jobsOf = ({ deployments, pods }: World, hash: string): readonly FlinkJob[] => {
  const owners = deployments.filter(({ labels }) => labels?.[hashLabel] === hash && labels[typeLabel] === 'jobmanager').map(({ uid }) =>
    uid
  )
  return pods.filter(({ deploymentUid }) => owners.includes(deploymentUid)).flatMap(({ process }) => process?.jobs ?? [])
}

const hashesOf = ({ deployments }: World): readonly string[] => [...new Set(deployments.map(({ labels }) => labels?.[hashLabel] ?? ''))]

/** The application runs as its spec says, or is deleted with its clusters, or reports to the user why not (P06). */
export const whyNotArrived = (world: World): string | null => {
  if (world.resources['FlinkApplication'] == null) return null
  const [application] = resourcesOf(world, 'FlinkApplication') as readonly Application[]
  if (application === undefined) return world.deployments.length === 0 ? null : 'the resource is removed, its clusters are not'
  const { meta, status } = application
  if (meta.deletionTimestamp !== null) return 'the resource is being deleted'
  switch (phaseOf(status.phase)) {
    case 'Running':
      return whyNotServed(world, application)
    case 'DualRunning':
      return isStalled(meta, status)
          || status.versionStatuses.every(({ versionHash, jobStatus }) => isServedBy(world, versionHash, jobStatus.jobID))
        ? null : 'one of two versions does not run, and the status does not report it'
    case 'DeployFailed':
      return status.reason === '' ? 'DeployFailed, and no reason says why' : whyNotLeft(world, status)
    default:
      if (isStalled(meta, status)) return null
      return `${status.phase === '' ? 'New' : status.phase}: ${status.lastSeenError?.appError ?? (status.reason || 'no reason')}`
  }
}

/** A job that finished and is reported as finished has arrived. */
const isServedBy = (world: World, hash: string, jobId: string): boolean =>
  jobsOf(world, hash).some(job => job.jobId === jobId && (job.state === 'RUNNING' || isTerminal(job.state)))

/** The conditions report what is wrong with this very spec. */
const isStalled = ({ generation }: Application['meta'], { conditions }: FlinkApplicationStatus): boolean =>
  conditions.some(({ type, status, observedGeneration }) => type === 'Stalled' && status === 'True' && observedGeneration === generation)

const whyNotServed = (world: World, { meta, status }: Application): string | null => {
  const { deployHash, jobStatus, operation, observedGeneration } = status
  if (operation !== null) return `Running, and ${operation.kind} is in progress`
  if (isStalled(meta, status)) return null
  if (observedGeneration !== meta.generation) return 'the edit is not acknowledged'
  const others = hashesOf(world).filter(hash => hash !== deployHash)
  if (others.length > 0) return `clusters of other hashes are left: ${others.join(', ')}`
  return isServedBy(world, deployHash, jobStatus.jobID) || status.reason !== '' ? null : 'its job does not run'
}

/** After a failure: the failed version is cleaned up; the previous version runs, or a reason says why not. */
const whyNotLeft = (_world: World, { operation }: FlinkApplicationStatus): string | null =>
  operation === null ? null : `DeployFailed, and ${operation.kind} is in progress`
