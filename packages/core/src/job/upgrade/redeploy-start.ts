import type { SpecWithJob } from '../../codec/recorded-spec.ts'
import type { JobSpec } from '../../resource/flink-deployment-spec.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { AskedRedeploy } from '../../resource/operation.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { type Act, act } from '../../round/decision.ts'
import { withLastState, withLifecycle, withRecord } from '../../round/status-change.ts'
import type { JobDesired } from '../job-round.ts'

interface Target {
  readonly spec: SpecWithJob & { readonly job: JobSpec | null }
  readonly job: JobSpec
}

/** The status once the old job is seen to have ended, or its cluster gone: nothing of it is under way or missed any more. */
export const endedBefore = <Status extends JobLifecycleStatus>(status: Status, now: EpochMillis): Status =>
  withRecord(withLifecycle(status, { operation: null }), {
    terminalSince: status.operatorRecord.terminalSince ?? now,
    jobMissedSince: null,
    runningSince: null,
  })

/** control-flow.md, section 4.12: what a savepoint redeploy starts, whatever became of the edit that asked for it. */
export const redeployStart = <Wanted extends Target>(
  { invalid }: Pick<JobDesired, 'invalid'>,
  target: Wanted,
  { nonce, path }: AskedRedeploy,
) => ({
  purpose: 'SavepointRedeploy' as const,
  target: invalid === null ? target : withNonce(target, nonce),
  mode: 'savepoint' as const,
  record: true,
  announce: [],
  source: { _tag: 'Path' as const, path, reason: 'savepointRedeployNonce asks for initialSavepointPath' },
})

/** While the edit that asked is not valid what is recorded is the last good spec: with the nonce, so that it does not ask a second time. */
const withNonce = <Wanted extends Target>(target: Wanted, savepointRedeployNonce: AskedRedeploy['nonce']): Wanted => {
  const job = { ...target.job, savepointRedeployNonce }
  return { ...target, job, spec: { ...target.spec, job } }
}

/** Nothing is to run: `suspended` is the status that records it. */
export const resumesFrom = <Status extends JobLifecycleStatus>(suspended: Status, { path }: AskedRedeploy): Act<Status> =>
  act(
    withLastState(suspended, { _tag: 'Path', path, seen: 'Person' }),
    'the job is stopped; when it is resumed it starts from the path that was asked for',
  )
