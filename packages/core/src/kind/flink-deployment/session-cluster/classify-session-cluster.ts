import { type DeployTarget, renderFirst as renderedFirst } from '../../../cluster/deploy/render-first.ts'
import { classifyBy } from '../../../job/classify-job.ts'
import { classification } from './session-cluster-classification.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'

/** The spec that the situation will deploy in the end. Null: the situation leads to no deploy. */
const targetOf = (situation: SessionSituation): DeployTarget | null => {
  switch (situation._tag) {
    case 'FirstDeployment':
    case 'UpgradeDue':
    case 'StuckSubmit':
      return { target: situation.wanted, is: 'wanted' }
    case 'RollbackDue':
      return { target: situation.stable, is: 'stable' }
    case 'Lost':
      return { target: situation.deployed.running, is: 'running' }
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

/** Row `not-renderable` (F12). */
export const renderFirst = (round: SessionRound, situation: SessionSituation): SessionSituation =>
  renderedFirst(round, situation, targetOf(situation))

/** Classifies the round: the first row of `classification` that matches. */
export const classify = (round: SessionRound): SessionSituation => {
  const { desired: { deployed, wanted } } = round
  const recorded = deployed._tag === 'Deployed' && wanted !== null ? { deployed, wanted } : null
  return renderFirst(round, classifyBy(classification, round, { wanted, recorded }, 'session-cluster/nothing'))
}
