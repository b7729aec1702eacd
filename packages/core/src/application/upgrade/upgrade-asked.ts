import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import type { Round } from '../round.ts'
import { besideWaitingEdit } from '../recovery/beside-waiting-edit.ts'
import { scalingGivenUp } from '../scale/scaling.ts'
import type { Situation } from '../situation.ts'
import { snapshotStep } from '../../job/snapshot/next-snapshot-step.ts'
import { upgradeSituation } from './upgrade-situation.ts'

/**
 * An edit that can't be done in place. What does not depend on an upgrade that is not possible now goes on beside it: what is deployed is
 * brought back where it is lost, for without it the edit may never be possible (V02); and the savepoint that a person asks for may be what
 * helps (control-flow.md, section 4.4/2a; B33).
 */
export const upgradeBesides = (round: Round, deployed: Deployed, wanted: ConfiguredSpec): Situation => {
  const upgraded = besides(round, deployed, upgradeSituation(round, deployed, wanted))
  const notScaled = scalingGivenUp(round)
  return notScaled === null ? upgraded : { ...upgraded, reason: `${notScaled}: ${upgraded.reason}` }
}

const besides = (round: Round, deployed: Deployed, upgraded: Situation): Situation => {
  if (upgraded._tag !== 'Blocked' && upgraded._tag !== 'NeedsFacts') return upgraded
  const step = snapshotStep(round, deployed)
  // asked in one, or the round takes a fifth look
  if (upgraded._tag === 'NeedsFacts')
    return step?._tag === 'Look' ? { ...upgraded, queries: [...upgraded.queries, ...step.queries] } : upgraded
  const recovered = upgraded.holdsUpAll === true ? null : besideWaitingEdit(round, deployed, upgraded)
  if (recovered !== null) return recovered
  if (step === null) return upgraded
  const reason = `${step.reason}, while the upgrade waits: ${upgraded.reason}`
  return { _tag: 'Snapshot', row: `C27 ${step.row} ${upgraded.row}`, step: { ...step, reason }, reason }
}
