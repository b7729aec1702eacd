import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { type FlinkJob, inputOf, isAlive } from '../flink/job-manager-process.ts'
import { attemptAnnotation } from '@flink-operator/core/manifest'
import { isTerminal } from '@flink-operator/core/resource'
import { isHeld } from '@flink-operator/core/round'
import { flinkDeploymentOf } from '../world/resources.ts'
import { isOfJob } from '../world/jobs.ts'
import type { Ghost, JobResource, PodObject, World } from '../world/world.ts'

/**
 * Why an existing resource has not arrived (P06); null: it has. Arrived means: RUNNING as asked for or rolled back; SUSPENDED as asked
 * for; or stopped with an error that tells the user what is missing and names a remediation that works. A paused resource has arrived,
 * and so has a held child: its FlinkBlueGreenDeployment says what both wait for.
 */
export const whyNotWhereItWasToGo = (
  world: World,
  resource: JobResource,
  leadsOut: (error: string) => string | null,
): string | null => {
  if (resource.meta.deletionTimestamp !== null) return 'the resource is being deleted'
  const { status } = resource
  if (isHeld(resource.meta) || status.conditions.some(({ type }) => type === 'Paused')) return null
  if (status.operation === null && (isWhereItWasToGo(world, resource) || isReportedByItself(resource))) return null
  if (!isReported(status)) return `${status.lifecycleState}, and no error says why`
  return leadsOut(status.error ?? '')
}

/** The job failed, and Flink reports why: fixing it is up to the job's users. */
const isReportedByItself = ({ status }: JobResource): boolean =>
  status.error !== null && status.lifecycleState === 'FAILED' && status.jobStatus.state === 'FAILED'
  && status.operatorRecord.errorOwner === 'job'

interface Run {
  readonly pod: PodObject
  readonly job: FlinkJob
}

/** Has the resource of the current job arrived? */
export const isWhereItWasToGo = (world: World, resource: JobResource): boolean => {
  const { status, spec } = resource
  if (world.owner === null && spec.job === null)
    return status.lifecycleState === 'STABLE' && world.pods.some(pod => isSessionAsWanted(pod, spec))
  if (spec.job?.state !== 'suspended' && isRedeployLeftOut(world.ghost)) return false
  const runs = world.pods.filter(pod => !isNobodys(world, pod)).flatMap(pod =>
    (pod.process?.jobs ?? []).filter(job => isOfJob(world, job)).map((job): Run => ({ pod, job }))
  )
  const alive = runs.filter(({ job }) => isAlive(job))
  if (spec.job?.state === 'suspended') return status.lifecycleState === 'SUSPENDED' && alive.length === 0
  if (alive.length > 1) return false
  const [only] = alive
  // the new spec did not become stable, so the previous one runs again, or its job has ended
  if (status.lifecycleState === 'ROLLED_BACK')
    return only === undefined ? status.jobStatus.state === 'FINISHED' : only.job.state === 'RUNNING'
  // a job of the wanted spec that ended, or that a user ended
  if (only === undefined)
    return isTerminal(status.jobStatus.state) && status.reconciliationStatus.state === 'DEPLOYED' && ranWanted(world, runs, resource)
  return status.lifecycleState === 'STABLE' && only.job.state === 'RUNNING' && runsWanted(only, resource)
}

const ranWanted = (world: World, runs: readonly Run[], resource: JobResource): boolean => {
  if (world.owner === null) return world.pods.every(({ input }) => input.configuration['parallelism.default'] === parallelismOf(resource))
  const last = runs.at(-1)
  return last === undefined || runsWanted(last, resource)
}

/** A pod of a cluster that a user orphaned, and that the status does not record as its own: the operator does not touch it. */
const isNobodys = (world: World, { deploymentUid }: PodObject): boolean =>
  world.deployments.some(({ uid, ownerUids, annotations }) =>
    uid === deploymentUid && ownerUids.length === 0
    && annotations[attemptAnnotation] !== flinkDeploymentOf(world)?.status.operatorRecord.deployedAttempt
  )

/** A user asked for a start from a certain state, and nothing has started from it. */
const isRedeployLeftOut = ({ asked, redeployed }: Ghost): boolean => asked?.redeploy != null && asked.redeploy.nonce !== redeployed

/**
 * An error that the user reads. An invalid spec, or a missing precondition, leaves the last good spec in force, so the resource may be
 * STABLE with it; so it may if its job has ended.
 */
const isReported = ({ error, lifecycleState, jobStatus, operatorRecord }: JobResource['status']): boolean =>
  error !== null
  && (lifecycleState !== 'STABLE' || isTerminal(jobStatus.state)
    || ['validation', 'operation', 'upgrade'].includes(operatorRecord.errorOwner ?? ''))

const parallelismOf = ({ spec }: JobResource): string => String(spec.job?.parallelism)

const runsWanted = ({ pod, job }: Run, resource: JobResource): boolean =>
  inputOf(pod, job).configuration['parallelism.default'] === parallelismOf(resource)

/** A session cluster that runs with the wanted configuration. */
const isSessionAsWanted = ({ deleting, input, process }: PodObject, { flinkConfiguration }: JobResource['spec']): boolean =>
  !deleting && process?.phase === 'Listing' && clusterConfiguration(input).isSession
  && (input.configuration['taskmanager.numberOfTaskSlots'] ?? null) === (flinkConfiguration['taskmanager.numberOfTaskSlots'] ?? null)
