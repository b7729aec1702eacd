import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { isOlderThanMark } from '../../../job/record/started-attempt.ts'
import { lastStateOf } from '../../../job/record/last-state-of.ts'
import { isOtherIncarnation } from '../../../job/record/new-operation.ts'
import { continueSubmit } from '../../../job/submit/continue-submit.ts'
import { orLook, onceSeen } from '../../../contract/query/ask.ts'
import type { Query } from '../../../contract/query/query.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import { isTerminal } from '../../../contract/resource/job-status.ts'
import { isJobIdOf } from '../../../contract/resource/mint-id.ts'
import type { SubmitOperation } from '../../../contract/resource/operation.ts'
import { finalizerOf } from '../../../contract/resource/resource-type.ts'
import { act, look, pollMillis, wait } from '../../../contract/round/decision.ts'
import { withRecord } from '../../../contract/round/status-change.ts'
import { events } from '../summarize-session-job.ts'
import { absenceOf } from '../observe/job-absence.ts'
import { noCluster } from '../cluster/cluster-goes.ts'
import { type Claim, claimOf } from '../recovery/claim.ts'
import { disowned, othersJobText } from '../recovery/others-jobs.ts'
import {
  clusterQuery,
  sessionIncarnationQueries,
  type JobDecision,
  readyCluster,
  type ReadyCluster,
  type Round,
} from '../session-job-round.ts'
import { released } from './stop.ts'
import type { ClusterThere } from '../cluster/session-cluster.ts'
import { submitPlace } from '../submit/submit-place.ts'
import { leaving, mayLeave, waitFor, waitingSince, begin, stopping } from './stop-at-deletion.ts'

/**
 * The user deletes the resource (session-snapshot-bluegreen.md, section 2.7). The operator waits for a savepoint until
 * `resource.cleanup.timeout` and then deletes without it (E-14). While it is unknown whether the job runs, the operator waits without a
 * time limit, unless `session.deletion.proceed-when-jobs-unknown` is set: then it releases the resource and emits an event about the job
 * that may be left (E-13).
 *
 * | row | observed | then |
 * |---|---|---|
 * | session-job-deletion/not-ours | the resource does not have our finalizer | wait for the other finalizers |
 * | session-job-deletion/never-submitted | the status proves that nothing was ever submitted, no mark of the resource contradicts it (W63), and Flink lists no job of the resource | released; a jar that may have been uploaded is deleted first if Flink answers |
 * | session-job-deletion/cluster-gone | the FlinkDeployment and its JobManager Deployment are gone | released: no job outlives its cluster |
 * | session-job-deletion/cluster-unread | the FlinkDeployment could not be read | wait |
 * | session-job-deletion/application-of-that-name | an application has the name of the cluster | released once the JobManager of the job is gone |
 * | session-job-deletion/jobmanager-gone | the JobManager of the job is gone, and had no high availability | released |
 * | session-job-deletion/cluster-not-ready | the cluster is not ready | wait: with high availability the job may come back, also if the cluster is being deleted |
 * | session-job-deletion/submit-abandoned | the job may still start, or its jar may be uploaded | its submit is abandoned first |
 * | session-job-deletion/others-job | the job in the status, or its submit, belongs to another FlinkSessionJob | the operator does not touch it and removes it from the status |
 * | session-job-deletion/job-alive | a job of the resource is alive | stopped with a savepoint if the options ask for one and it is possible, else cancelled |
 * | session-job-deletion/job-gone | no job is alive for longer than a moment, and no HA metadata holds one | released |
 */
export const decideDeletion = (round: Round): JobDecision => {
  const { desired, observed: { status, cluster }, env } = round
  if (!desired.meta.finalizers.includes(finalizerOf(desired.meta)))
    return wait(status, env.options.reconcileInterval, 'the other finalizers to be removed from the resource')
  const queries = cluster._tag === 'NotLookedAt' ? clusterQuery(desired) : []
  if (queries.length > 0) return look(queries, 'does the session cluster still exist?')
  const mayBeNew = isNothingSubmitted(status) && !isOlderThanMark(desired, status)
  if (mayBeNew && (uploadOf(status) !== null || isNeverStarted(round))) {
    const orphan = orphanOf(round)
    if (orphan !== null) return orphan
    return uploadOf(status) === null ? nothingSubmitted(round) : jarFirst(round)
  }
  if (cluster._tag === 'Gone') return clusterGone(round)
  if (cluster._tag === 'There' && cluster.isApplication) return inApplication(round, cluster)
  const ready = readyCluster(round)
  return ready === null ? withoutCluster(round) : inCluster(round, ready)
}

/**
 * The FlinkDeployment is gone, but its JobManager may still exist: after a deletion that orphans dependents, or after a removed finalizer.
 */
const clusterGone = (round: Round): JobDecision => {
  const { desired: { meta, clusterName }, observed: { status, facts } } = round
  return isOver(round) ? released(round, status, 'no job of the resource runs')
    : onceSeen(
      facts,
      [{ _tag: 'ReadDeployment', namespace: meta.namespace, name: clusterName ?? '' }],
      queries => look(queries, 'is the JobManager of the session cluster gone, too?'),
      () =>
        facts.deployment?._tag === 'Absent' ? released(round, status, 'no job outlives its cluster, which is gone')
          : waitFor(round, `the JobManager Deployment ${clusterName ?? ''} to be deleted, which exists without its FlinkDeployment`),
    )
}

/**
 * An application uses the name of the session cluster now. The JobManager of the job may still exist, which also blocks the application.
 */
const inApplication = (round: Round, { deployed, view: { meta, spec } }: ClusterThere): JobDecision => {
  const { status, facts } = round.observed
  return isOver(round) ? released(round, status, 'no job of the resource runs')
    : onceSeen(
      facts,
      sessionIncarnationQueries({ of: deployed?.of ?? { meta, mode: spec.mode ?? 'native' } }),
      lookForJobManager,
      () =>
        isIncarnationOver(round) ? released(round, status, 'the session cluster no longer exists, and no job in it either')
          : waitFor(round, `the JobManager that the job ran in to be deleted: FlinkDeployment ${meta.name} is an application now`),
    )
}

const lookForJobManager = (queries: readonly Query[]): JobDecision => look(queries, 'does the JobManager of the job still exist?')

/**
 * True before the first submit, or before any request of it was sent (E-4 of the session cluster). A missing job id proves nothing if
 * another part of the status names a job (V01).
 */
const isNothingSubmitted = ({ jobStatus, operation, reconciliationStatus, operatorRecord }: FlinkSessionJobStatus): boolean =>
  jobStatus.jobId === null && jobStatus.startTime === null && operatorRecord.deployedAttempt === null
  && operatorRecord.deployedSource === null && (operation === null || (operation.kind === 'Submit' && operation.step === 'Upload'))
  && (reconciliationStatus.lastReconciledSpec === null || operation !== null || reconciliationStatus.state === 'UPGRADING'
    || reconciliationStatus.state === 'DEPLOYED')

/** Only a record written before our finalizer proves that the job was never started; a missing record proves nothing (A09). */
const isNeverStarted = ({ desired, observed: { status } }: Round): boolean => lastStateOf(status, desired.deployed)._tag === 'NeverStarted'

/** Stops a live job of the resource, whatever the status records. Null: there is none, or Flink does not answer. */
const orphanOf = (round: Round): JobDecision | null => {
  const { desired: { meta }, observed: { cluster, facts } } = round
  const ready = readyCluster(round)
  if (ready === null || (cluster._tag === 'There' && cluster.isApplication)) return null
  return onceSeen(
    facts,
    [{ _tag: 'GetJobsOverview', endpoint: ready.deployed.endpoint }],
    queries => look(queries, 'does a job of the resource run that the status does not record?'),
    () => {
      const alive = facts.jobs?._tag === 'Known'
        ? facts.jobs.value.find(({ jobId, state }) => !isTerminal(state) && isJobIdOf(meta.uid, jobId)) : undefined
      return alive === undefined ? null : begin(round, alive, ready)
    },
  )
}

const nothingSubmitted = (round: Round): JobDecision => released(round, round.observed.status, 'nothing was ever submitted')

/** A submit that can have sent nothing but the jar. */
const uploadOf = ({ operation }: FlinkSessionJobStatus): SubmitOperation | null =>
  operation?.kind === 'Submit' && operation.step === 'Upload' ? operation : null

/** Deletes the uploaded jar first. The deletion does not wait for a jar that is unreachable: it disappears with its JobManager. */
const jarFirst = (round: Round): JobDecision => {
  const { status, cluster, facts } = round.observed
  const [upload, ready] = [uploadOf(status), readyCluster(round)]
  return upload === null || ready === null || (cluster._tag === 'There' && cluster.isApplication) || facts.jobs?._tag === 'Unknown'
    ? nothingSubmitted(round) : givingUp(round, upload, ready)
}

const withoutCluster = (round: Round): JobDecision => {
  const { observed: { status, cluster, facts } } = round
  const why = noCluster(round)?.message ?? 'the session cluster'
  if (isOver(round)) return released(round, status, 'no job of the resource runs')
  const session = cluster._tag === 'There' ? cluster.deployed : null
  const isKept = session?.highAvailability !== 'none'
  return onceSeen(
    facts,
    isKept ? [] : sessionIncarnationQueries(session),
    lookForJobManager,
    () =>
      !isKept && isIncarnationOver(round) ? released(round, status, `no job outlives its JobManager: ${why}`)
        : mayLeave(round)
        ? leaving(round, `the session cluster was not ready in time (${why})`)
        : waitFor(round, why),
  )
}

/** Is the JobManager instance that the job ran in certainly gone? */
const isIncarnationOver = ({ observed: { status, facts, host: { incarnation } } }: Round): boolean =>
  facts.jobManagerPods?._tag === 'Known'
  && (facts.jobManagerPods.value.length === 0
    || isOtherIncarnation(status.operation?.incarnation ?? status.operatorRecord.incarnation, { ...incarnation, jobStartTime: null }))

/** The recorded job has ended, and no other request was sent. */
const isOver = (round: Round): boolean => {
  const { operation } = round.observed.status
  return isEnded(round) && (operation === null || (operation.kind === 'Submit' && operation.step === 'Upload'))
}

/** A status that is older than the mark does not record the end of the newest run (P25). */
const isEnded = ({ desired, observed: { status } }: Round): boolean =>
  isTerminal(status.jobStatus.state) && !isOlderThanMark(desired, status)

const inCluster = (round: Round, cluster: ReadyCluster): JobDecision => {
  const { operation } = round.observed.status
  return operation?.kind === 'Submit' && operation.step !== 'Upload' ? givingUp(round, operation, cluster)
    : onceSeen(
      round.observed.facts,
      [{ _tag: 'GetJobsOverview', endpoint: cluster.deployed.endpoint }],
      queries => look(queries, 'does a job run that has to be stopped first?'),
      () => byJobs(round, cluster),
    )
}

const byJobs = (round: Round, cluster: ReadyCluster): JobDecision => {
  const { desired: { meta }, observed: { status, facts } } = round
  const { operation } = status
  if (facts.jobs?._tag !== 'Known')
    return mayLeave(round) ? leaving(round, 'Flink did not answer in time') : waitFor(round, 'Flink to list its jobs')
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

/**
 * Row session-job-deletion/others-job: a copied status must not end the job of another resource. Null: the job belongs to no other
 * resource.
 */
const othersAtDeletion = (round: Round, jobId: string): JobDecision | null =>
  pipe(
    claimOf(round, jobId),
    E.map(claim => byClaim(round, jobId, claim)),
    orLook(queries => look(queries, 'is it the job of another resource?')),
  )

const byClaim = (round: Round, jobId: string, claim: Claim): JobDecision | null => {
  switch (claim._tag) {
    case 'Unseen':
      return waitFor(round, 'the Kubernetes API to list the other FlinkSessionJobs: the job may be one of theirs')
    case 'Theirs': {
      const found = othersJobText(jobId, claim.name)
      return act(disowned(round.observed.status, found), found)
    }
    case 'NotTheirs':
      return null
  }
}

/**
 * Abandons a submit. One that was sent is not sent again, and the operator waits as long as its job may start. If only the jar was sent,
 * the jar is deleted. A submit of another FlinkSessionJob is left to that resource.
 */
const givingUp = (round: Round, operation: SubmitOperation, cluster: ReadyCluster): JobDecision => {
  const { jobId } = operation
  const others = jobId === null || isJobIdOf(round.desired.meta.uid, jobId) ? null : othersAtDeletion(round, jobId)
  return others ?? continueSubmit(round, operation, submitPlace(round, cluster, operation, null))
}

/** Flink lists no job of the resource. For a moment, or before a JobManager has recovered the job, that proves nothing. */
const withoutJob = (round: Round, cluster: ReadyCluster): JobDecision => {
  const { desired, observed, env } = round
  const { status } = observed
  if (isEnded(round)) return released(round, status, 'no job of the resource runs')
  const missed = withRecord(status, { jobMissedSince: status.operatorRecord.jobMissedSince ?? env.now })
  return pipe(
    absenceOf(
      { ...round, observed: { ...observed, status: missed } },
      cluster,
      isOlderThanMark(desired, status) ? null : status.jobStatus.jobId,
    ),
    E.map((absence): JobDecision =>
      absence._tag === 'Gone' ? released(round, status, 'no job of the resource runs')
        : { ...wait(withRecord(missed, { deletingSince: waitingSince(round) }), pollMillis, absence.why), events: [events.cleanup] }
    ),
    orLook(queries => look(queries, 'does HA metadata hold the job?')),
  )
}
