import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { AskedRedeploy } from '../../resource/operation.ts'
import type { JobRecord, JobRound } from '../job-round.ts'

/** What the newest spec asks for; null where it asks for no redeploy, or for none any more. */
export const askedRedeploy = (
  { desired: { wanted, diff, deployed }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>,
): AskedRedeploy | null => {
  const path = (wanted?.job.initialSavepointPath ?? '').trim()
  const nonce = wanted?.job.savepointRedeployNonce ?? null
  if (nonce === null || path === '') return null
  return diff.type === 'SAVEPOINT_REDEPLOY' || isCutShort(status, deployed, { nonce, path }) ? { nonce, path } : null
}

/** Its attempt came to nothing, or was stopped before its job was seen: the nonce, which is recorded, still asks (F07). */
const isCutShort = (
  { operatorRecord: { lastState } }: JobLifecycleStatus,
  deployed: JobRecord,
  { nonce, path }: AskedRedeploy,
): boolean =>
  deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'suspended' && deployed.reconciled.job.savepointRedeployNonce === nonce
  && lastState._tag === 'Path' && lastState.seen === 'Person' && lastState.path === path
