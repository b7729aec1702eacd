import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DeployedCluster } from '../cluster/deployed-spec.ts'
import { clusterQueries } from '../cluster/seen/cluster-queries.ts'
import { asked, orLook } from '../query/ask.ts'
import type { Problem } from '../round/decision.ts'
import { sessionJobsOf, statefulSessionJobs } from './session-jobs.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { blocked, needsFacts } from '../round/waiting-situation.ts'

const missingJobManager: Problem = {
  owner: 'job-manager',
  type: 'MissingJobManagerException',
  message: 'Missing JobManager deployment',
  reason: 'Missing',
}

const recoveryOff =
  'It is not brought back, for kubernetes.operator.jm-deployment-recovery.enabled is false: a new spec.restartNonce deploys the cluster again.'

export const isLost = ({ observed: { status } }: Pick<SessionRound, 'observed'>): boolean => status.jobManagerDeploymentStatus === 'MISSING'

/**
 * An edit waits, and the JobManager is lost: it is brought back as it is deployed, and the edit waits for that (B33; V02). Else as it was.
 */
export const unlessLost = (round: SessionRound, deployed: DeployedCluster, waiting: SessionSituation): SessionSituation =>
  isLost(round) ? lostSituation(round, deployed) : waiting

/**
 * Row K18: the JobManager is lost, by live absence of Deployment and pods (P05, D-12). With high availability it comes back with its jobs.
 * Without, the jobs are gone: it comes back empty where it is seen that no FlinkSessionJob had state in it; else a person is told (E-2).
 */
export const lostSituation = (round: SessionRound, deployed: DeployedCluster): SessionSituation => {
  const { observed: { facts }, desired } = round
  const { options } = deployed.running
  if (!options.jmDeploymentRecoveryEnabled)
    return blocked('K18a', 'a person: recovery is off', { ...missingJobManager, message: `${missingJobManager.message}. ${recoveryOff}` })
  const { deployment, pods } = clusterQueries(desired)
  const isKept = options.highAvailability !== 'none'
  const { namespace, name } = desired.meta
  return pipe(
    facts,
    asked([deployment, pods, ...(isKept ? [] : [{ _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name } as const])]),
    E.map(() => whenLookedAt(round, deployed, isKept)),
    orLook(queries => needsFacts('K18b', queries, 'is the JobManager really gone, and what was in it?')),
  )
}

const whenLookedAt = ({ observed: { facts } }: SessionRound, deployed: DeployedCluster, isKept: boolean): SessionSituation => {
  if (facts.deployment?._tag !== 'Absent' || facts.jobManagerPods?._tag !== 'Known')
    return blocked('K18c', 'to see that the JobManager is gone', missingJobManager)
  if (facts.jobManagerPods.value.length > 0) return blocked('K18d', 'the last JobManager pod to be gone', missingJobManager)
  const due = (reason: string, jobs: 'Kept' | 'Gone'): SessionSituation => ({
    _tag: 'Lost',
    row: 'K18g',
    deployed,
    jobs: { jobs, reason },
    reason: `the JobManager Deployment is lost: ${reason}`,
  })
  if (isKept) return due('high availability brings its jobs back', 'Kept')
  if (facts.flinkSessionJobs === undefined || facts.flinkSessionJobs._tag === 'Unknown')
    return blocked('K18e', 'to see which FlinkSessionJobs the cluster had', missingJobManager)
  const stateful = statefulSessionJobs(sessionJobsOf(facts)).map(({ meta }) => meta.name)
  return stateful.length > 0
    ? blocked('K18f', 'a person: session jobs had state in the cluster that is lost', {
      ...missingJobManager,
      message: `${missingJobManager.message}. Without high availability its jobs are gone, and these FlinkSessionJobs had state there: ${
        stateful.slice(0, 5).join(', ')
      }${
        stateful.length > 5 ? ` and ${String(stateful.length - 5)} more` : ''
      }. A new spec.restartNonce of the FlinkDeployment deploys the cluster again, empty; then say of each of these jobs what it goes on from: spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce; or, if no state is needed, spec.job.upgradeMode: stateless`,
    })
    : due('none of its FlinkSessionJobs had state', 'Gone')
}
