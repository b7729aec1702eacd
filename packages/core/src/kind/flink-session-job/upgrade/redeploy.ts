import { recordSuspended } from '../../../job/record/record-updates.ts'
import { beginSubmit } from '../../../job/submit/begin-submit.ts'
import { askedRedeploy } from '../../../job/upgrade/asked-redeploy.ts'
import { endedBefore, redeployStart, resumesFrom } from '../../../job/upgrade/redeploy-start.ts'
import { isTerminal } from '../../../resource/job-state.ts'
import type { AskedRedeploy } from '../../../resource/operation.ts'
import { withJob, withReconciliation } from '../../../round/status-change.ts'
import type { JobAct, Round } from '../round.ts'
import { settled } from '../settled.ts'

/** The old job is seen to have ended, and nothing is left but the path: it is started from whatever became of the edit (E-12). */
export const startRedeploy = (round: Round, begun: AskedRedeploy): JobAct => {
  const { observed, env } = round
  const { status } = observed
  const ended = endedBefore(isTerminal(status.jobStatus.state) ? status : withJob(status, { state: 'FINISHED' }), env.now)
  return redeploy({ ...round, observed: { ...observed, status: ended } }, askedRedeploy(round) ?? begun)
}

/** control-flow.md, section 4.12: target, path and id are written down before anything is sent (P03). No rollback goes across it. */
export const redeploy = (round: Round, asked: AskedRedeploy): JobAct => {
  const { desired, observed: { status }, env } = round
  const target = desired.wanted
  if (target === null) return settled(round)
  if (target.job.state === 'suspended')
    return resumesFrom(recordSuspended(status, { desired, spec: target.spec, job: target.job, mode: 'savepoint', now: env.now }), asked)
  const begun = beginSubmit(round, redeployStart(desired, target, asked))
  return { ...begun, status: withReconciliation(begun.status, { lastStableSpec: null }) }
}
