import type { Operation } from '../../contract/resource/operation.ts'
import type { ExplainedOperation, ExplainedScaling, Explanation } from '../../contract/round/explanation.ts'
import type { Action } from '../../contract/action/action.ts'
import { parseInstant } from '../../crd/instant.ts'
import { statusErrorMessage } from '../../crd/status-error.ts'
import type { Env } from '../../contract/env.ts'
import type { Facts } from '../../contract/fact/facts.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { Decision } from '../../contract/round/decision.ts'
import type { Obstacle } from '../../contract/round/unblocked-by.ts'
import { shortFacts } from '../../contract/round/short-fact.ts'
import type { ReportedDesired } from '../job-round.ts'

const howOf = (operation: Operation): string => {
  switch (operation.kind) {
    case 'Suspend':
      return operation.mode
    case 'Deploy':
      return operation.source._tag === 'Path' ? `from ${operation.source.path}`
        : operation.source._tag === 'LastState' ? 'from HA metadata'
        : operation.source._tag === 'NoJob' ? 'without a job of its own' : 'from empty state'
    case 'Submit':
      return operation.source._tag === 'Path' ? `from ${operation.source.path}` : 'from empty state'
    case 'TearDown':
      return operation.deleteHaMetadata ? 'with HA metadata' : 'HA metadata stays'
  }
}

/** The operation in progress, as `explain` shows it. */
export const explainedOperation = (operation: Operation): ExplainedOperation => ({
  kind: operation.kind,
  purpose: operation.purpose,
  step: operation.kind === 'TearDown' ? null : operation.step,
  how: howOf(operation),
  id: operation.id,
  attempt: operation.attempt,
  since: operation.mintedAt,
  giveUpAt: operation.giveUpAt,
})

/** A round with its decision. */
export interface DecidedRound<Status> {
  readonly desired: ReportedDesired
  readonly observed: { readonly recorded: { readonly status: Status }; readonly status: Status; readonly facts: Facts }
  readonly env: Env
  readonly situation: { readonly _tag: string; readonly row: string; readonly reason: string; readonly scaling?: ExplainedScaling }
  readonly decision: Decision<Status>
  readonly actions: readonly Action<Status>[]
}

/** The parts of the explanation that the kind provides. */
export type OfKind = Pick<Explanation, 'since' | 'unblockedBy'> & {
  /** Further obstacles that the decision does not name. */
  readonly obstacles?: readonly Obstacle[]
}

/** When a condition became True. Null: it is not True. */
export const trueSince = ({ conditions }: JobLifecycleStatus, type: string): EpochMillis | null => {
  const condition = conditions.find(it => it.type === type && it.status === 'True')
  return condition === undefined ? null : parseInstant(condition.lastTransitionTime)
}

/** The answer if the autoscaler is on but did not run a cycle in this round. */
const notNow: ExplainedScaling = {
  row: 'not-now',
  why: 'the autoscaler does not scale while the operator does or waits for something else',
  since: null,
  changedBy: 'the situation above ends',
  vertices: [],
}

/** The answer of `explain` about a round. */
export const explainedRound = <Status extends JobLifecycleStatus>(
  { desired, observed, env, situation, decision, actions }: DecidedRound<Status>,
  { since, unblockedBy, obstacles: ofKind = [] }: OfKind,
): Explanation => {
  const written = actions.find(action => action._tag === 'PersistStatus')?.status ?? observed.status
  const operation = written.operation ?? observed.status.operation
  const { diff } = desired
  const scaling = situation.scaling ?? (env.asksForScaling === true && desired.autoscaler?.isOn === true ? notNow : undefined)
  const obstacles = [...(decision._tag === 'Look' ? [] : decision.obstacles ?? []), ...ofKind]
  return {
    situation: situation._tag,
    row: situation.row,
    reason: situation.reason,
    lifecycleState: observed.recorded.status.lifecycleState,
    waitingFor: decision._tag === 'Look' ? decision.why : decision.waitingFor,
    since,
    nextLook: decision._tag === 'Look' ? null : { after: decision.after, at: env.now + decision.after },
    unblockedBy,
    obstacles: obstacles.map(({ kind, name, what, remedy, isGoing }) => ({ object: `${kind} ${name}`, what, remedy, isGoing })),
    facts: shortFacts(observed.facts),
    operation: operation === null || operation.kind === 'Unreadable' ? null : explainedOperation(operation),
    retries: null,
    ...(scaling === undefined ? {} : { scaling }),
    change: diff.changes.length === 0 ? null : { type: diff.type, text: diff.text },
    error: written.error === null ? null : statusErrorMessage(written.error),
    findings: desired.findings.map(({ severity, field, message }) => ({ severity, field, message })),
  }
}
