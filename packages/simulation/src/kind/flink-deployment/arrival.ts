import { clusterOfJob, flinkDeploymentOf, sessionJobsOf } from '../../world/resources.ts'
import type { FlinkDeploymentResource, World } from '../../world/world.ts'
import { whyNotWhereItWasToGo } from '../job-arrival.ts'

/** A session cluster is deleted after its FlinkSessionJobs, which users delete: the status reports the wait. */
const waitsForJobs = (world: World, { meta, status }: FlinkDeploymentResource): boolean =>
  meta.deletionTimestamp !== null && status.error !== null
  && (sessionJobsOf(world)?.some(it => it.meta.deletionTimestamp === null && clusterOfJob(it) === meta.name) ?? false)

/** Clusters whose image contains their jar belong to another kind. */
const isOfOurs = ({ image }: { readonly image?: string }): boolean => image === undefined

/** Why the FlinkDeployment of the current cluster has not arrived (P06); null: it has, or is deleted with its cluster. */
export const whyNotArrived = (world: World, leadsOut: (error: string) => string | null): string | null => {
  const resource = flinkDeploymentOf(world)
  if (resource !== null)
    return waitsForJobs(world, resource) ? leadsOut(resource.status.error ?? '') : whyNotWhereItWasToGo(world, resource, leadsOut)
  // a user who removes our finalizer may keep the resource's objects
  const isLeft = world.pods.some(({ input }) => isOfOurs(input))
    || world.deployments.some(it => it.foreignObject !== true && isOfOurs(it.input))
  return !isLeft || world.ghost.tampered !== null ? null
    : 'the resource is removed, its cluster is not'
}
