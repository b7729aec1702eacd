import type { Millis } from '../../contract/resource/time.ts'
import type { ClusterRound } from '../cluster-round.ts'
import { pauseWhileDown } from '../report/job-manager-down.ts'

type Observed = Pick<ClusterRound, 'observed' | 'env'>

/** When the next round looks at a JobManager that is not ready, and what for. Null: it is ready. */
export const untilUp = ({ observed: { status }, env }: Observed): { readonly after: Millis; readonly waitingFor: string } | null => {
  const { jobManagerDeploymentStatus: jobManager, operatorRecord: { jobManagerDownSince } } = status
  if (jobManager === 'READY') return null
  const pause = pauseWhileDown(jobManagerDownSince, env.now, env.options.reconcileInterval)
  return jobManager === 'ERROR' || jobManager === 'MISSING'
    ? { after: Math.max(env.options.observerProgressCheckInterval, pause), waitingFor: 'the JobManager' }
    : { after: pause, waitingFor: 'the JobManager to come up' }
}

/** True while the JobManager has no available replica: watches report its Deployment and pods, and Flink cannot answer yet. */
export const isForKubernetes = ({ observed: { status, facts: { deployment, jobManagerPods } } }: Pick<Observed, 'observed'>): boolean =>
  deployment?._tag === 'Known' && deployment.value.availableReplicas === 0 && jobManagerPods?._tag === 'Known'
  && (status.jobManagerDeploymentStatus === 'DEPLOYING' || status.jobManagerDeploymentStatus === 'ERROR')
