import { jobResourceOf } from '../world/resources.ts'
import { breach, type PodObject, type World } from '../world/world.ts'
import { clusterConfiguration, type CompactInput } from './cluster-configuration.ts'
import { storedAt } from './ghost-progress.ts'
import { type FlinkJob, inputOf } from './job-manager-process.ts'

/**
 * Do the checkpoints of a job go when it ends so? `SUSPENDED`: its JobManager is ended, and no high availability keeps them for the next
 * one.
 */
export const losesCheckpoints = (
  { fidelity }: World,
  input: CompactInput,
  state: 'FINISHED' | 'FAILED' | 'CANCELED' | 'SUSPENDED',
): boolean => {
  const { retainOnCancel, retainOnFailure, highAvailability } = clusterConfiguration(input)
  const isKept = retainOnCancel && fidelity.codeDeletesCheckpoints !== true
  switch (state) {
    case 'FINISHED':
      return true
    case 'FAILED':
      return !retainOnFailure
    case 'CANCELED':
      return !isKept
    case 'SUSPENDED':
      return !isKept && !highAvailability
  }
}

/**
 * P01: a cancel that takes the newest state along is for a job that is to be given up: deleted with its resource, stateless, or redeployed
 * from elsewhere (B23).
 */
export const judgeCancel = (before: World, after: World, pod: PodObject, job: FlinkJob): World => {
  const { statistics: { completed } } = job
  const { ghost: { chosen } } = before
  const resource = jobResourceOf(before)
  const isGivenUp = chosen !== null || resource === null || resource.meta.deletionTimestamp !== null
  const isLost = completed !== null && storedAt(before, completed.path)?.current === true
    && losesCheckpoints(before, inputOf(pod, job), 'CANCELED')
  return isLost && !isGivenUp ? breach(after, 'P01', 'cancels a job whose checkpoints go with the cancel') : after
}
