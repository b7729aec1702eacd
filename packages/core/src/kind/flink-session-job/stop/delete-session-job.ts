import { lastStateOf } from '../../../job/record/last-state-of.ts'
import { isOtherIncarnation } from '../../../job/record/new-operation.ts'
import { continueSubmit } from '../../../job/submit/continue-submit.ts'
import { unanswered } from '../../../query/unanswered.ts'
import type { FlinkSessionJobStatus } from '../../../resource/flink-session-job.ts'
import { isTerminal } from '../../../resource/job-state.ts'
import { isJobIdOf } from '../../../resource/mint-id.ts'
import type { SubmitOperation } from '../../../resource/operation.ts'
import { finalizerOf } from '../../../resource/resource-type.ts'
import { act, look, pollMillis, wait } from '../../../round/decision.ts'
import { withRecord } from '../../../round/status-change.ts'
import { events } from '../told/session-job-events.ts'
import { absenceOf } from '../seen/job-absence.ts'
import { noCluster } from '../cluster/no-cluster.ts'
import { claimOf } from '../recovery/claim.ts'
import { disowned, othersJobText } from '../recovery/others-jobs.ts'
import { clusterQuery, sessionIncarnationQueries } from '../session-job-queries.ts'
import { type JobDecision, readyCluster, type ReadyCluster, type Round } from '../session-job-round.ts'
import { released } from './stop.ts'
import type { ClusterThere } from '../cluster/session-cluster.ts'
import { submitPlace } from '../submit/submit-place.ts'
import { leaving, mayLeave, waitFor, waitingSince } from './deletion-wait.ts'
import { begin, stopping } from './stop-at-deletion.ts'

/**
 * The resource is being deleted (session-snapshot-bluegreen.md, section 2.7). A savepoint is waited for until `resource.cleanup.timeout`,
 * and then done without (E-14). Where nobody can tell whether the job runs, it is waited for without an end, unless
 * `session.deletion.proceed-when-jobs-unknown` says otherwise: then the resource goes, and people are told what may be left (E-13).
 *
 * | row | seen | then |
 * |---|---|---|
 * | X1 | our finalizer is not there | nothing of ours holds it |
 * | X2 | it is recorded that nothing was ever submitted, and Flink lists no job of the resource | released; before that its jar goes, where one may have been uploaded and Flink answers |
 * | X3 | its FlinkDeployment is gone, and so is its JobManager Deployment | released: no job outlives its cluster |
 * | X4 | the FlinkDeployment could not be seen | waited for |
 * | X10 | an application has the name of the cluster | released once the JobManager of the job is gone |
 * | X5 | the JobManager of the job is gone, and was not highly available | released |
 * | X6 | the cluster is not ready | waited for: with high availability the job may come back, also where the cluster is being deleted |
 * | X7 | the job may still come to run, or its jar may be there | its submit is given up first |
 * | X11 | the job that the status tells of, or its submit, is another FlinkSessionJob's | left alone: the status forgets it |
 * | X8 | a job of the resource is alive | stopped with a savepoint, if that is asked for and possible, else cancelled |
 * | X9 | none is, for longer than a moment, and no HA metadata brings it back | released |
 */
export const decideDeletion = (round: Round): JobDecision => {
  const { desired, observed: { status, cluster }, env } = round
  if (!desired.meta.finalizers.includes(finalizerOf(desired.meta)))
    return wait(status, env.options.reconcileInterval, 'others to let go of the resource')
  const queries = cluster._tag === 'NotLookedAt' ? clusterQuery(desired) : []
  if (queries.length > 0) return look(queries, 'is the session cluster still there?')
  if (isNothingSubmitted(status) && (uploadOf(status) !== null || isNeverStarted(round))) {
    const stray = strayOf(round)
    if (stray !== null) return stray
    return uploadOf(status) === null ? nothingSubmitted(round) : jarFirst(round)
  }
  if (cluster._tag === 'Gone') return clusterGone(round)
  if (cluster._tag === 'There' && cluster.isApplication) return inApplication(round, cluster)
  const ready = readyCluster(round)
  return ready === null ? withoutCluster(round) : inCluster(round, ready)
}

/** Its JobManager may have been left behind: by a deletion that orphans, or past a finalizer. */
const clusterGone = (round: Round): JobDecision => {
  const { desired: { meta, clusterName }, observed: { status, facts } } = round
  if (isOver(status)) return released(round, status, 'no job of it runs')
  const missing = unanswered(facts, [{ _tag: 'ReadDeployment', namespace: meta.namespace, name: clusterName ?? '' }])
  if (missing.length > 0) return look(missing, 'is the JobManager of the session cluster gone, too?')
  return facts.deployment?._tag === 'Absent' ? released(round, status, 'no job outlives its cluster, which is gone')
    : waitFor(round, `the JobManager Deployment ${clusterName ?? ''} to go, which is there without its FlinkDeployment`)
}

/** An application took the name: the JobManager that the job ran in may still be there, and holds the application up. */
const inApplication = (round: Round, { deployed, view: { meta, spec } }: ClusterThere): JobDecision => {
  const { status, facts } = round.observed
  if (isOver(status)) return released(round, status, 'no job of it runs')
  const missing = unanswered(facts, sessionIncarnationQueries({ of: deployed?.of ?? { meta, mode: spec.mode ?? 'native' } }))
  if (missing.length > 0) return look(missing, 'does the JobManager of the job still live?')
  return isIncarnationOver(round) ? released(round, status, 'there is no such session cluster any more, so no job of it either')
    : waitFor(round, `the JobManager that the job ran in to go: FlinkDeployment ${meta.name} is an application now`)
}

/**
 * Before the first submit, or before anything of it was sent (E-4 of the cluster's). A job id that is gone proves nothing where another
 * part of the status tells of a job (V01).
 */
const isNothingSubmitted = ({ jobStatus, operation, reconciliationStatus, operatorRecord }: FlinkSessionJobStatus): boolean =>
  jobStatus.jobId === null && jobStatus.startTime === null && operatorRecord.deployedAttempt === null
  && operatorRecord.deployedSource === null && (operation === null || (operation.kind === 'Submit' && operation.step === 'Upload'))
  && (reconciliationStatus.lastReconciledSpec === null || operation !== null || reconciliationStatus.state === 'UPGRADING'
    || reconciliationStatus.state === 'DEPLOYED')

/** Only a record says so that was written before our finalizer: what is missing proves nothing (A09). */
const isNeverStarted = ({ desired, observed: { status } }: Round): boolean => lastStateOf(status, desired.deployed)._tag === 'NeverStarted'

/** A job of the resource that is alive in the cluster, whatever is recorded; where Flink does not answer nothing is known of one. */
const strayOf = (round: Round): JobDecision | null => {
  const { desired: { meta }, observed: { cluster, facts } } = round
  const ready = readyCluster(round)
  if (ready === null || (cluster._tag === 'There' && cluster.isApplication)) return null
  const missing = unanswered(facts, [{ _tag: 'GetJobsOverview', endpoint: ready.deployed.endpoint }])
  if (missing.length > 0) return look(missing, 'does a job of the resource run, though none is recorded?')
  const alive = facts.jobs?._tag === 'Known'
    ? facts.jobs.value.find(({ jobId, state }) => !isTerminal(state) && isJobIdOf(meta.uid, jobId)) : undefined
  return alive === undefined ? null : begin(round, alive, ready)
}

const nothingSubmitted = (round: Round): JobDecision => released(round, round.observed.status, 'nothing was ever submitted')

/** A submit of which nothing but the jar may have been sent. */
const uploadOf = ({ operation }: FlinkSessionJobStatus): SubmitOperation | null =>
  operation?.kind === 'Submit' && operation.step === 'Upload' ? operation : null

/** Nobody waits for a jar: one that can't be reached goes with the JobManager that has it. */
const jarFirst = (round: Round): JobDecision => {
  const { status, cluster, facts } = round.observed
  const [upload, ready] = [uploadOf(status), readyCluster(round)]
  return upload === null || ready === null || (cluster._tag === 'There' && cluster.isApplication) || facts.jobs?._tag === 'Unknown'
    ? nothingSubmitted(round) : givingUp(round, upload, ready)
}

const withoutCluster = (round: Round): JobDecision => {
  const { observed: { status, cluster, facts } } = round
  const why = noCluster(round)?.message ?? 'the session cluster'
  if (isOver(status)) return released(round, status, 'no job of it runs')
  const session = cluster._tag === 'There' ? cluster.deployed : null
  if (session?.highAvailability === 'none') {
    const missing = unanswered(facts, sessionIncarnationQueries(session))
    if (missing.length > 0) return look(missing, 'does the JobManager of the job still live?')
    if (isIncarnationOver(round)) return released(round, status, `no job outlives its JobManager: ${why}`)
  }
  return mayLeave(round) ? leaving(round, `the session cluster was not ready in time (${why})`) : waitFor(round, why)
}

/** Is the JobManager that the job ran in surely gone? */
const isIncarnationOver = ({ observed: { status, facts, host: { incarnation } } }: Round): boolean =>
  facts.jobManagerPods?._tag === 'Known'
  && (facts.jobManagerPods.value.length === 0
    || isOtherIncarnation(status.operation?.incarnation ?? status.operatorRecord.incarnation, { ...incarnation, jobStartTime: null }))

/** The job that the status tells of has ended, and nothing else was sent. */
const isOver = ({ jobStatus: { state }, operation }: FlinkSessionJobStatus): boolean =>
  isTerminal(state) && (operation === null || (operation.kind === 'Submit' && operation.step === 'Upload'))

const inCluster = (round: Round, cluster: ReadyCluster): JobDecision => {
  const { desired: { meta }, observed: { status, facts } } = round
  const { operation } = status
  if (operation?.kind === 'Submit' && operation.step !== 'Upload') return givingUp(round, operation, cluster)
  const missing = unanswered(facts, [{ _tag: 'GetJobsOverview', endpoint: cluster.deployed.endpoint }])
  if (missing.length > 0) return look(missing, 'does a job run that is to be stopped?')
  if (facts.jobs?._tag !== 'Known')
    return mayLeave(round) ? leaving(round, 'Flink could not be asked in time') : waitFor(round, 'Flink to tell of its jobs')
  if (operation?.kind === 'Submit') return givingUp(round, operation, cluster)
  const alive = facts.jobs.value.find(({ jobId, state }) =>
    !isTerminal(state) && (jobId === status.jobStatus.jobId || isJobIdOf(meta.uid, jobId))
  )
  if (alive === undefined) return withoutJob(round, cluster)
  const others = isJobIdOf(meta.uid, alive.jobId) ? null : othersAtDeletion(round, alive.jobId)
  if (others !== null) return others
  if (operation?.kind === 'Suspend' && operation.jobId === alive.jobId) return stopping(round, operation, alive, cluster)
  return begin(round, alive, cluster)
}

/** Row X11: a status that was copied ends no job of another resource. Null: it is not theirs. */
const othersAtDeletion = (round: Round, jobId: string): JobDecision | null => {
  const claim = claimOf(round, jobId)
  switch (claim._tag) {
    case 'Look':
      return look(claim.queries, 'is it the job of another resource?')
    case 'Unseen':
      return waitFor(round, 'the other FlinkSessionJobs to be seen: the job may be one of theirs')
    case 'Theirs': {
      const found = othersJobText(jobId, claim.name)
      return act(disowned(round.observed.status, found), found)
    }
    case 'NotTheirs':
      return null
  }
}

/**
 * A submit that was sent is not sent again; it is awaited for as long as it may come. Of one that was not, the jar goes. One of another
 * FlinkSessionJob is left to it.
 */
const givingUp = (round: Round, operation: SubmitOperation, cluster: ReadyCluster): JobDecision => {
  const { jobId } = operation
  const others = jobId === null || isJobIdOf(round.desired.meta.uid, jobId) ? null : othersAtDeletion(round, jobId)
  return others ?? continueSubmit(round, operation, submitPlace(round, cluster, operation, null))
}

/** Not listed: for a moment, or before it is brought back, that is nothing. */
const withoutJob = (round: Round, cluster: ReadyCluster): JobDecision => {
  const { observed, env } = round
  const { status } = observed
  if (isTerminal(status.jobStatus.state)) return released(round, status, 'no job of it runs')
  const missed = withRecord(status, { jobMissedSince: status.operatorRecord.jobMissedSince ?? env.now })
  const absence = absenceOf({ ...round, observed: { ...observed, status: missed } }, cluster, status.jobStatus.jobId)
  switch (absence._tag) {
    case 'Look':
      return look(absence.queries, 'does HA metadata bring the job back?')
    case 'Gone':
      return released(round, status, 'no job of it runs')
    case 'Perhaps':
      return { ...wait(withRecord(missed, { deletingSince: waitingSince(round) }), pollMillis, absence.why), events: [events.cleanup] }
  }
}
