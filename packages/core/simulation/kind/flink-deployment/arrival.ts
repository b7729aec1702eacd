import { isAlive } from '../../flink/job-manager-process.ts'
import { isTerminal } from '../../../src/resource/job-state.ts'
import { flinkDeploymentOf } from '../../world/resources.ts'
import type { FlinkDeploymentResource, Ghost, PodObject, World } from '../../world/world.ts'

/**
 * Why the resource has not arrived (P06); null: it has. It is RUNNING as asked for or rolled back, SUSPENDED as asked for, gone; or stopped
 * with an error that tells a person what is missing and a way out that leads out. A paused one is where a person left it.
 */
export const whyNotArrived = (world: World, leadsOut: (error: string) => string | null): string | null => {
  const resource = flinkDeploymentOf(world)
  // who takes our finalizer keeps what the resource owned if that is what they say
  if (resource === null)
    return (world.pods.length === 0 && world.deployments.every(({ stranger }) => stranger === true)) || world.ghost.tampered !== null ? null
      : 'the resource is gone, its cluster is not'
  if (resource.meta.deletionTimestamp !== null) return 'the resource is being deleted'
  const { status } = resource
  if (status.conditions.some(({ type }) => type === 'Paused')) return null
  if (status.operation === null && (isWhereItWasToGo(world, resource) || isToldByItself(resource))) return null
  if (!isTold(status)) return `${status.lifecycleState}, and no error tells why`
  return leadsOut(status.error ?? '')
}

/** The job failed, and Flink says why: that is for its people. */
const isToldByItself = ({ status }: FlinkDeploymentResource): boolean =>
  status.error !== null && status.lifecycleState === 'FAILED' && status.jobStatus.state === 'FAILED'
  && status.operatorRecord.errorOwner === 'job'

export const isWhereItWasToGo = (world: World, resource: FlinkDeploymentResource): boolean => {
  const { status, spec } = resource
  if (spec.job?.state !== 'suspended' && isRedeployLeftOut(world.ghost)) return false
  const alive = world.pods.filter(pod => !isNobodys(world, pod)).flatMap(pod =>
    pod.process?.jobs.filter(isAlive).map(job => ({ pod, job })) ?? []
  )
  if (spec.job?.state === 'suspended') return status.lifecycleState === 'SUSPENDED' && alive.length === 0
  const [only] = alive
  // what was asked for did not come up, so what ran before runs again, or has come to its end
  if (status.lifecycleState === 'ROLLED_BACK')
    return only === undefined ? status.jobStatus.state === 'FINISHED' : only.job.state === 'RUNNING'
  // a job that ended by itself, or was ended by somebody else, of the spec that is wanted
  if (only === undefined)
    return isTerminal(status.jobStatus.state) && status.reconciliationStatus.state === 'DEPLOYED'
      && world.pods.every(pod => runsWanted(pod, resource))
  return status.lifecycleState === 'STABLE' && only.job.state === 'RUNNING' && runsWanted(only.pod, resource)
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
const isTold = ({ error, lifecycleState, operatorRecord }: FlinkDeploymentResource['status']): boolean =>
  error !== null && (lifecycleState !== 'STABLE' || ['validation', 'operation', 'upgrade'].includes(operatorRecord.errorOwner ?? ''))

const runsWanted = (pod: PodObject, { spec }: FlinkDeploymentResource): boolean =>
  pod.input.configuration['parallelism.default'] === String(spec.job?.parallelism)
