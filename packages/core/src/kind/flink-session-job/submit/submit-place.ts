import type { JobStart } from '../../../job/job-host.ts'
import { beginSubmit } from '../../../job/submit/begin-submit.ts'
import { type JobAct, readyCluster, type Round, sessionIncarnationQueries, type ReadyCluster } from '../session-job-round.ts'
import { startWhereClusterGoes } from '../cluster/cluster-goes.ts'
import { settled } from '../../../job/settled.ts'
import { settling } from '../shared-settling.ts'
import type { SessionJob } from '../session-job-situation.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Asked } from '../../../contract/query/ask.ts'
import { restoreByHand } from '../../../job/report/job-problem.ts'
import { startOf } from '../../../job/record/last-state-of.ts'
import { type RestoreAnswer, type RestoreFrom, restoreSource } from '../../../job/upgrade/restore-source.ts'
import type { LastState } from '../../../contract/resource/last-state.ts'
import type { SubmitOperation } from '../../../contract/resource/operation.ts'
import type { ConfiguredSessionJob } from '../work.ts'
import type { SubmitPlace } from '../../../job/submit/continue-submit.ts'
import { events } from '../summarize-session-job.ts'
import { broughtBack, type HeldByHa, heldByHa, toBeSeen } from '../observe/job-absence.ts'

/**
 * Begins the submit, if the cluster accepts new jobs. A submit that has to be recorded at once (`atOnce`) is recorded now and waits for the
 * cluster later.
 */
export const startJob = (round: Round, start: JobStart<SessionJob>): JobAct =>
  (start.atOnce === true ? null : notOpen(round)) ?? beginSubmit(round, start)

/** The decision to wait if the cluster accepts no new job now; null: it does. */
const notOpen = (round: Round): JobAct | null => {
  const cluster = readyCluster(round)
  const why = cluster === null ? 'the session cluster' : cluster.notOpen
  return why === null ? null
    : {
      ...settled(settling, round),
      problem: startWhereClusterGoes(round),
      after: round.env.options.observerProgressCheckInterval,
      waitingFor: why,
      reason: why,
    }
}

/** The state from which a stopped job restarts. A session job has no HA metadata to restore from. */
export const restoreFrom = (
  { desired: { deployed }, observed: { status } }: Pick<Round, 'desired' | 'observed'>,
  target: ConfiguredSessionJob,
  lastState: LastState,
): Asked<RestoreFrom<SubmitOperation['source']>> =>
  pipe(
    restoreSource({
      requested: target.job.upgradeMode,
      lastState,
      haMetadata: E.right('NotAvailable'),
      checkpoint: 'Unknown',
      startedFrom: startOf(status, deployed),
      readsHaMetadata: false,
      leftIn: 'Kubernetes',
    }),
    E.map(restoreBy),
  )

const restoreBy = (answer: RestoreAnswer): RestoreFrom<SubmitOperation['source']> => {
  switch (answer._tag) {
    case 'Empty':
    case 'Path':
      return { _tag: 'From', source: answer }
    case 'LastState':
      return { _tag: 'Wait', reason: 'HA metadata belongs to the cluster', unblockedBy: restoreByHand }
    case 'Wait':
    case 'Blocked':
      return answer
  }
}

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
