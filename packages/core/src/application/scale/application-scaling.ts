import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import type { ScalingHost } from '../../job/scale/scale-in-place.ts'
import { nativeScaling, numberIn } from '../../job/scale/scaling-edit.ts'
import type { ApplicationJob } from '../application-situation.ts'

/** A standalone cluster is scaled by its TaskManagers; a native one starts them as the job asks for them. */
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
