import type { ConfiguredSpec } from '../../spec/configured-spec.ts'
import { type DeployTarget, renderFirst as renderedFirst } from '../../cluster/deploy/render-first.ts'
import type { Round, Situation } from './application/application-round.ts'

/** The spec that the situation will deploy in the end. Null: the situation leads to no deploy. */
const targetOf = (
  { desired }: Pick<Round, 'desired'>,
  situation: Situation,
): DeployTarget | null => {
  switch (situation._tag) {
    case 'FirstDeployment':
    case 'RedeployDue':
    case 'UpgradeDue':
      return lastValid(situation.wanted)
    case 'StuckSubmit':
      return desired.wanted === null ? null : lastValid(desired.wanted)
    case 'RestoreDue':
      return situation.purpose === 'Rollback' ? { target: situation.target, is: 'stable' } : lastValid(situation.target)
    case 'RollbackDue':
      return { target: situation.stable, is: 'stable' }
    case 'RestartFailed':
    case 'Unhealthy':
    case 'Lost':
      return { target: situation.deployed.running, is: 'running' }
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
    case 'ScalingUnrecorded':
    case 'AutoscalerDue':
    case 'IngressDue':
    case 'Blocked':
    case 'RunsWhatIsWanted':
    case 'AdoptedRollback':
    case 'Snapshot':
    case 'OrphanJob':
    case 'PastTtl':
    case 'Settled':
      return null
  }
}

const lastValid = (target: ConfiguredSpec): DeployTarget | null => (target.job.state === 'suspended' ? null : { target, is: 'wanted' })

/** Row `not-renderable` (F12). */
export const renderFirst = (round: Round, situation: Situation): Situation => renderedFirst(round, situation, targetOf(round, situation))
