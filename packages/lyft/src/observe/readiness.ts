import type { ApplicationRound } from '../flink-application-round.ts'
import { taskManagersFor } from '../objects/deployment.ts'
import { clusterOf, factsAt } from './clusters.ts'

/** What a cluster lacks before a job of that parallelism can run (section 2.7, LD05); null: nothing. */
export const notReady = (round: ApplicationRound, hash: string, parallelism: number): string | null => {
  const cluster = clusterOf(round, hash)
  if (cluster === null) return 'the query for its Deployments failed'
  const { jobManager, taskManager } = cluster
  if (jobManager === null || taskManager === null) return 'one of its Deployments does not exist'
  if (jobManager.availableReplicas < 1) return 'its JobManager is not available'
  if (taskManager.availableReplicas < taskManager.wantedReplicas)
    return `${String(taskManager.availableReplicas)} of ${String(taskManager.wantedReplicas)} TaskManagers are available`
  const { clusterOverview } = factsAt(round, hash)
  if (clusterOverview?._tag !== 'Known') return 'Flink does not answer the query for its overview'
  const total = clusterOverview.value.slots?.total ?? 0
  return total < parallelism ? `it has ${String(total)} of ${String(parallelism)} slots` : null
}

/** The number of TaskManager replicas for a parallelism. */
export const replicasFor = ({ desired: { spec } }: ApplicationRound, parallelism: number): number =>
  taskManagersFor(parallelism, spec.taskManagerConfig.taskSlots)
