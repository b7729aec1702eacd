import { jobResourceOf } from '../world/resources.ts'
import { breach, type PodObject, type World } from '../world/world.ts'
import { clusterConfiguration, type CompactInput } from './cluster-configuration.ts'
import { storedAt } from './ghost-progress.ts'
import { type FlinkJob, inputOf } from './job-manager-process.ts'

/**
 * Does Flink delete the job's checkpoints when the job ends this way? `SUSPENDED`: its JobManager ends, and no high availability keeps
 * them for the next one.
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
 * P01: the operator cancels a job without retaining its newest state only if the job is to be given up: deleted with its resource,
 * stateless, or redeployed from another state (B23).
 */
export const judgeCancel = (before: World, after: World, pod: PodObject, job: FlinkJob): World => {
  const { statistics: { completed } } = job
  const { ghost: { chosen } } = before
  const resource = jobResourceOf(before)
  const isGivenUp = chosen !== null || resource === null || resource.meta.deletionTimestamp !== null
  const isLost = completed !== null && storedAt(before, completed.path)?.current === true
    && losesCheckpoints(before, inputOf(pod, job), 'CANCELED')
  return isLost && !isGivenUp ? breach(after, 'P01', 'cancels a job whose checkpoints the cancel deletes') : after
}
