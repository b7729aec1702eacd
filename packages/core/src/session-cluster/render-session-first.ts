import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import { unrenderable } from '../cluster/manifest/renderable.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { blocked } from '../round/waiting-situation.ts'

/** Which spec a situation ends in a deploy of, and what a person calls it; null: it ends in none. */
const targetOf = (situation: SessionSituation): { readonly target: ConfiguredCluster; readonly name: string } | null => {
  switch (situation._tag) {
    case 'FirstDeployment':
    case 'UpgradeDue':
    case 'StuckSubmit':
      return { target: situation.wanted, name: 'the last valid spec' }
    case 'RollbackDue':
      return { target: situation.stable, name: 'the last stable spec' }
    case 'Lost':
      return { target: situation.deployed.running, name: 'the spec that was deployed' }
    case 'NeedsFacts':
    case 'Deleting':
    case 'NotYetOurs':
    case 'Unmanageable':
    case 'InvalidFromTheStart':
    case 'Paused':
    case 'Deploying':
    case 'TearingDown':
    case 'AlreadyUpgraded':
    case 'ScaleDue':
    case 'IngressDue':
    case 'RunsWhatIsWanted':
    case 'Blocked':
    case 'Settled':
      return null
  }
}

/** Row K20 (F12): nothing is taken away for a cluster that can't be rendered afterwards. */
export const renderFirst = (round: SessionRound, situation: SessionSituation): SessionSituation => {
  const { desired: { meta, mode, wanted, invalid } } = round
  const begun = targetOf(situation)
  // was rendered by validation
  if (begun === null || (begun.target === wanted && invalid === null)) return situation
  const message = unrenderable(meta, mode, begun.target)
  return message === null ? situation : blocked('K20', "an edit of the spec, or of the operator's defaults", {
    owner: situation._tag === 'Lost' ? 'job-manager' : 'upgrade',
    type: 'ReconciliationException',
    reason: 'Error',
    message:
      `The objects of ${begun.name} can't be rendered any more, so nothing is stopped or started for it: ${message} Edit the spec, or take back the change of the operator's defaults`,
  })
}
