import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { AskedRedeploy } from '../../resource/operation.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { type Act, act, type Decision } from '../../round/decision.ts'
import { withLastState, withLifecycle, withReconciliation, withRecord } from '../../round/status-change.ts'
import type { JobHost, JobStart } from '../job-host.ts'
import type { ConfiguredJob, JobDesired } from '../job-round.ts'
import type { JobTypes, RoundOf } from '../job-situation.ts'
import { settled } from '../settled.ts'

/** The status once the old job is seen to have ended, or its cluster gone: nothing of it is under way or missed any more. */
export const endedBefore = <Status extends JobLifecycleStatus>(status: Status, now: EpochMillis): Status =>
  withRecord(withLifecycle(status, { operation: null }), {
    terminalSince: status.operatorRecord.terminalSince ?? now,
    jobMissedSince: null,
    runningSince: null,
  })

/**
 * control-flow.md, section 4.12: what a savepoint redeploy starts, whatever became of the edit that asked for it. Target, path and id are
 * written down before anything is created or sent (P03). No rollback goes across it.
 */
export const startRedeploy = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  asked: AskedRedeploy,
): Decision<Job['status']> => {
  const target = host.wanted(round)
  if (target === null) return settled(host.settling, round)
  if (target.job.state === 'suspended') return resumesFrom(host.recordSuspended(round, target, 'savepoint'), asked)
  const begun = host.start(round, redeployStart<Job>(round.desired, target, asked))
  return begun._tag === 'Look' ? begun : { ...begun, status: withReconciliation(begun.status, { lastStableSpec: null }) }
}

const redeployStart = <Job extends JobTypes>(
  { invalid }: Pick<JobDesired, 'invalid'>,
  target: Job['wanted'],
  { nonce, path }: AskedRedeploy,
): JobStart<Job> => ({
  purpose: 'SavepointRedeploy',
  target: invalid === null ? target : withNonce(target, nonce),
  mode: 'savepoint',
  record: true,
  announce: [],
  source: { _tag: 'Path', path, reason: 'savepointRedeployNonce asks for initialSavepointPath' },
  atOnce: true,
})

/** While the edit that asked is not valid what is recorded is the last good spec: with the nonce, so that it does not ask a second time. */
const withNonce = <Wanted extends ConfiguredJob>(target: Wanted, savepointRedeployNonce: AskedRedeploy['nonce']): Wanted => {
  const job = { ...target.job, savepointRedeployNonce }
  return { ...target, job, spec: { ...target.spec, job } }
}

/** Nothing is to run: `suspended` is the status that records it. */
const resumesFrom = <Status extends JobLifecycleStatus>(suspended: Status, { path }: AskedRedeploy): Act<Status> =>
  act(
    withLastState(suspended, { _tag: 'Path', path, seen: 'Person' }),
    'the job is stopped; when it is resumed it starts from the path that was asked for',
  )
