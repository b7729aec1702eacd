import type { ApplicationRound } from '../flink-application-round.ts'
import { taskManagersFor } from '../objects/deployment-template.ts'
import { clusterOf, factsAt } from './clusters.ts'

/** What a cluster lacks for a job of that parallelism (section 2.7, LD05); null: nothing. */
export const notReady = (round: ApplicationRound, hash: string, parallelism: number): string | null => {
  const cluster = clusterOf(round, hash)
  if (cluster === null) return 'its Deployments could not be seen'
  const { jobManager, taskManager } = cluster
  if (jobManager === null || taskManager === null) return 'a Deployment of it is not there'
  if (jobManager.availableReplicas < 1) return 'its JobManager is not available'
  if (taskManager.availableReplicas < taskManager.wantedReplicas)
    return `${String(taskManager.availableReplicas)} of ${String(taskManager.wantedReplicas)} TaskManagers are available`
  const { clusterOverview } = factsAt(round, hash)
  if (clusterOverview?._tag !== 'Known') return 'Flink does not tell of it'
  const total = clusterOverview.value.slots?.total ?? 0
  return total < parallelism ? `it has ${String(total)} of ${String(parallelism)} slots` : null
}

/** Of TaskManagers, for what is recorded of the live job. */
export const replicasFor = ({ desired: { spec } }: ApplicationRound, parallelism: number): number =>
  taskManagersFor(parallelism, spec.taskManagerConfig.taskSlots)
