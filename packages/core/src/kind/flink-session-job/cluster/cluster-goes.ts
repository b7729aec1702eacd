import { jobNotFound } from '../../../job/told/job-gone.ts'
import { isMissed } from '../../../job/seen/observe-job.ts'
import type { Problem } from '../../../round/decision.ts'
import type { Round } from '../round.ts'

/**
 * Its session cluster is being deleted: whatever a job waits for there comes no more, and every way to start it in that cluster leads
 * nowhere (P06). Null: the cluster is there to stay, or was not seen. `what`: what is so of the job.
 */
export const clusterGoes = (
  { desired: { wanted }, observed: { cluster } }: Pick<Round, 'desired' | 'observed'>,
  what: string,
): Problem | null =>
  cluster._tag !== 'There' || !cluster.isDeleting ? null : {
    owner: 'job',
    type: 'ReconciliationException',
    message:
      `${what}, and session cluster ${cluster.view.meta.name} is being deleted: nothing is started there any more. Delete this resource, too.${
        wanted?.job.upgradeMode === 'stateless' ? '' : ` ${elsewhere}`
      }`,
    reason: 'Missing',
  }

const elsewhere =
  'One in another cluster starts from what its spec.job.initialSavepointPath names: find the newest checkpoint or savepoint first.'

/** The JobManager lists no such job; what can be done about it depends on whether its cluster stays. */
export const jobNotFoundIn = (round: Round): Problem =>
  clusterGoes(round, 'Job Not Found. The JobManager lists no such job') ?? jobNotFound(round)

/** The same, for longer than a moment. */
export const missedIn = (round: Round): Problem | null => (isMissed(round.observed.status, round.env.now) ? jobNotFoundIn(round) : null)
