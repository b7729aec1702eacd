import { beginSubmit } from '../../job/submit/begin-submit.ts'
import { recordSuspended } from '../../job/record/record-updates.ts'
import { askedRedeploy } from '../../job/upgrade/asked-redeploy.ts'
import type { AskedRedeploy } from '../../resource/operation.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { act } from '../../round/decision.ts'
import { withJob, withLastState, withLifecycle, withReconciliation, withRecord } from '../../round/status-change.ts'
import type { JobAct, Round } from './round.ts'
import { settled } from './settled.ts'
import type { ConfiguredSessionJob } from './work.ts'

/** The old job is seen to have ended, and nothing is left but the path: it is started from whatever became of the edit (E-12). */
export const startRedeploy = (round: Round, begun: AskedRedeploy): JobAct => {
  const { observed, env } = round
  const { status } = observed
  const ended = isTerminal(status.jobStatus.state) ? status : withJob(status, { state: 'FINISHED' })
  const gone = withRecord(withLifecycle(ended, { operation: null }), {
    terminalSince: status.operatorRecord.terminalSince ?? env.now,
    jobMissedSince: null,
    runningSince: null,
  })
  return redeploy({ ...round, observed: { ...observed, status: gone } }, askedRedeploy(round) ?? begun)
}

/** control-flow.md, section 4.12: target, path and id are written down before anything is sent (P03). No rollback goes across it. */
export const redeploy = (round: Round, { nonce, path }: AskedRedeploy): JobAct => {
  const { desired, observed: { status }, env } = round
  const target = desired.wanted
  if (target === null) return settled(round)
  if (target.job.state === 'suspended')
    return act(
      withLastState(recordSuspended(status, { desired, spec: target.spec, job: target.job, mode: 'savepoint', now: env.now }), {
        _tag: 'Path',
        path,
        seen: 'Person',
      }),
      'the job is stopped; when it is resumed it starts from the path that was asked for',
    )
  const begun = beginSubmit(round, {
    purpose: 'SavepointRedeploy',
    target: desired.invalid === null ? target : withNonce(target, nonce),
    mode: 'savepoint',
    record: true,
    announce: [],
    source: { _tag: 'Path', path, reason: 'savepointRedeployNonce asks for initialSavepointPath' },
  })
  return { ...begun, status: withReconciliation(begun.status, { lastStableSpec: null }) }
}

/** While the edit that asked is not valid what is recorded is the last good spec: with the nonce, so that it does not ask a second time. */
const withNonce = (target: ConfiguredSessionJob, savepointRedeployNonce: AskedRedeploy['nonce']): ConfiguredSessionJob => {
  const job = { ...target.job, savepointRedeployNonce }
  return { ...target, job, spec: { ...target.spec, job } }
}
