import { cluster, operator, person, type UnblockedBy } from '../../../contract/round/unblocked-by.ts'
import type { Step } from '../rows/blue-green-row.ts'
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

const nextRound = operator('the next round continues automatically')
const edit = person('an edit of the spec')

/** What unblocks each step. */
const bySteps: { readonly [Name in Step]: UnblockedBy } = {
  LeaveAlone: cluster('garbage collection deletes the children, and the finalizer of each child stops its job'),
  ReportUnreadable: person(
    'run the operator version that wrote the unreadable status, or repair the status (kubectl edit --subresource=status)',
  ),
  WaitPaused: person('the user removes the pause annotation, or its time ends'),
  Look: cluster('Kubernetes and Flink answer the queries'),
  WaitToSee: cluster('Kubernetes answers the queries for both children, and they can be read'),
  ReportInvalid: edit,
  ReportSuspended: person('the user sets spec.template.spec.job.state to running'),
  ReportOthers: person('the user frees the name, or gives this resource another name'),
  BeginFirst: nextRound,
  WaitGone: cluster('the finalizers of the child are removed'),
  CreateAgain: nextRound,
  ReportLost: person('a savepoint to start from, with a new savepointRedeployNonce; or upgradeMode stateless, if the state is not needed'),
  DeleteLeftOver: nextRound,
  DeleteUnbegun: nextRound,
  Steady: person('an edit of the spec; until then there is nothing to do'),
  ReportGivenUp: edit,
  WaitRetry: operator('the retry delay passes'),
  BeginInPlace: nextRound,
  ReportNotReady: cluster('the child that serves is ready again'),
  WaitQuiet: operator('no earlier request can arrive any more'),
  WaitJob: cluster('Flink reports the job as RUNNING'),
  ReportNoDirectory: person('execution.checkpointing.savepoint-dir in spec.template.spec.flinkConfiguration'),
  BeginSavepoint: nextRound,
  BeginSwitch: nextRound,
  Disown: nextRound,
  TakeBack: nextRound,
  LoseActive: nextRound,
  ReportUnknownSource: person(
    'a savepoint to start from, with a new savepointRedeployNonce; or upgradeMode stateless, if the state is not needed',
  ),
  Fail: nextRound,
  SavepointDone: nextRound,
  SendAgain: nextRound,
  WaitSavepoint: cluster('Flink completes the savepoint or reports that it failed, within a time limit'),
  Finish: nextRound,
  Retire: nextRound,
  KeepOld: nextRound,
  WaitRetired: cluster('the finalizers of the old child are removed'),
  FinishRevert: nextRound,
  Revert: nextRound,
  DeleteStale: nextRound,
  Retarget: nextRound,
  Apply: nextRound,
  WaitDelay: operator('the deletion delay passes'),
  ReportLate: person('an edit of the spec, if the child does not become ready'),
  WaitReady: cluster('the new child becomes ready, within a time limit: the status of its FlinkDeployment says what it waits for'),
}

export const unblockedBy = (step: Step): UnblockedBy => bySteps[step]

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
