import type { Round } from '../session-job-round.ts'
import type { NoCluster } from '../session-job-situation.ts'
import { isBetween, isUnrecorded } from '../../../cluster/observe/deployed-session.ts'
import { jobNotFound } from '../../../job/report/job-gone.ts'
import { isMissed } from '../../../job/observe/observe-job.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import type { SubmitOperation } from '../../../contract/resource/operation.ts'
import type { Problem } from '../../../contract/round/decision.ts'
import { isStateless } from '../../../contract/resource/upgrade-mode.ts'

/**
 * Why no job may be stopped with its state now: an operation is changing the session cluster. If its JobManager is deleted while a job is
 * ending, half of the job's data is lost: its plan stays without its checkpoints, and no one can ask for the path of its savepoint (P01,
 * U09). Null: no change, or the whole cluster is being deleted, which waits for its jobs first.
 */
export const clusterChange = ({ observed: { cluster } }: Pick<Round, 'observed'>): string | null =>
  cluster._tag === 'There' && !cluster.isDeleting && cluster.view.status.operation !== null ? cluster.notOpen : null

/** The text for a stop that waits for the end of the change. */
export const stopsLater = (change: string): string => `${change}: its JobManager may be deleted before the job has ended with its state`

/** Why the job cannot be observed. Null: its cluster was observed and is ready. Call this only after the cluster was queried. */
export const noCluster = ({ observed: { cluster } }: Pick<Round, 'observed'>): NoCluster | null => {
  switch (cluster._tag) {
    case 'NotLookedAt':
      return { reason: 'SessionClusterUnseen', message: 'the session cluster was not queried yet' }
    case 'Unseen':
      return { reason: 'SessionClusterUnseen', message: `the FlinkDeployment of the session cluster could not be read: ${cluster.reason}` }
    case 'Gone':
      return {
        reason: 'SessionClusterNotFound',
        message: 'the FlinkDeployment that spec.deploymentName names does not exist in the namespace of the job',
      }
    case 'There':
      return cluster.isApplication
        ? {
          reason: 'NotASessionCluster',
          message: `FlinkDeployment ${cluster.view.meta.name} is an application: it has its own job and runs no other`,
        }
        : cluster.notReady === null ? null : { reason: 'SessionClusterNotReady', message: cluster.notReady }
  }
}

type Seen = Pick<Round, 'desired' | 'observed'>

/**
 * The problem of a job whose session cluster is being deleted: the operator starts nothing there any more, so the usual advice to start the
 * job there does not help (P06). Null: the cluster is not being deleted, or was not observed. `what`: the state of the job; `advice`: what
 * the user can do, and when.
 */
const clusterGoes = ({ desired: { wanted }, observed: { cluster } }: Seen, what: string, advice: string): Problem | null =>
  cluster._tag !== 'There' || !cluster.isDeleting ? null : {
    owner: 'job',
    type: 'ReconciliationException',
    message:
      `${what}, and session cluster ${cluster.view.meta.name} is being deleted: the operator starts nothing there any more. ${advice}${
        isStateless(wanted?.job.upgradeMode) ? '' : ` ${elsewhere}`
      }`,
    reason: 'Missing',
  }

const elsewhere =
  'A new job in another cluster starts from its spec.job.initialSavepointPath: find the newest checkpoint or savepoint first.'

/** The problem of a job that is to be submitted. Null: its cluster is not being deleted, and its status records what is deployed. */
export const startWhereClusterGoes = (round: Seen): Problem | null =>
  clusterGoes(round, 'The job was not submitted yet', 'Delete this resource, too.') ?? recordGone(round)

/**
 * The problem of a job that is to be submitted to a cluster whose record was removed, or was put back to the middle of an upgrade: nothing
 * new starts there until the cluster is deployed again, which its jobs may hold up. Null: the record is right, or was not observed.
 */
const recordGone = ({ observed: { cluster } }: Seen): Problem | null => {
  const what = cluster._tag !== 'There' || cluster.isDeleting || cluster.deployed === null ? null : unrecordedWords(cluster.view.status)
  return cluster._tag !== 'There' || what === null ? null : {
    owner: 'job',
    type: 'ReconciliationException',
    message:
      `The job was not submitted yet: the status of session cluster ${cluster.view.meta.name} ${what}, and the operator starts nothing new in it. The cluster is deployed again once no job holds that up; its FlinkDeployment names the jobs that do. Suspend or delete these session jobs.`,
    reason: 'Missing',
  }
}

const unrecordedWords = (status: FlinkDeploymentView['status']): string | null =>
  isUnrecorded(status) ? 'does not record what is deployed there'
    : isBetween(status) && status.operation === null ? 'says that an upgrade was begun' : null

/** The problem of a job that is being submitted. A job that was already sent may still start (P14). */
export const submitWhereClusterGoes = (round: Seen, { step }: SubmitOperation): Problem | null =>
  step === 'Upload' ? startWhereClusterGoes(round)
    : clusterGoes(round, 'The job was sent, and the JobManager does not list it', 'If it does not start, delete this resource, too.')

/**
 * The problem of a job that the JobManager does not list, though it may still recover it. The advice depends on whether the session cluster
 * is being deleted.
 */
export const jobNotFoundIn = (round: Round): Problem =>
  clusterGoes(round, 'Job Not Found. The JobManager lists no such job', 'If it does not come back, delete this resource, too.')
    ?? jobNotFound(round)

/** The same, once the job has been missing for longer than a moment. Null: it has not. */
export const missedIn = (round: Round): Problem | null => (isMissed(round.observed.status, round.env.now) ? jobNotFoundIn(round) : null)
