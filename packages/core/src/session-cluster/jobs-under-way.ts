import { checkpointCacheMillis } from '../job/seen/observe-last-state.ts'
import type { FlinkSessionJobView } from '../fact/flink-session-job-view.ts'
import { isTerminal } from '../resource/job-state.ts'
import { isDefinite } from '../resource/last-state.ts'
import type { Incarnation, SuspendOperation } from '../resource/operation.ts'
import { stopLeaves } from '../resource/suspend-mode.ts'
import type { EpochMillis } from '../resource/time.ts'
import type { SessionRound } from './session-cluster-round.ts'
import { isListedAsEnded, isStateful, mayHaveRun, sessionJobsOf } from './session-jobs.ts'

/** What a FlinkSessionJob is in the middle of, where only the JobManager that runs now can tell how it ends. */
export interface UnderWay {
  /** Name of the FlinkSessionJob. */
  readonly job: string
  /** As the end of a sentence about it. */
  readonly what: string
  /** When it should be over; null: nobody knows. */
  readonly dueAt: EpochMillis | null
}

type Seen = Pick<SessionRound, 'observed' | 'env'>

/**
 * The running JobManager alone knows the path of a savepoint that just completed, the last checkpoint of a job that was cancelled, and
 * whether a job that was sent to it runs. High availability keeps none of that: it forgets a job as soon as the job has ended (U09).
 *
 * | the FlinkSessionJob | until |
 * |---|---|
 * | is being stopped with its state, by the JobManager that runs now | its stop has a result |
 * | with state: has ended, and what it left is not recorded | it is recorded, or Flink has had the time to show it |
 * | with state: is being submitted | it is recorded as submitted, or it waits for the next attempt |
 * | with state: was edited or deleted, and no round of its own has seen that | a round of its own has seen it: by then its stop is recorded, or it waits for something else |
 */
export const underWay = (round: Seen): readonly UnderWay[] =>
  sessionJobsOf(round.observed.facts).flatMap(job => {
    const found = stop(round, job) ?? (isStateful(job) ? end(round, job) ?? submit(round, job) ?? edit(round, job) : null)
    return found === null ? [] : [{ job: job.meta.name, ...found }]
  })

/** Is its job about to be stopped by an operator, so that nobody has to ask a person to do so? */
export const isStopComing = (round: Seen, job: FlinkSessionJobView): boolean => stop(round, job) !== null || edit(round, job) !== null

type Found = Omit<UnderWay, 'job'> | null

/** Is the state that the stop leaves read from the job itself? */
const isStateOfJob = ({ mode }: SuspendOperation): boolean => stopLeaves[mode] === 'Savepoint' || stopLeaves[mode] === 'LastCheckpoint'

/** What a stop was begun for holds whatever the newest spec says; a job that is only cancelled leaves nothing that anybody waits for. */
const stop = (round: Seen, { status: { operation } }: FlinkSessionJobView): Found =>
  operation?.kind !== 'Suspend' || !isStateOfJob(operation)
    || isIncarnationOver(round, operation.incarnation) ? null
    : { what: `is being stopped with its state (${operation.mode})`, dueAt: operation.giveUpAt }

/** Flink shows the last checkpoint some seconds after the end. What is not recorded by then nobody reads any more. */
const end = ({ observed: { facts }, env }: Seen, { status }: FlinkSessionJobView): Found => {
  const { jobStatus: { jobId, state }, operatorRecord: { terminalSince, lastState } } = status
  const what = 'has ended, and what it left is not recorded yet'
  if (jobId === null || !isListedAsEnded(facts, jobId)) return null
  if (!isTerminal(state)) return { what, dueAt: null }
  if (isDefinite(lastState) || terminalSince === null) return null
  const dueAt = terminalSince + 2 * checkpointCacheMillis
  return env.now > dueAt ? null : { what, dueAt }
}

/**
 * Whatever was sent may come to run. Before that it counts while it may be sent at any moment: not in the pause after a failed attempt, nor
 * in a cluster that session jobs see as not ready.
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
 * Its own round may be about to stop the job. The conditions tell which generation a round has seen, also where it could not be carried
 * out; `observedGeneration`, which one was carried out.
 */
const edit = ({ observed: { facts } }: Seen, job: FlinkSessionJobView): Found => {
  const { meta: { generation }, status: { conditions, observedGeneration, jobStatus: { jobId } } } = job
  const seen = conditions.find(({ type }) => type === 'Ready')?.observedGeneration ?? observedGeneration
  const isGone = jobId !== null && isListedAsEnded(facts, jobId)
  return !mayHaveRun(job) || isGone || seen === null || seen === generation ? null
    : { what: 'was edited or deleted, which no round of its own has seen yet', dueAt: null }
}

/** Is the JobManager that it was asked of surely gone, and with it what it knew? */
const isIncarnationOver = ({ observed: { facts: { jobManagerPods } } }: Seen, asked: Incarnation | null): boolean => {
  if (asked?.podUid == null || jobManagerPods?._tag !== 'Known') return false
  const pod = jobManagerPods.value.find(({ uid }) => uid === asked.podUid)
  return pod === undefined
    || (asked.restartCount !== null && pod.containers.reduce((sum, { restartCount }) => sum + restartCount, 0) !== asked.restartCount)
}
