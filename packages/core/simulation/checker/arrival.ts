import { firstError } from '../../src/validation/rule.ts'
import { validateStateSnapshot } from '../../src/validation/validate-state-snapshot.ts'
import { isAlive } from '../flink/job-manager-process.ts'
import { isTerminal } from '../../src/resource/job-state.ts'
import type { FlinkDeploymentResource, PodObject, World } from '../world/world.ts'
import type { CheckerState } from './checker-state.ts'

/**
 * Has the resource arrived (P06)? RUNNING as asked for or rolled back, SUSPENDED as asked for, gone; or stopped with an error that tells a person why. Asked only
 * where the operator decides nothing but to wait. A paused one is where a person left it.
 */
export const hasArrived = (state: CheckerState): boolean => {
  const { world, process, rival } = state
  if (process._tag !== 'Idle' || rival !== null || !haveSnapshotsArrived(state)) return false
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

/** Each FlinkStateSnapshot is over, or tells why it waits: by its error, or, where its spec is not valid or there is no such job, by an event. None is being deleted. */
const haveSnapshotsArrived = ({ world, snapshots }: CheckerState): boolean =>
  snapshots.every(({ doing }) => doing === null)
  && (world.snapshots ?? []).every(({ meta, spec, status: { state, error } }) =>
    meta.deletionTimestamp === null && state !== 'IN_PROGRESS'
    && (state !== 'TRIGGER_PENDING' || error !== null || firstError(validateStateSnapshot({ meta, spec, state, targetFound: world.resource !== null })) !== null))

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
