import { operator, person, type UnblockedBy, type ExplainedOperation, type Explanation, shortFacts } from '@flink-operator/core/round'
import type { Situation } from './flink-application-situation.ts'
import { answered } from './state/ends-of-waits.ts'
import type { Env } from '@flink-operator/core'
import { classify } from './classify-flink-application.ts'
import { decide } from './decide-flink-application.ts'
import type { ApplicationDesired, ApplicationObserved, ApplicationRound } from './flink-application-round.ts'
import { isEdited, isLiveWanted } from './observe/edit.ts'
import { summarize } from './summarize-flink-application.ts'

const nextRound = operator('the next round continues automatically')

/** What ends the wait of a FlinkApplication in this situation. */
export const unblockedBy = (situation: Situation): UnblockedBy => {
  switch (situation._tag) {
    case 'NeedsFacts':
      return answered
    case 'NoMove':
      return person('the user repairs status.phase (kubectl edit --subresource=status)')
    case 'Row':
      return situation.row.unblockedBy ?? nextRound
  }
}

const operationOf = ({ observed: { status: { operation } } }: ApplicationRound): ExplainedOperation | null =>
  operation === null ? null : {
    kind: operation.kind,
    purpose: operation.kind,
    step: operation.phase,
    how: operation.hash === '' ? '' : `hash ${operation.hash}`,
    id: operation.id,
    attempt: operation.attempt,
    since: operation.mintedAt,
    giveUpAt: null,
  }

const rowOf = (situation: Situation): string => (situation._tag === 'Row' ? situation.row.id : situation._tag)

/** Explains the state of a FlinkApplication with the `classify`, `decide` and `summarize` of the kind. */
export const explain = (desired: ApplicationDesired, observed: ApplicationObserved, env: Env): Explanation => {
  const round = { desired, observed, env }
  const situation = classify(round)
  const decision = decide(round, situation)
  const requeue = summarize(round, decision).find(action => action._tag === 'Requeue')
  const { status, phase } = observed
  return {
    situation: phase ?? 'UnknownPhase',
    row: rowOf(situation),
    reason: situation.reason,
    lifecycleState: phase ?? status.phase,
    waitingFor: decision._tag === 'Look' ? decision.why : decision.waitingFor,
    since: status.operation?.progressAt ?? status.lastUpdatedAt,
    nextLook: requeue === undefined ? null : { after: requeue.after, at: env.now + requeue.after },
    unblockedBy: unblockedBy(situation),
    obstacles: [],
    facts: shortFacts(observed.facts),
    operation: operationOf(round),
    retries: null,
    change: isEdited(round) && !isLiveWanted(round) ? { type: 'UPGRADE', text: `${status.deployHash} → ${desired.hash}` } : null,
    error: decision._tag === 'Look' ? status.lastSeenError?.appError ?? null
      : decision.problem?.message ?? decision.status.lastSeenError?.appError ?? null,
    findings: desired.findings.map(({ severity, field, message }) => ({ severity, field, message })),
  }
}
