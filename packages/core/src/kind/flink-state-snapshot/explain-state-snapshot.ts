import { parseInstant } from '../../crd/instant.ts'
import { statusErrorMessage } from '../../crd/status-error.ts'
import type { Env } from '../../contract/env.ts'
import { classify } from './classify-state-snapshot.ts'
import { decide } from './decide-state-snapshot.ts'
import type { SnapshotDesired, SnapshotObserved, SnapshotRound, Situation } from './state-snapshot-round.ts'
import { summarize } from './summarize-state-snapshot.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { ExplainedOperation, ExplainedRetries, Explanation } from '../../contract/round/explanation.ts'
import { shortFacts } from '../../contract/round/short-fact.ts'
import { unblockedBy } from './state-snapshot-conditions.ts'

const instant = (text: string | null): EpochMillis | null => (text === null ? null : parseInstant(text))

/** The timestamp in the resource that is nearest to the start of the wait. */
const sinceOf = (situation: Situation, { desired: { meta }, observed: { status } }: SnapshotRound): EpochMillis | null => {
  if (meta.deletionTimestamp !== null) return meta.deletionTimestamp
  if (status.state === 'IN_PROGRESS') return instant(status.triggerTimestamp)
  if (situation._tag === 'Over' || status.failures > 0) return instant(status.resultTimestamp)
  return meta.creationTimestamp
}

/** The attempt in progress; null: none. */
const attemptOf = ({ desired: { meta, kind }, observed: { status, job } }: SnapshotRound): ExplainedOperation | null => {
  const { triggerId, operatorRecord: { attempts, jobId } } = status
  const since = instant(status.triggerTimestamp)
  if (status.state !== 'IN_PROGRESS' || triggerId === null || since === null) return null
  const gracePeriod = job._tag !== 'Running' ? 0
    : kind === 'savepoint' ? job.options.savepointTriggerGracePeriod : job.options.checkpointTriggerGracePeriod
  return {
    kind: kind === 'savepoint' ? 'Savepoint' : 'Checkpoint',
    purpose: meta.labels['snapshot.trigger-type'] ?? 'MANUAL',
    step: null,
    how: jobId === null ? 'of a job that the status does not name' : `of job ${jobId}`,
    id: triggerId,
    attempt: attempts,
    since,
    giveUpAt: job._tag === 'Running' ? since + job.options.checkpointingTimeout + gracePeriod : null,
  }
}

const retriesOf = (
  { desired: { spec: { backoffLimit } }, observed: { status: { state, failures, operatorRecord: { attempts, retryAt } } } }: SnapshotRound,
): ExplainedRetries => {
  const isOpen = state === 'TRIGGER_PENDING' || state === 'IN_PROGRESS'
  return {
    attempts,
    failures,
    backoffLimit,
    left: !isOpen ? 0 : backoffLimit < 0 ? null : Math.max(0, backoffLimit + 1 - failures),
    retryAt: state === 'TRIGGER_PENDING' ? retryAt : null,
  }
}

/**
 * Explains the state of a snapshot: its situation, what it waits for and since when, how many attempts it had, and what unblocks it. Like
 * that of a FlinkDeployment, it uses the kind's own `classify`, `decide` and `summarize` (session-snapshot-bluegreen.md, section 3).
 */
export const explain = (desired: SnapshotDesired, observed: SnapshotObserved, env: Env): Explanation => {
  const round = { desired, observed, env }
  const situation = classify(round)
  const decision = decide(round, situation)
  const actions = summarize(round, situation, decision)
  const requeue = actions.find(action => action._tag === 'Requeue')
  const { status } = observed
  return {
    situation: situation._tag,
    row: situation.row,
    reason: situation.reason,
    lifecycleState: observed.recorded.status.state,
    waitingFor: decision._tag === 'Look' ? decision.why : decision.waitingFor,
    since: sinceOf(situation, round),
    nextLook: requeue === undefined ? null : { after: requeue.after, at: env.now + requeue.after },
    unblockedBy: unblockedBy(situation),
    obstacles: [],
    facts: shortFacts(observed.facts),
    operation: attemptOf(round),
    retries: retriesOf(round),
    change: null,
    error: status.error === null || status.error === '' ? null : statusErrorMessage(status.error),
    findings: desired.findings.map(({ severity, field, message }) => ({ severity, field, message })),
  }
}
