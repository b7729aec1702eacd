import { type DeployOperation, isAgain } from '../../resource/operation.ts'
import { deployedFrom } from '../../job/record/restore-source-of.ts'
import { act, pollMillis } from '../../round/decision.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import { recordDeployed, recordRedeployed } from '../record/status-updates.ts'

/** Every object of the attempt was seen: what was recorded before is now what runs (control-flow.md, section 1.3/2). */
export const finishDeploy = (round: Round, operation: DeployOperation): JobDecision => {
  const { desired, observed, env } = round
  const target = desired.attempt?.target
  if (target === undefined) return act(withStatus(observed.status, { operation: null }), 'the record of the attempt is gone')
  const { ClusterHealthInfo: _dropped, ...clusterInfo } = observed.status.clusterInfo
  if (operation.purpose === 'Rollback' || isAgain(operation.purpose)) {
    const again = recordRedeployed(
      withStatus(observed.status, { clusterInfo }),
      desired,
      operation.id,
      operation.purpose === 'Rollback',
      env.now,
    )
    return act(withRecord(again, { deployedSource: deployedFrom(operation.source) }), 'every object of the attempt is there', {
      after: pollMillis,
      waitingFor: 'the JobManager to come up',
    })
  }
  const update = { desired, spec: target.spec, job: target.job, mode: desired.attempt?.mode ?? target.job.upgradeMode, now: env.now }
  const deployed = recordDeployed(withStatus(observed.status, { clusterInfo }), update, {
    id: operation.id,
    generation: operation.targetGeneration,
  })
  return act(withRecord(deployed, { deployedSource: deployedFrom(operation.source) }), 'every object of the attempt is there', {
    after: pollMillis,
    waitingFor: 'the JobManager to come up',
  })
}
