import { parseInstant } from '../../../crd/instant.ts'
import type { Env } from '../../../contract/env.ts'
import type { ExplainedOperation, ExplainedRetries, Explanation } from '../../../contract/round/explanation.ts'
import { shortFacts } from '../../../contract/round/short-fact.ts'
import { specDiff } from '../../../spec/diff/spec-diff.ts'
import { changeOf } from '../transition/change.ts'
import { childName } from '../child/child.ts'
import { classify } from '../classify-blue-green.ts'
import { decide } from '../decide-blue-green.ts'
import { failureOf, mostFailures } from '../transition/evidence.ts'
import type { BlueGreenDesired, BlueGreenObserved, BlueGreenRound } from '../blue-green-round.ts'
import { summarize } from '../summarize-blue-green.ts'
import { unblockedBy } from './unblocks-blue-green.ts'

const how = { First: 'first deployment of', Switch: 'switch to', InPlace: 'change in place of' } as const

const transitionOf = ({ desired: { meta }, observed: { status: { operation } } }: BlueGreenRound): ExplainedOperation | null =>
  operation === null ? null : {
    kind: operation.step === 'Savepoint' ? 'Savepoint' : 'Transition',
    purpose: operation.kind,
    step: operation.step,
    how: `${how[operation.kind]} ${childName(meta.name, operation.colour)}${
      operation.savepointPath === null ? '' : `, from ${operation.savepointPath}`
    }`,
    id: operation.id,
    attempt: operation.attempt,
    since: operation.mintedAt,
    giveUpAt: operation.giveUpAt,
  }

const retriesOf = (round: BlueGreenRound): ExplainedRetries | null => {
  const failure = failureOf(round)
  return failure === null ? null : {
    attempts: round.observed.status.operatorRecord.attempts,
    failures: failure.times,
    backoffLimit: mostFailures - 1,
    left: Math.max(0, mostFailures - failure.times),
    retryAt: failure.times >= mostFailures ? null : failure.retryAt,
  }
}

const sinceOf = ({ desired: { meta }, observed: { status, recorded } }: BlueGreenRound): number | null => {
  if (meta.deletionTimestamp !== null) return meta.deletionTimestamp
  if (status.operation !== null) return status.operation.mintedAt
  const changed = recorded.status.lastReconciledTimestamp
  return changed === null ? meta.creationTimestamp : parseInstant(changed)
}

/** The difference between the serving spec and the wanted spec. */
const changeReported = ({ desired: { wanted }, observed: { serving }, env }: BlueGreenRound): Explanation['change'] => {
  if (wanted === null || serving === null) return null
  const { text, changes } = specDiff(serving.template.spec, wanted.template.spec, 'native', env.options.eventsShowValues)
  return changes.length === 0 ? null : { type: changeOf(serving, wanted), text }
}

/** Explains the state of a FlinkBlueGreenDeployment with the `classify`, `decide` and `summarize` of the kind. */
export const explain = (desired: BlueGreenDesired, observed: BlueGreenObserved, env: Env): Explanation => {
  const round = { desired, observed, env }
  const situation = classify(round)
  const decision = decide(round, situation)
  const requeue = summarize(round, decision).find(action => action._tag === 'Requeue')
  const { status } = observed
  return {
    situation: situation.row.then,
    row: situation.row.id,
    reason: situation.reason,
    lifecycleState: status.blueGreenState ?? 'INITIALIZING_BLUE',
    waitingFor: decision._tag === 'Look' ? decision.why : decision.waitingFor,
    since: sinceOf(round),
    nextLook: requeue === undefined ? null : { after: requeue.after, at: env.now + requeue.after },
    unblockedBy: unblockedBy(situation.row.then),
    obstacles: (decision._tag === 'Look' ? [] : decision.obstacles ?? []).map(({ kind, name, what, remedy, isGoing }) => ({
      object: `${kind} ${name}`,
      what,
      remedy,
      isGoing,
    })),
    facts: shortFacts(observed.facts),
    operation: transitionOf(round),
    retries: retriesOf(round),
    change: changeReported(round),
    error: decision._tag === 'Look' ? observed.recorded.status.error
      : decision.problem?.message ?? status.operatorRecord.failed?.reason ?? null,
    findings: desired.findings.map(({ severity, field, message }) => ({ severity, field, message })),
  }
}
