import { askedBy } from '../kubernetes/asked.ts'
import { flinkDeploymentOf, jobResourceOf } from '../world/resources.ts'
import type { FlinkDeploymentResource, JobResource, PodObject, World } from '../world/world.ts'
import { failOperations } from './complete-operation.ts'
import { endJob, podNow } from './end-job.ts'
import { branchAt } from './ghost-progress.ts'
import { type FlinkJob, inputOf } from './job-manager-process.ts'

/** No pod tells which `restartNonce` it was made for: the operator's record does. */
const isRestarted = (resource: JobResource | null): boolean =>
  resource === null
  || (resource.status.reconciliationStatus.lastReconciledSpec ?? '').includes(`"restartNonce":${String(resource.spec.restartNonce)}`)

/** What of an application's cluster is wanted otherwise is followed by a new one. */
const runsOn = ({ input: { flinkVersion, configuration } }: PodObject, resource: FlinkDeploymentResource | null): boolean =>
  flinkVersion === resource?.spec.flinkVersion
  && configuration['high-availability.type'] === resource.spec.flinkConfiguration['high-availability.type']

/** Its work is done: none of its states is needed any more. What was edited and not yet followed runs in its place. */
export const finishJob = (world: World, pod: PodObject, job: FlinkJob): World => {
  const ended = endJob(
    failOperations(world, pod.uid, job.jobId, 'CheckpointException: The job has finished'),
    podNow(world, pod.uid)!,
    job,
    'FINISHED',
  )
  const resource = jobResourceOf(world)
  const spec = resource?.spec ?? null
  const { redeploy } = askedBy(spec)
  const isFollowed = String(spec?.job?.parallelism) === inputOf(pod, job).configuration['parallelism.default']
    && (redeploy === null || redeploy.nonce === world.ghost.redeployed) && isRestarted(resource)
    && (world.owner !== null || runsOn(pod, flinkDeploymentOf(world)))
  return { ...branchAt(ended, 0), ghost: { ...ended.ghost, finished: isFollowed ? spec : null } }
}
