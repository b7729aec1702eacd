import type { ScalingHost } from '../../../job/scale/scale-in-place.ts'
import { nativeScaling, requestedWidth } from '../../../job/scale/scaling-edit.ts'
import type { SessionJob } from '../session-job-situation.ts'

/**
 * How a session job is scaled in place. The TaskManagers belong to the cluster: whether Flink rescales the job does not depend on who
 * starts them.
 */
export const scaling: ScalingHost<SessionJob> = {
  inputs: round => {
    const { deployed, wanted } = round.desired
    return deployed._tag === 'Deployed' && wanted !== null ? nativeScaling(round, deployed.running, wanted, requestedWidth) : null
  },
  taskManagers: () => [],
}
