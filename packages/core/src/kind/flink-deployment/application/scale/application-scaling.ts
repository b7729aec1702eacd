import { clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import type { ScalingHost } from '../../../../job/scale/scale-in-place.ts'
import { nativeScaling, numberIn } from '../../../../job/scale/scaling-edit.ts'
import type { ApplicationJob } from '../application-round.ts'

/**
 * How a job with its own cluster is scaled in place: a standalone cluster by its TaskManager replicas; in a native cluster Flink starts the
 * TaskManagers that the job needs.
 */
export const scaling: ScalingHost<ApplicationJob> = {
  inputs: round => {
    const { desired: { mode, deployed, wanted }, observed: { facts } } = round
    if (deployed._tag !== 'Deployed' || wanted === null) return null
    const { running } = deployed
    return mode === 'standalone'
      ? {
        _tag: 'Standalone',
        schedulerMode: running.options.schedulerMode,
        replicas: numberIn(wanted, 'kubernetes.internal.taskmanager.replicas'),
        taskManagers: facts.taskManagerDeployment,
      }
      : nativeScaling(round, running, wanted)
  },
  taskManagers: ({ desired }) => [clusterQueries(desired).taskManagers],
}
