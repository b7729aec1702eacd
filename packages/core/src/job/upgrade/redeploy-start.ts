import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { AskedRedeploy } from '../../contract/resource/operation.ts'
import type { JobRecord, JobRound, ConfiguredJob, JobDesired } from '../job-round.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { type Act, act, type Decision } from '../../contract/round/decision.ts'
import { withLastState, withLifecycle, withReconciliation, withRecord } from '../../contract/round/status-change.ts'
import type { JobHost, JobStart } from '../job-host.ts'
import type { JobTypes, RoundOf } from '../job-situation.ts'
import { settled } from '../settled.ts'

/** The savepoint redeploy that the newest spec asks for. Null: it asks for none, or the redeploy is done. */
export const askedRedeploy = (
  { desired: { wanted, diff, deployed }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>,
): AskedRedeploy | null => {
  const path = (wanted?.job.initialSavepointPath ?? '').trim()
  const nonce = wanted?.job.savepointRedeployNonce ?? null
  if (nonce === null || path === '') return null
  return diff.type === 'SAVEPOINT_REDEPLOY' || isCutShort(status, deployed, { nonce, path }) ? { nonce, path } : null
}

/** True if the redeploy's attempt failed, or was stopped before its job was observed: the recorded nonce still has to be served (F07). */
const isCutShort = (
  { operatorRecord: { lastState } }: JobLifecycleStatus,
  deployed: JobRecord,
  { nonce, path }: AskedRedeploy,
): boolean =>
  deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'suspended' && deployed.reconciled.job.savepointRedeployNonce === nonce
  && lastState._tag === 'Path' && lastState.seen === 'Person' && lastState.path === path

/**
 * The status once the old job was observed to have ended, or its cluster to be gone. It clears the operation and the times of the old run.
 */
export const endedBefore = <Status extends JobLifecycleStatus>(status: Status, now: EpochMillis): Status =>
  withRecord(withLifecycle(status, { operation: null }), {
    terminalSince: status.operatorRecord.terminalSince ?? now,
    jobMissedSince: null,
    runningSince: null,
  })

/**
 * Starts a savepoint redeploy, whatever happened to the edit that asked for it (control-flow.md, section 4.12). Target, path and id are
 * recorded before the first effect (P03). A rollback never goes back past it.
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

/**
 * Adds the nonce to the spec. While the edit that asked is invalid, the recorded spec is the last valid one; without the nonce it would ask
 * a second time.
 */
const withNonce = <Wanted extends ConfiguredJob>(target: Wanted, savepointRedeployNonce: AskedRedeploy['nonce']): Wanted => {
  const job = { ...target.job, savepointRedeployNonce }
  return { ...target, job, spec: { ...target.spec, job } }
}

/** The spec asks for a suspended job. `suspended` is the status that records it. */
const resumesFrom = <Status extends JobLifecycleStatus>(suspended: Status, { path }: AskedRedeploy): Act<Status> =>
  act(
    withLastState(suspended, { _tag: 'Path', path, seen: 'Person' }),
    'the job is stopped; when it is resumed it starts from initialSavepointPath',
  )
