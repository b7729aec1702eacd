import type { JobRound } from '../job-round.ts'
import type { Millis } from '../../contract/resource/time.ts'
import { pollMillis } from '../../contract/round/decision.ts'
import { nextSnapshot } from './snapshot-due-now.ts'
import { infoOf, isPending, snapshotKinds } from './snapshot-track.ts'

/** When to requeue for snapshots: soon while one is pending (L13), else when the next one becomes due. Null: no requeue is needed. */
export const nextSnapshotLook = (round: JobRound): { readonly after: Millis; readonly waitingFor: string } | null => {
  const { desired: { deployed }, observed: { status }, env: { now } } = round
  if (deployed._tag !== 'Deployed' || status.jobStatus.state !== 'RUNNING') return null
  const pending = snapshotKinds.find(kind => isPending(status, kind))
  if (pending !== undefined) return { after: pollMillis, waitingFor: `${pending} ${infoOf(status, pending).triggerId ?? ''}` }
  const times = snapshotKinds.flatMap(kind => {
    const next = nextSnapshot(round, deployed, kind)
    return next._tag === 'Due' ? [{ kind, at: now }] : next.at === null ? [] : [{ kind, at: next.at }]
  })
  const [first] = [...times].sort((a, b) => a.at - b.at)
  // a snapshot is due only after its time has passed
  return first === undefined ? null : { after: Math.max(pollMillis, first.at + 1 - now), waitingFor: `the time of the next ${first.kind}` }
}
