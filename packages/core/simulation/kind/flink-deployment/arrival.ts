import { clusterOfJob, flinkDeploymentOf, sessionJobsOf } from '../../world/resources.ts'
import type { FlinkDeploymentResource, World } from '../../world/world.ts'
import { whyNotWhereItWasToGo } from '../job-arrival.ts'

/** A session cluster goes after its FlinkSessionJobs, which people delete: that is told. */
const waitsForJobs = (world: World, { meta, status }: FlinkDeploymentResource): boolean =>
  meta.deletionTimestamp !== null && status.error !== null
  && (sessionJobsOf(world)?.some(it => it.meta.deletionTimestamp === null && clusterOfJob(it) === meta.name) ?? false)

/** Clusters whose image holds their jar are of another kind. */
const isOfOurs = ({ image }: { readonly image?: string }): boolean => image === undefined

/** Why the FlinkDeployment of the cluster at hand has not arrived (P06); null: it has, or is gone with its cluster. */
export const whyNotArrived = (world: World, leadsOut: (error: string) => string | null): string | null => {
  const resource = flinkDeploymentOf(world)
  if (resource !== null)
    return waitsForJobs(world, resource) ? leadsOut(resource.status.error ?? '') : whyNotWhereItWasToGo(world, resource, leadsOut)
  // who takes our finalizer keeps what the resource owned if that is what they say
  const isLeft = world.pods.some(({ input }) => isOfOurs(input)) || world.deployments.some(it => it.stranger !== true && isOfOurs(it.input))
  return !isLeft || world.ghost.tampered !== null ? null
    : 'the resource is gone, its cluster is not'
}
