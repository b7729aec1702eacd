import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { type FlinkJob, inputOf, isAlive } from '../flink/job-manager-process.ts'
import { isTerminal } from '../../src/resource/job-state.ts'
import { isOfJob } from '../world/jobs.ts'
import type { Ghost, JobResource, PodObject, World } from '../world/world.ts'

/**
 * Why a resource that is there has not arrived (P06); null: it has. It is RUNNING as asked for or rolled back, SUSPENDED as asked for; or
 * stopped with an error that tells a person what is missing and a way out that leads out. A paused one is where a person left it.
 */
export const whyNotWhereItWasToGo = (
  world: World,
  resource: JobResource,
  leadsOut: (error: string) => string | null,
): string | null => {
  if (resource.meta.deletionTimestamp !== null) return 'the resource is being deleted'
  const { status } = resource
  if (status.conditions.some(({ type }) => type === 'Paused')) return null
  if (status.operation === null && (isWhereItWasToGo(world, resource) || isToldByItself(resource))) return null
  if (!isTold(status)) return `${status.lifecycleState}, and no error tells why`
  return leadsOut(status.error ?? '')
}

/** The job failed, and Flink says why: that is for its people. */
const isToldByItself = ({ status }: JobResource): boolean =>
  status.error !== null && status.lifecycleState === 'FAILED' && status.jobStatus.state === 'FAILED'
  && status.operatorRecord.errorOwner === 'job'

interface Run {
  readonly pod: PodObject
  readonly job: FlinkJob
}

/** The resource of the job at hand. */
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
  const [only] = alive
  // what was asked for did not come up, so what ran before runs again, or has come to its end
  if (status.lifecycleState === 'ROLLED_BACK')
    return only === undefined ? status.jobStatus.state === 'FINISHED' : only.job.state === 'RUNNING'
  // a job that ended by itself, or was ended by somebody else, of the spec that is wanted
  if (only === undefined)
    return isTerminal(status.jobStatus.state) && status.reconciliationStatus.state === 'DEPLOYED' && ranWanted(world, runs, resource)
  return status.lifecycleState === 'STABLE' && only.job.state === 'RUNNING' && runsWanted(only, resource)
}

const ranWanted = (world: World, runs: readonly Run[], resource: JobResource): boolean => {
  if (world.owner === null) return world.pods.every(({ input }) => input.configuration['parallelism.default'] === parallelismOf(resource))
  const last = runs.at(-1)
  return last === undefined || runsWanted(last, resource)
}

/** Of a cluster that somebody orphaned: the operator leaves it alone. */
const isNobodys = ({ deployments }: World, { deploymentUid }: PodObject): boolean =>
  deployments.some(({ uid, ownerUids }) => uid === deploymentUid && ownerUids.length === 0)

/** A person asked for a start from a certain state, and nothing has started from it. */
const isRedeployLeftOut = ({ asked, redeployed }: Ghost): boolean => asked?.redeploy != null && asked.redeploy.nonce !== redeployed

/**
 * An error that a person reads. An invalid spec, or what is in the way of one, leaves the last good one in force, so the resource may be
 * STABLE with it.
 */
const isTold = ({ error, lifecycleState, operatorRecord }: JobResource['status']): boolean =>
  error !== null && (lifecycleState !== 'STABLE' || ['validation', 'operation', 'upgrade'].includes(operatorRecord.errorOwner ?? ''))

const parallelismOf = ({ spec }: JobResource): string => String(spec.job?.parallelism)

const runsWanted = ({ pod, job }: Run, resource: JobResource): boolean =>
  inputOf(pod, job).configuration['parallelism.default'] === parallelismOf(resource)

/** A session cluster: up, and configured as it is wanted now. */
const isSessionAsWanted = ({ deleting, input, process }: PodObject, { flinkConfiguration }: JobResource['spec']): boolean =>
  !deleting && process?.phase === 'Listing' && clusterConfiguration(input).isSession
  && (input.configuration['taskmanager.numberOfTaskSlots'] ?? null) === (flinkConfiguration['taskmanager.numberOfTaskSlots'] ?? null)
