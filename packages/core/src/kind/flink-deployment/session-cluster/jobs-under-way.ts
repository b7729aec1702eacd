import { checkpointCacheMillis } from '../../../job/observe/observe-last-state.ts'
import type { FlinkSessionJobView } from '../../../contract/fact/custom-resource-views.ts'
import { isTerminal } from '../../../contract/resource/job-status.ts'
import { isDefinite } from '../../../contract/resource/last-state.ts'
import type { Incarnation, SuspendOperation } from '../../../contract/resource/operation.ts'
import { stopLeaves } from '../../../contract/resource/suspend-mode.ts'
import type { EpochMillis } from '../../../contract/resource/time.ts'
import type { SessionRound } from './session-cluster-round.ts'
import { isListedAsEnded, isStateful, mayHaveRun, sessionJobsOf } from './session-jobs.ts'

/** Work that a FlinkSessionJob is in the middle of, and whose result only the running JobManager can report. */
export interface UnderWay {
  /** Name of the FlinkSessionJob. */
  readonly job: string
  /** The predicate of a sentence about the job. */
  readonly what: string
  /** When the work should be over; null: unknown. */
  readonly dueAt: EpochMillis | null
}

type Seen = Pick<SessionRound, 'observed' | 'env'>

/**
 * Only the running JobManager knows the path of a savepoint that has just completed, the last checkpoint of a cancelled job, and whether a
 * job that was submitted to it runs. High availability keeps none of that: it forgets a job as soon as the job has ended (U09).
 *
 * | the FlinkSessionJob | the operator waits until |
 * |---|---|
 * | the running JobManager is stopping it with its state | the stop has a result |
 * | stateful: has ended, and the state that it left is not recorded | that state is recorded, or Flink has had the time to report it |
 * | stateful: is being submitted | the submit is recorded, or it waits for its next attempt |
 * | stateful: was edited or deleted, and no round of its own has processed that | its own round has processed it: by then its stop is recorded, or it waits for something else |
 */
export const underWay = (round: Seen): readonly UnderWay[] =>
  sessionJobsOf(round.observed.facts).flatMap(job => {
    const found = stop(round, job) ?? (isStateful(job) ? end(round, job) ?? submit(round, job) ?? edit(round, job) : null)
    return found === null ? [] : [{ job: job.meta.name, ...found }]
  })

/** Is an operator about to stop the job, so that no user has to be asked to? */
export const isStopComing = (round: Seen, job: FlinkSessionJobView): boolean => stop(round, job) !== null || edit(round, job) !== null

type Found = Omit<UnderWay, 'job'> | null

/** Does the stop read the state that it leaves from the job itself? */
const isStateOfJob = ({ mode }: SuspendOperation): boolean => stopLeaves[mode] === 'Savepoint' || stopLeaves[mode] === 'LastCheckpoint'

/** A stop keeps the purpose that it was begun for, whatever the newest spec says. A plain cancel leaves no state to wait for. */
const stop = (round: Seen, { status: { operation } }: FlinkSessionJobView): Found =>
  operation?.kind !== 'Suspend' || !isStateOfJob(operation)
    || isIncarnationOver(round, operation.incarnation) ? null
    : { what: `is being stopped with its state (${operation.mode})`, dueAt: operation.giveUpAt }

/**
 * Flink reports the last checkpoint some seconds after the end of the job. If it is not recorded by the deadline, no operator will read it
 * any more.
 */
const end = ({ observed: { facts }, env }: Seen, { status }: FlinkSessionJobView): Found => {
  const { jobStatus: { jobId, state }, operatorRecord: { terminalSince, lastState } } = status
  const what = 'has ended, and the state that it left is not recorded yet'
  if (jobId === null || !isListedAsEnded(facts, jobId)) return null
  if (!isTerminal(state)) return { what, dueAt: null }
  if (isDefinite(lastState) || terminalSince === null) return null
  const dueAt = terminalSince + 2 * checkpointCacheMillis
  return env.now > dueAt ? null : { what, dueAt }
}

/**
 * A job that was sent may start to run. Before that, the submit counts only while it may be sent at any moment: not in the pause after a
 * failed attempt, and not while the session job sees its cluster as not ready.
 */
const submit = (round: Seen, { status: { operation, operatorRecord: { retryAt } } }: FlinkSessionJobView): Found => {
  const { observed: { status }, env } = round
  if (operation?.kind !== 'Submit') return null
  const isSent = operation.step !== 'Upload'
  const isToBeSent = status.jobManagerDeploymentStatus === 'READY' && (retryAt === null || env.now >= retryAt)
  return (isSent ? isIncarnationOver(round, operation.incarnation) : !isToBeSent) ? null
    : { what: 'is being submitted', dueAt: operation.giveUpAt }
}

/**
 * The session job's own round may be about to stop the job. The conditions name the generation that a round has processed, even if that
 * round could not carry it out; `observedGeneration` names the one that was carried out.
 */
const edit = ({ observed: { facts } }: Seen, job: FlinkSessionJobView): Found => {
  const { meta: { generation }, status: { conditions, observedGeneration, jobStatus: { jobId } } } = job
  const seen = conditions.find(({ type }) => type === 'Ready')?.observedGeneration ?? observedGeneration
  const isGone = jobId !== null && isListedAsEnded(facts, jobId)
  return !mayHaveRun(job) || isGone || seen === null || seen === generation ? null
    : { what: 'was edited or deleted, and its own reconcile has not processed that yet', dueAt: null }
}

/** Is the JobManager that received the request certainly gone, with everything that it knew? */
const isIncarnationOver = ({ observed: { facts: { jobManagerPods } } }: Seen, asked: Incarnation | null): boolean => {
  if (asked?.podUid == null || jobManagerPods?._tag !== 'Known') return false
  const pod = jobManagerPods.value.find(({ uid }) => uid === asked.podUid)
  return pod === undefined
    || (asked.restartCount !== null && pod.containers.reduce((sum, { restartCount }) => sum + restartCount, 0) !== asked.restartCount)
}
