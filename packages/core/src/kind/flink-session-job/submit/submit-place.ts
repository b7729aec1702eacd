import * as E from 'fp-ts/lib/Either.js'
import type { SubmitPlace } from '../../../job/submit/continue-submit.ts'
import type { SubmitOperation } from '../../../contract/resource/operation.ts'
import { events } from '../report/session-job-events.ts'
import { broughtBack, type HeldByHa, heldByHa, toBeSeen } from '../observe/job-absence.ts'
import { sessionIncarnationQueries } from '../session-job-queries.ts'
import type { ReadyCluster, Round } from '../session-job-round.ts'

/** The cluster in which a submit in progress continues. `notOpen`: why the operator sends nothing new there. */
export const submitPlace = (
  round: Round,
  cluster: ReadyCluster,
  operation: SubmitOperation,
  notOpen: SubmitPlace['notOpen'],
): SubmitPlace => ({
  endpoint: cluster.deployed.endpoint,
  sessionIncarnationQueries: sessionIncarnationQueries(cluster.deployed),
  notOpen,
  attempt: round.desired.attempt,
  submitted: events.submit,
  rollback: isRollbackDue(round, operation) ? events.rollback : null,
  waitsForHa: () => E.map(waitFor)(heldByHa(round, cluster, operation.jobId)),
})

const waitFor = ({ _tag }: HeldByHa): string | null => {
  switch (_tag) {
    case 'Held':
      return broughtBack
    case 'Unseen':
      return toBeSeen
    case 'Unobservable':
    case 'NotHeld':
      return null
  }
}

/** control-flow.md, section 4.9: an upgrade whose submit failed and was not accepted counts as one that did not become stable in time. */
const isRollbackDue = ({ desired, observed: { status }, env }: Round, { purpose }: SubmitOperation): boolean => {
  const { attempt, wanted, stable, invalid, meta } = desired
  if (
    purpose !== 'Upgrade' || wanted === null || attempt === null || attempt.differs || invalid !== null || meta.deletionTimestamp !== null
  ) return false
  const { deploymentRollbackEnabled, deploymentReadinessTimeout } = wanted.options
  const since = Math.max(status.reconciliationStatus.reconciliationTimestamp, env.steadySince ?? 0)
  return deploymentRollbackEnabled && stable !== null && stable.job.state === 'running' && status.operatorRecord.errorOwner === 'operation'
    && env.now - deploymentReadinessTimeout > since
}
