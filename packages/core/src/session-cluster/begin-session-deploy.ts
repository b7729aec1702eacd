import type { EmitEvent } from '../action/emit-event.ts'
import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import type { OperationPurpose } from '../resource/operation.ts'
import { act } from '../round/decision.ts'
import { withReconciliation } from '../round/status-change.ts'
import { type Jobs, newDeploy, withOperation } from './new-session-operation.ts'
import { recordBeforeDeploy } from './record.ts'
import type { SessionAct, SessionRound } from './session-cluster-round.ts'

/**
 * Begins to bring up a cluster: target spec and attempt are written down; the first effect comes in a later round, from that record alone
 * (P03, E-1). A rollback and a recovery leave the record of the spec as it is.
 */
export const beginDeploy = (
  round: SessionRound,
  purpose: OperationPurpose,
  target: ConfiguredCluster,
  jobs: Jobs,
  announce: readonly EmitEvent[],
): SessionAct => {
  const { desired, observed: { status }, env } = round
  const begun = withOperation(status, newDeploy(round, purpose, jobs))
  const recorded = purpose === 'Recovery' ? begun
    : purpose === 'Rollback' ? withReconciliation(begun, { state: 'ROLLING_BACK' })
    : recordBeforeDeploy(begun, { desired, target, now: env.now })
  return act(recorded, `the cluster is deployed (${purpose}): ${jobs.reason}`, { events: announce })
}
