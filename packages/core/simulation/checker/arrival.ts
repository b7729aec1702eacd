import { isAlive } from '../flink/job-manager-process.ts'
import type { CheckerState } from './checker-state.ts'

/**
 * Has the resource arrived (P06)? RUNNING as asked for, SUSPENDED as asked for, gone; or stopped with an error that tells a person why. Asked only
 * where the operator decides nothing but to wait.
 */
export const hasArrived = ({ world, process }: CheckerState): boolean => {
  if (process._tag !== 'Idle') return false
  const { resource } = world
  if (resource === null) return world.pods.length === 0 && world.deployments.length === 0
  if (resource.meta.deletionTimestamp !== null) return false
  const { status, spec } = resource
  if (status.operation !== null) return false
  if (status.error !== null && status.lifecycleState !== 'STABLE') return true
  const alive = world.pods.flatMap(pod => pod.process?.jobs.filter(isAlive).map(job => ({ pod, job })) ?? [])
  if (spec.job?.state === 'suspended') return status.lifecycleState === 'SUSPENDED' && alive.length === 0
  if (status.lifecycleState === 'FAILED') return status.error !== null
  const [only] = alive
  if (only === undefined) return status.jobStatus.state === 'FINISHED' || status.jobStatus.state === 'CANCELED' || status.jobStatus.state === 'FAILED'
  return status.lifecycleState === 'STABLE' && only.job.state === 'RUNNING'
    && only.pod.input.configuration['parallelism.default'] === String(spec.job?.parallelism)
}
