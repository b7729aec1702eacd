import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import { unrenderable } from '../../cluster/manifest/renderable.ts'
import type { Round } from '../../application/application-round.ts'
import type { Situation } from '../../application/application-situation.ts'
import { blocked } from '../../round/waiting-situation.ts'

/** Which spec a situation ends in a deploy of, and what a person calls it; null: it ends in none. */
const targetOf = (
  { desired }: Pick<Round, 'desired'>,
  situation: Situation,
): { readonly target: ConfiguredSpec; readonly name: string } | null => {
  switch (situation._tag) {
    case 'FirstDeployment':
    case 'RedeployDue':
    case 'UpgradeDue':
      return lastValid(situation.wanted)
    case 'StuckSubmit':
      return desired.wanted === null ? null : lastValid(desired.wanted)
    case 'RestoreDue':
      return situation.purpose === 'Rollback' ? { target: situation.target, name: lastStable } : lastValid(situation.target)
    case 'RollbackDue':
      return { target: situation.stable, name: lastStable }
    case 'RestartFailed':
    case 'Unhealthy':
    case 'Lost':
      return { target: situation.deployed.running, name: 'the spec that was deployed' }
    case 'NeedsFacts':
    case 'Deleting':
    case 'NotYetOurs':
    case 'Unmanageable':
    case 'InvalidFromTheStart':
    case 'RecordLost':
    case 'Paused':
    case 'Suspending':
    case 'Deploying':
    case 'TearingDown':
    case 'AdoptedCancel':
    case 'AlreadyUpgraded':
    case 'SuspendedToRecord':
    case 'ScaleDue':
    case 'AutoscalerDue':
    case 'IngressDue':
    case 'Blocked':
    case 'RunsWhatIsWanted':
    case 'AdoptedRollback':
    case 'Snapshot':
    case 'StrayJob':
    case 'PastTtl':
    case 'Settled':
      return null
  }
}

const lastStable = 'the last stable spec'
const lastValid = (
  target: ConfiguredSpec,
):
  | { readonly target: ConfiguredSpec; readonly name: string }
  | null => (target.job.state === 'suspended' ? null : { target, name: 'the last valid spec' })

/**
 * Row C31 (F12): nothing is stopped or taken away for a cluster that can't be rendered afterwards. An edit is refused by validation; this
 * is for recorded specs: a rollback's target, what runs, the last valid spec while the edit is not valid.
 */
export const renderFirst = (round: Round, situation: Situation): Situation => {
  const { desired: { meta, mode, wanted, invalid } } = round
  const begun = targetOf(round, situation)
  // was rendered by validation
  if (begun === null || (begun.target === wanted && invalid === null)) return situation
  const message = unrenderable(meta, mode, begun.target)
  return message === null ? situation : blocked('C31', "an edit of the spec, or of the operator's defaults", {
    // nothing runs where the JobManager is lost: that is not to be told as STABLE (P16)
    owner: situation._tag === 'Lost' ? 'job-manager' : 'upgrade',
    type: 'ReconciliationException',
    reason: 'Error',
    message:
      `The objects of ${begun.name} can't be rendered any more, so nothing is stopped or started for it: ${message} Edit the spec, or take back the change of the operator's defaults`,
  })
}
