import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import type { AskedRedeploy } from '../../contract/resource/operation.ts'
import type { JobRecord, JobRound } from '../job-round.ts'

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
