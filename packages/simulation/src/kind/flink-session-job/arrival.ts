import { isAlive } from '../../flink/job-manager-process.ts'
import { isOfJob } from '../../world/jobs.ts'
import { flinkDeploymentOf, jobResourceOf } from '../../world/resources.ts'
import type { World } from '../../world/world.ts'
import { whyNotWhereItWasToGo } from '../job-arrival.ts'

/**
 * Why the FlinkSessionJob of the current job has not arrived (P06); null: it has, or it is deleted and nothing of it runs, or it waits
 * for a missing cluster and reports that.
 */
export const whyNotArrived = (world: World, leadsOut: (error: string) => string | null): string | null => {
  const resource = jobResourceOf(world)
  if (resource === null)
    return world.ghost.tampered !== null
        || !world.pods.some(({ process }) => process?.jobs.some(job => isOfJob(world, job) && isAlive(job)))
      ? null : `FlinkSessionJob ${world.owner ?? ''} is gone, its job is not`
  const waits = resource.meta.deletionTimestamp === null && !isClusterReady(world)
    && resource.status.conditions.some(({ type, status }) => type === 'ClusterReady' && status === 'False')
  if (waits) return null
  const why = whyNotWhereItWasToGo(world, resource, leadsOut)
  return why === null ? null : `FlinkSessionJob ${resource.meta.name}: ${why}`
}

const isClusterReady = (world: World): boolean => flinkDeploymentOf(world)?.status.jobManagerDeploymentStatus === 'READY'
