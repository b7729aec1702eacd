import { askedBy } from '../kubernetes/asked.ts'
import { flinkDeploymentOf, jobResourceOf } from '../world/resources.ts'
import type { FlinkDeploymentResource, JobResource, PodObject, World } from '../world/world.ts'
import { failOperations } from './complete-operation.ts'
import { endJob, podNow } from './end-job.ts'
import { branchAt } from './ghost-progress.ts'
import { type FlinkJob, inputOf } from './job-manager-process.ts'

/** The pod doesn't show for which `restartNonce` it was created: the operator's record does. */
const isRestarted = (resource: JobResource | null): boolean =>
  resource === null
  || (resource.status.reconciliationStatus.lastReconciledSpec ?? '').includes(`"restartNonce":${String(resource.spec.restartNonce)}`)

/** Does the edit leave the cluster as it is? An application's new job runs in a new cluster otherwise. */
const runsOn = ({ input: { flinkVersion, configuration } }: PodObject, resource: FlinkDeploymentResource | null): boolean =>
  flinkVersion === resource?.spec.flinkVersion
  && configuration['high-availability.type'] === resource.spec.flinkConfiguration['high-availability.type']

/**
 * A bounded job finishes, so none of its states is needed any more. If the spec was edited and the edit not yet reconciled, the
 * operator may run the job again.
 */
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
