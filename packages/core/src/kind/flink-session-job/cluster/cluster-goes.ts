import { jobNotFound } from '../../../job/told/job-gone.ts'
import { isMissed } from '../../../job/seen/observe-job.ts'
import type { SubmitOperation } from '../../../resource/operation.ts'
import type { Problem } from '../../../round/decision.ts'
import type { Round } from '../session-job-round.ts'
import { isStateless } from '../../../resource/upgrade-mode.ts'

type Seen = Pick<Round, 'desired' | 'observed'>

/**
 * Its session cluster is being deleted: nothing is started there any more, so every way to start the job there leads nowhere (P06). Null:
 * the cluster is there to stay, or was not seen. `what`: what is so of the job; `advice`: what a person can do, and when.
 */
const clusterGoes = ({ desired: { wanted }, observed: { cluster } }: Seen, what: string, advice: string): Problem | null =>
  cluster._tag !== 'There' || !cluster.isDeleting ? null : {
    owner: 'job',
    type: 'ReconciliationException',
    message: `${what}, and session cluster ${cluster.view.meta.name} is being deleted: nothing is started there any more. ${advice}${
      isStateless(wanted?.job.upgradeMode) ? '' : ` ${elsewhere}`
    }`,
    reason: 'Missing',
  }

const elsewhere =
  'One in another cluster starts from what its spec.job.initialSavepointPath names: find the newest checkpoint or savepoint first.'

/** Of a job that is being submitted. One that was sent may still come to run (P14). */
export const submitWhereClusterGoes = (round: Seen, { step }: SubmitOperation): Problem | null =>
  step === 'Upload' ? clusterGoes(round, 'The job was not submitted yet', 'Delete this resource, too.')
    : clusterGoes(round, 'The job was sent, and the JobManager does not list it', 'If it does not come to run, delete this resource, too.')

/** The JobManager lists no such job, and may bring it back; what can be done if it does not depends on whether its cluster stays. */
export const jobNotFoundIn = (round: Round): Problem =>
  clusterGoes(round, 'Job Not Found. The JobManager lists no such job', 'If it does not come back, delete this resource, too.')
    ?? jobNotFound(round)

/** The same, for longer than a moment. */
export const missedIn = (round: Round): Problem | null => (isMissed(round.observed.status, round.env.now) ? jobNotFoundIn(round) : null)
