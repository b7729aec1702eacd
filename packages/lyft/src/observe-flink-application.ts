import type { Env } from '@flink-operator/core'
import type { Facts } from '@flink-operator/core/fact'
import { type Recorded, clockTolerance, isSameJson } from '@flink-operator/core/resource'
import type { ApplicationDesired, ApplicationObserved, ApplicationRound } from './flink-application-round.ts'
import { jobsAt } from './observe/clusters.ts'
import { endingJob } from './observe/live.ts'
import { isAtRest, phaseOf } from './state/state-row.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { halfWay } from './take-over/half-way.ts'
import { withOwnOperation } from './take-over/own-operation.ts'
import { withOwnSlots } from './take-over/own-slots.ts'
import { healthOf } from './report/health.ts'
import { withRecord } from './status-transitions.ts'

type Status = FlinkApplicationStatus

/** Merges the observed facts into the recorded status. Pure and idempotent. */
export const observe = (desired: ApplicationDesired, recorded: Recorded<Status>, facts: Facts, env: Env): ApplicationObserved => {
  const before = notAhead(recorded.status, env)
  const observed: ApplicationObserved = {
    recorded,
    status: before,
    facts,
    phase: phaseOf(before.phase),
    halfWay: halfWay(before),
  }
  const read: ApplicationRound = { desired, observed, env }
  const own: ApplicationRound = { ...read, observed: { ...observed, status: withOwnSlots(read) } }
  const round: ApplicationRound = { ...own, observed: { ...own.observed, status: withOwnOperation(own) } }
  const status = withHealth(round, missed(round))
  return { ...observed, status: isSameJson(status, recorded.status) ? recorded.status : status }
}

/** Timestamps from a clock that was ahead count as now, so that no wait gets longer than one that starts now (F15). */
const notAhead = (status: Status, { now }: Env): Status => {
  const latest = now + clockTolerance
  const capped = <At extends number | null>(at: At): At => (at !== null && at > latest ? now as At : at)
  const { operation, operatorRecord: record, lastSeenError } = status
  const next: Status = {
    ...status,
    lastUpdatedAt: capped(status.lastUpdatedAt),
    lastSeenError: lastSeenError === null ? null : { ...lastSeenError, lastErrorUpdateTime: capped(lastSeenError.lastErrorUpdateTime) },
    operation: operation === null ? null : {
      ...operation,
      mintedAt: capped(operation.mintedAt),
      progressAt: capped(operation.progressAt),
      stop: operation.stop === null ? null
        : { ...operation.stop, askedAt: capped(operation.stop.askedAt), endedAt: capped(operation.stop.endedAt) },
      submit: operation.submit === null ? null : { ...operation.submit, sentAt: capped(operation.submit.sentAt) },
    },
    operatorRecord: { ...record, jobMissedSince: capped(record.jobMissedSince), deletingSince: capped(record.deletingSince) },
  }
  return isSameJson(next, status) ? status : next
}

/** Records since when a JobManager that answers has not listed the recorded job. Each new state starts the count again. */
const missed = (round: ApplicationRound): Status => {
  const { observed: { status, phase }, env } = round
  const { jobMissedSince } = status.operatorRecord
  const job = endingJob(round)
  const jobs = job === null ? undefined : jobsAt(round, job.hash)
  if (job === null || jobs?._tag !== 'Known' || phase === 'SubmittingJob') return status
  const since = jobs.value.some(({ jobId }) => jobId === job.jobId) ? null : jobMissedSince ?? env.now
  return since === jobMissedSince ? status : withRecord(status, { jobMissedSince: since })
}

/** Updates the health of cluster and job in steady states (section 2.11). */
const withHealth = (round: ApplicationRound, status: Status): Status => {
  const { observed: { phase } } = round
  return phase !== null && (isAtRest(phase) || phase === 'DualRunning') ? healthOf({ ...round, observed: { ...round.observed, status } })
    : status
}
