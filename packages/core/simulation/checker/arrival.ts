import { isAlive } from '../flink/job-manager-process.ts'
import { isTerminal } from '../../src/resource/job-state.ts'
import type { FlinkDeploymentResource, PodObject, World } from '../world/world.ts'
import type { CheckerState } from './checker-state.ts'

/**
 * Has the resource arrived (P06)? RUNNING as asked for or rolled back, SUSPENDED as asked for, gone; or stopped with an error that tells a person why. Asked only
 * where the operator decides nothing but to wait. A paused one is where a person left it.
 */
export const hasArrived = ({ world, process, rival }: CheckerState): boolean => {
  if (process._tag !== 'Idle' || rival !== null) return false
  const { resource } = world
  if (resource === null) return world.pods.length === 0 && world.deployments.length === 0
  if (resource.meta.deletionTimestamp !== null) return false
  const { status } = resource
  if (status.conditions.some(({ type }) => type === 'Paused')) return true
  // what is under way may wait for a person, and says so; so may what can't go on from a job that ended
  const isForPerson = status.error?.includes('Manual restore required') === true
  if (status.operation !== null) return isForPerson
  if (isForPerson && isTerminal(status.jobStatus.state)) return true
  if (isTold(status)) return true
  return isWhereItWasToGo(world, resource)
}

const isWhereItWasToGo = (world: World, resource: FlinkDeploymentResource): boolean => {
  const { status, spec } = resource
  const alive = world.pods.flatMap(pod => pod.process?.jobs.filter(isAlive).map(job => ({ pod, job })) ?? [])
  if (spec.job?.state === 'suspended') return status.lifecycleState === 'SUSPENDED' && alive.length === 0
  if (status.lifecycleState === 'FAILED') return status.error !== null
  const [only] = alive
  // what was asked for did not come up, so what ran before runs again
  if (status.lifecycleState === 'ROLLED_BACK') return only?.job.state === 'RUNNING'
  // a job that ended by itself, or was ended by somebody else, of the spec that is wanted
  if (only === undefined) return isTerminal(status.jobStatus.state) && status.reconciliationStatus.state === 'DEPLOYED' && world.pods.every(pod => runsWanted(pod, resource))
  return status.lifecycleState === 'STABLE' && only.job.state === 'RUNNING' && runsWanted(only.pod, resource)
}

/** An error that a person reads. An invalid spec leaves the last good one in force, so the resource may be STABLE with it. */
const isTold = ({ error, lifecycleState, operatorRecord }: FlinkDeploymentResource['status']): boolean =>
  error !== null && (lifecycleState !== 'STABLE' || operatorRecord.errorOwner === 'validation')

const runsWanted = (pod: PodObject, { spec }: FlinkDeploymentResource): boolean => pod.input.configuration['parallelism.default'] === String(spec.job?.parallelism)
