import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { cluster, person, type UnblockedBy } from '../../../contract/round/unblocked-by.ts'
import type { RowText } from '../../../contract/round/row.ts'
import { upgradeProblem } from '../../../job/report/job-problem.ts'
import type { JobOverview } from '../../../contract/fact/flink-rest.ts'
import { isTerminal } from '../../../contract/resource/job-status.ts'
import { contradictedState } from '../../../contract/resource/last-state.ts'
import { isJobIdOf, isJobIdOfName } from '../../../contract/resource/mint-id.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import { withJob, withLifecycle, withRecord } from '../../../contract/round/status-change.ts'
import { isStartedAtOnce } from '../../../job/upgrade/savepoint-redeploy.ts'
import type { Round } from '../session-job-round.ts'
import type { Situation } from '../session-job-situation.ts'
import { blocked, needsFacts } from '../../../contract/round/waiting-situation.ts'
import { isAdopted, perhapsOthers, type Claim, claimOf, firstNotOthers } from './claim.ts'
import { orLook } from '../../../contract/query/ask.ts'
import { isAlive } from './orphan-job.ts'
import { besideUnclaimed } from './unclaimed-jobs.ts'

const othersListed = cluster('Kubernetes lists the other FlinkSessionJobs of the namespace')

/** The checks before the operator changes or starts a job in a cluster that other resources share. */
export const othersRows: readonly RowText[] = [
  { id: 'others-job', when: 'the job belongs to another FlinkSessionJob: the status was copied' },
  { id: 'same-name-job', when: 'a live job that no FlinkSessionJob owns has the name of this resource, or an id generated for that name' },
  { id: 'unclaimed-job', when: 'HA metadata holds a job that Flink does not list and no FlinkSessionJob claims, or could not be read' },
]

/**
 * The status after the operator has found that its job belongs to another resource. The resource's own job and its last state are unknown,
 * and a user has to name them. The savepoints of the history belong to the other resource too, so none of them is disposed of.
 */
export const disowned = (status: FlinkSessionJobStatus, found: string): FlinkSessionJobStatus => {
  const savepointInfo = { ...status.jobStatus.savepointInfo, savepointHistory: [] }
  return withRecord(
    withLifecycle(withJob(status, { jobId: null, startTime: null, state: 'RECONCILING', savepointInfo }), { operation: null }),
    { lastState: contradictedState(found), incarnation: null, runningSince: null },
  )
}

export const othersJobText = (jobId: string, name: string): string =>
  `status.jobStatus.jobId ${jobId} is the job of FlinkSessionJob ${name}: the status was copied, and the operator does not touch that job`

/**
 * Checks before the operator changes or starts a job in a cluster that other resources share.
 *
 * | row | due | observed | then |
 * |---|---|---|---|
 * | others-job | a change of the job, the next step of its stop, a start in its place, or nothing while its ownership was not verified yet | it belongs, or belonged, to another FlinkSessionJob: the status was copied | disowned; then handled as a job whose id is lost |
 * | others-job | the next step of a submit | its id was generated for another resource | the same |
 * | same-name-job | a start, or a stop before a start | a live job with the name of this resource that no FlinkSessionJob owns: started by hand | it is reported; nothing is started beside it |
 * | unclaimed-job | a start, while no job of the resource is listed as alive | HA metadata holds a job that no other FlinkSessionJob claims (`unclaimed-jobs.ts`) | the operator waits and reports it |
 *
 * Null: the operator may continue.
 */
export const beforeHard = (round: Round, found: Situation): Situation | null => {
  switch (found._tag) {
    case 'Submitting': {
      const { desired: { meta } } = round
      const { jobId } = found.operation
      return jobId === null || isJobIdOf(meta.uid, jobId) ? null
        : { _tag: 'Disowned', row: 'others-job', reason: `the submit of job ${jobId} in the status belongs to another resource` }
    }
    case 'UpgradeDue':
      return othersJob(round) ?? (found.wanted.job.state === 'suspended' ? null : besideNamesake(round))
    case 'RollbackDue':
      return othersJob(round) ?? besideNamesake(round)
    case 'RedeployDue':
      return othersJob(round) ?? (isStartedAtOnce(round, found) ? besideOthers(round) : besideNamesake(round))
    case 'ScaleDue':
    case 'ScalingUnrecorded':
    case 'AdoptedCancel':
    case 'Suspending':
    case 'Snapshot':
    case 'AutoscalerDue':
      return othersJob(round)
    case 'Settled':
    case 'RunsWhatIsWanted':
      return isAdopted(round) ? null : othersJob(round)
    case 'FirstDeployment':
    case 'RestoreDue':
    case 'RestartFailed':
    case 'Lost':
      return othersJob(round) ?? besideOthers(round)
    case 'NeedsFacts':
    case 'Deleting':
    case 'NotYetOurs':
    case 'Unmanageable':
    case 'InvalidFromTheStart':
    case 'WithoutCluster':
    case 'RecordLost':
    case 'Paused':
    case 'AdoptedRollback':
    case 'AlreadyUpgraded':
    case 'SuspendedToRecord':
    case 'Blocked':
    case 'OrphanJob':
    case 'Disowned':
      return null
  }
}

/** A job that no FlinkSessionJob owns or that the status does not record: listed by Flink, or held by HA metadata. */
const besideOthers = (round: Round): Situation | null =>
  besideNamesake(round) ?? (isAlive(round, round.observed.status.jobStatus.jobId) ? null : besideUnclaimed(round))

const othersJob = (round: Round): Situation | null => {
  const { desired: { meta }, observed: { status } } = round
  const jobId = perhapsOthers(meta, status)
  if (jobId === null) return null
  return pipe(
    claimOf(round, jobId),
    E.map(claim => byClaim(claim, jobId)),
    orLook(queries => needsFacts('others-job', queries, 'is it the job of another resource?')),
  )
}

const byClaim = (claim: Claim, jobId: string): Situation | null => {
  switch (claim._tag) {
    case 'Unseen':
      return blocked('others-job', 'the Kubernetes API to list the other FlinkSessionJobs: the job may be one of theirs', othersListed)
    case 'Theirs':
      return { _tag: 'Disowned', row: 'others-job', reason: othersJobText(jobId, claim.name) }
    case 'NotTheirs':
      return null
  }
}

/**
 * Live jobs that have the name that this resource gives its job (the resource name, unless the spec sets another one), or an id that was
 * generated for that resource name, but that neither the status nor their ids assign to this resource. Of a job whose jar sets another
 * name only the id says so (A02).
 */
const namesakes = ({ desired: { meta, wanted }, observed: { status, facts: { jobs } } }: Round): readonly JobOverview[] =>
  jobs?._tag !== 'Known' ? []
    : jobs.value.filter(({ name, state, jobId }) =>
      (name === wanted?.effective.configuration['pipeline.name'] || isJobIdOfName(meta, jobId)) && !isTerminal(state)
      && jobId !== status.jobStatus.jobId && !isJobIdOf(meta.uid, jobId)
    )

/** What a person can do about a job that has the name of this resource. `isOurs`: the operator submitted it for an earlier resource. */
const ofTheName = (jobId: string, isOurs: boolean): { readonly unblockedBy: UnblockedBy; readonly error: string } => {
  const stop =
    `Stop that job, with a savepoint if its state is needed (flink stop ${jobId}), and set spec.job.initialSavepointPath to that savepoint, with a new spec.job.savepointRedeployNonce`
  return isOurs
    ? {
      unblockedBy: person('stop the job of the earlier resource of this name, and set spec.job.initialSavepointPath to its savepoint'),
      error:
        `Job ${jobId} runs in the session cluster. The operator submitted it for an earlier FlinkSessionJob of this name, and starts nothing beside it. ${stop}`,
    }
    : {
      unblockedBy: person('stop the job of that name; or set another pipeline.name in spec.flinkConfiguration to distinguish the two'),
      error:
        `Job ${jobId} runs in the session cluster under the name of this resource, but the status does not record it: an earlier resource of that name, another operator or a user may have submitted it. The operator starts nothing beside it. ${stop}; or, if it is another job, set pipeline.name in spec.flinkConfiguration`,
    }
}

/**
 * Row same-name-job: a live job has the same name, or was submitted for that name. An earlier resource of that name was deleted without our
 * finalizer, its status was lost, or a user started the job by hand (P25).
 */
export const besideNamesake = (round: Round): Situation | null =>
  pipe(
    firstNotOthers(round, namesakes(round)),
    E.map(job => (job === null ? null : namesakeAlive(round, job))),
    orLook(queries => needsFacts('same-name-job', queries, 'which resource owns the job that has the name of this resource?')),
  )

const namesakeAlive = (round: Round, { jobId }: JobOverview): Situation => {
  const { unblockedBy, error } = ofTheName(jobId, isJobIdOfName(round.desired.meta, jobId))
  return blocked('same-name-job', `job ${jobId} of the same name to be gone`, unblockedBy, upgradeProblem('RestoreFailed', error))
}
