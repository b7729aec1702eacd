import type { Env } from '../env.ts'
import { explainedRound, trueSince } from '../job/told/explained-round.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { EpochMillis } from '../resource/time.ts'
import type { Explanation } from '../round/explanation.ts'
import { classify } from './classify-session-cluster.ts'
import { decide } from './decide-session-cluster.ts'
import type { SessionClusterDesired } from './session-cluster-desired.ts'
import type { SessionClusterObserved } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { summarize } from './summarize-session-cluster.ts'
import { unblockedBy } from './unblocks-session-cluster.ts'

/** The nearest mark in the status of when the wait began. */
const sinceOf = ({ _tag }: SessionSituation, status: FlinkDeploymentStatus): EpochMillis | null => {
  const { operation, operatorRecord, reconciliationStatus } = status
  if (operation !== null && operation.kind !== 'Unreadable') return operation.mintedAt
  switch (_tag) {
    case 'Deleting':
      return operatorRecord.deletingSince
    case 'Unmanageable':
      return trueSince(status, 'Stalled')
    case 'Blocked':
      return trueSince(status, 'Stalled') ?? trueSince(status, 'Reconciling') ?? reconciliationStatus.reconciliationTimestamp
    case 'Settled':
      return operatorRecord.podTroubleSince ?? trueSince(status, 'Ready') ?? trueSince(status, 'Reconciling')
    case 'NeedsFacts':
    case 'NotYetOurs':
    case 'InvalidFromTheStart':
    case 'Paused':
    case 'Deploying':
    case 'TearingDown':
    case 'FirstDeployment':
    case 'AlreadyUpgraded':
    case 'UpgradeDue':
    case 'ScaleDue':
    case 'IngressDue':
    case 'RollbackDue':
    case 'RunsWhatIsWanted':
    case 'StuckSubmit':
    case 'Lost':
      return null
  }
}

/** Why a session cluster is as it is, of the same `classify`, `decide` and `summarize` as the operator's own round. */
export const explain = (desired: SessionClusterDesired, observed: SessionClusterObserved, env: Env): Explanation => {
  const round = { desired, observed, env }
  const situation = classify(round)
  const decision = decide(round, situation)
  return explainedRound({ ...round, situation, decision, actions: summarize(round, decision) }, {
    since: sinceOf(situation, observed.status),
    unblockedBy: unblockedBy(situation, decision._tag === 'Look' ? [] : decision.obstacles ?? []),
  })
}
