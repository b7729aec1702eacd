import { askedBy } from '../kubernetes/asked.ts'
import { flinkDeploymentOf } from '../world/resources.ts'
import type { FlinkDeploymentResource, PodObject, World } from '../world/world.ts'
import { failOperations } from './complete-operation.ts'
import { endJob, podNow } from './end-job.ts'
import { branchAt } from './ghost-progress.ts'
import type { FlinkJob } from './job-manager-process.ts'

/** No pod tells which `restartNonce` it was made for: the operator's record does. */
const isRestarted = (resource: FlinkDeploymentResource | null): boolean =>
  resource === null
  || (resource.status.reconciliationStatus.lastReconciledSpec ?? '').includes(`"restartNonce":${String(resource.spec.restartNonce)}`)

/** Its work is done: none of its states is needed any more. What was edited and not yet followed runs in its place. */
export const finishJob = (world: World, pod: PodObject, job: FlinkJob): World => {
  const ended = endJob(
    failOperations(world, pod.uid, job.jobId, 'CheckpointException: The job has finished'),
    podNow(world, pod.uid)!,
    job,
    'FINISHED',
  )
  const resource = flinkDeploymentOf(world)
  const spec = resource?.spec ?? null
  const { redeploy } = askedBy(spec)
  const isFollowed = String(spec?.job?.parallelism) === pod.input.configuration['parallelism.default']
    && (redeploy === null || redeploy.nonce === world.ghost.redeployed) && isRestarted(resource)
    && pod.input.flinkVersion === spec?.flinkVersion
    && pod.input.configuration['high-availability.type'] === spec.flinkConfiguration['high-availability.type']
  return { ...branchAt(ended, 0), ghost: { ...ended.ghost, finished: isFollowed ? spec : null } }
}
