import type { Action } from '../../action/action.ts'
import { parseInstant } from '../../codec/instant.ts'
import { statusErrorMessage } from '../../codec/status-error.ts'
import type { Env } from '../../env.ts'
import type { Facts } from '../../fact/facts.ts'
import type { Finding } from '../../resource/finding.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { Decision } from '../../round/decision.ts'
import type { ExplainedScaling, Explanation } from '../../round/explanation.ts'
import type { Obstacle } from '../../round/obstacle.ts'
import { shortFacts } from '../../round/short-fact.ts'
import type { ToldDesired } from '../job-round.ts'
import { explainedOperation } from './explained-operation.ts'

/** A round as it was decided. */
export interface DecidedRound<Status> {
  readonly desired: ToldDesired & { readonly findings: readonly Finding[] }
  readonly observed: { readonly recorded: { readonly status: Status }; readonly status: Status; readonly facts: Facts }
  readonly env: Env
  readonly situation: { readonly _tag: string; readonly row: string; readonly reason: string; readonly scaling?: ExplainedScaling }
  readonly decision: Decision<Status>
  readonly actions: readonly Action<Status>[]
}

/** What only the kind can say of it. */
export type OfKind = Pick<Explanation, 'since' | 'unblockedBy'> & {
  /** What the decision does not name and is in the way all the same. */
  readonly obstacles?: readonly Obstacle[]
}

/** When a condition that is True became so; null: it is not. */
export const trueSince = ({ conditions }: JobLifecycleStatus, type: string): EpochMillis | null => {
  const condition = conditions.find(it => it.type === type && it.status === 'True')
  return condition === undefined ? null : parseInstant(condition.lastTransitionTime)
}

/** To somebody who asks, where the autoscaler is on and no cycle of it was decided. */
const notNow: ExplainedScaling = {
  row: 'not-now',
  why: 'nothing is scaled while something else is done or waited for',
  since: null,
  changedBy: 'what is told above is over',
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
