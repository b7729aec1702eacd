import type { JobRound } from '../job-round.ts'
import type { Query } from '../../contract/query/query.ts'
import { snapshotOutcome } from './snapshot-outcome.ts'
import { infoOf, snapshotKinds } from './snapshot-track.ts'

/** Queries for the outcome of pending snapshots; none if no snapshot is pending. */
export const snapshotQueries = (
  { desired: { deployed }, observed: { recorded, status, facts, host }, env: { now } }: JobRound,
): readonly Query[] => {
  const { jobId } = status.jobStatus
  if (deployed._tag !== 'Deployed' || jobId === null || status.operation !== null) return []
  const { endpoint, running: { options } } = deployed
  return snapshotKinds.flatMap((kind): readonly Query[] => {
    const outcome = snapshotOutcome({ kind, before: recorded.status, status, facts, host, options, now })
    const { triggerId } = infoOf(status, kind)
    if (outcome._tag !== 'Ask' || triggerId === null) return []
    if (outcome.what === 'Checkpoints') return [{ _tag: 'GetCheckpoints', endpoint, jobId }]
    return kind === 'savepoint'
      ? [{ _tag: 'GetSavepointOperation', endpoint, jobId, triggerId, for: 'savepointOperation' }]
      : [{ _tag: 'GetCheckpointOperation', endpoint, jobId, triggerId }]
  })
}
