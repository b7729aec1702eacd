import { parseInstant } from '../../codec/instant.ts'
import { statusErrorMessage } from '../../codec/status-error.ts'
import type { Env } from '../../env.ts'
import { classify } from './classify.ts'
import { decide } from './decide.ts'
import type { FlinkDeploymentDesired } from '../../application/desired.ts'
import type { FlinkDeploymentObserved } from '../../application/observed.ts'
import { explainedOperation } from '../../job/told/explained-operation.ts'
import { isMissed } from '../../job/seen/observe-job.ts'
import type { Situation } from '../../application/situation.ts'
import { summarize } from './summarize.ts'
import { redactTexts } from '../../redaction/redact.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { Explanation } from '../../round/explanation.ts'
import { shortFacts } from '../../round/short-fact.ts'
import { unblockedBy } from './unblocked-by.ts'

/** When a condition that is True became so; null: it is not. */
const trueSince = ({ conditions }: FlinkDeploymentStatus, type: string): EpochMillis | null => {
  const condition = conditions.find(it => it.type === type && it.status === 'True')
  return condition === undefined ? null : parseInstant(condition.lastTransitionTime)
}

/** The nearest mark in the status of when the wait began. */
const sinceOf = (situation: Situation, status: FlinkDeploymentStatus): EpochMillis | null => {
  const { operation, operatorRecord, jobStatus } = status
  if (operation !== null && operation.kind !== 'Unreadable') return operation.mintedAt
  if (situation._tag === 'Unmanageable') return trueSince(status, 'Stalled')
  if (situation._tag === 'Blocked')
    return trueSince(status, 'Stalled') ?? trueSince(status, 'Reconciling') ?? status.reconciliationStatus.reconciliationTimestamp
  if (situation._tag === 'ScaleDue') return operatorRecord.scalingBlindSince
  if (situation._tag !== 'Settled') return null
  return operatorRecord.jobMissedSince ?? operatorRecord.podTroubleSince
    ?? (isTerminal(jobStatus.state) ? operatorRecord.terminalSince : operatorRecord.runningSince) ?? trueSince(status, 'Ready')
    ?? trueSince(status, 'Reconciling')
}

/**
 * Why is it as it is: which situation, what is waited for, since when, when is the next look, and what unblocks it (design.md, section 1).
 * The answer is made from the same `classify`, `decide` and `summarize` as the operator's own round. Without secrets (P23).
 */
export const explain = (desired: FlinkDeploymentDesired, observed: FlinkDeploymentObserved, env: Env): Explanation => {
  const round = { desired, observed, env }
  const situation = classify(round)
  const decision = decide(round, situation)
  const actions = summarize(round, decision)
  const written = actions.find(action => action._tag === 'PersistStatus')?.status ?? observed.status
  const operation = written.operation ?? observed.status.operation
  const { diff } = desired
  const obstacles = decision._tag === 'Look' ? [] : decision.obstacles ?? []
  return redactTexts<Explanation>({
    situation: situation._tag,
    row: situation.row,
    reason: situation.reason,
    lifecycleState: observed.recorded.status.lifecycleState,
    waitingFor: decision._tag === 'Look' ? decision.why : decision.waitingFor,
    since: sinceOf(situation, observed.status),
    nextLook: decision._tag === 'Look' ? null : { after: decision.after, at: env.now + decision.after },
    unblockedBy: unblockedBy(situation, { isJobMissed: isMissed(observed.status, env.now), obstacles }),
    obstacles: obstacles.map(({ kind, name, what, remedy, isGoing }) => ({ object: `${kind} ${name}`, what, remedy, isGoing })),
    facts: shortFacts(observed.facts),
    operation: operation === null || operation.kind === 'Unreadable' ? null : explainedOperation(operation),
    retries: null,
    change: diff.changes.length === 0 ? null : { type: diff.type, text: diff.text },
    error: written.error === null ? null : statusErrorMessage(written.error),
    findings: desired.findings.map(({ severity, field, message }) => ({ severity, field, message })),
  }, desired.secrets)
}
