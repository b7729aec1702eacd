import type { JobRound, JobDesired, ObservedHost } from '../job-round.ts'
import type { Query } from '../../contract/query/query.ts'
import { snapshotOutcome } from './snapshot-outcome.ts'
import { infoOf, snapshotKinds, gracePeriodOf, manualOf, nonceOf, withCompleted, withManual, withoutPending } from './snapshot-track.ts'
import type { Env } from '../../contract/env.ts'
import type { JobFacts } from '../../contract/fact/cluster-facts.ts'
import type { Nonce } from '../../contract/resource/flink-deployment-spec.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { ManualSnapshot } from '../../contract/resource/operator-record.ts'
import { type SnapshotKind, recordNonce } from './snapshot-due.ts'
import { isGivenUp } from './snapshot-record.ts'

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

/** The observations of this round, and the status before it. */
interface Look<Status> {
  readonly before: JobLifecycleStatus
  readonly status: Status
  readonly facts: JobFacts
  readonly host: Pick<ObservedHost, 'jobManager'>
}

/**
 * Merges the outcome of the pending snapshots into the status (control-flow.md, sections 3.7, 6.4 and 6.5). While an operation is in
 * progress they stay unchanged: the operation writes the recorded spec, and no nonce in it may change meanwhile.
 */
export const observeSnapshots = <Status extends JobLifecycleStatus>(
  desired: JobDesired,
  { status, ...beside }: Look<Status>,
  env: Env,
): Status =>
  status.operation === null
    ? snapshotKinds.reduce((folded, kind) => observeKind(desired, { ...beside, status: folded }, env, kind), status) : status

const observeKind = <Status extends JobLifecycleStatus>(
  desired: JobDesired,
  look: Look<Status>,
  env: Env,
  kind: SnapshotKind,
): Status => {
  const { status } = look
  const { deployed } = desired
  if (deployed._tag !== 'Deployed') return status
  const { options } = deployed.running
  const outcome = snapshotOutcome({ ...look, kind, options, now: env.now })
  const asked = askedFor(desired, status, kind)
  const done = (it: Status): Status =>
    asked === null ? it : withManual(recordNonce(it, desired.meta.kind, kind, asked.nonce, desired.generation, env.now), kind, null)
  switch (outcome._tag) {
    case 'Completed':
      return done(withCompleted(status, kind, outcome.location, asked?.nonce ?? null))
    case 'Abandoned':
      return done(withoutPending(status, kind))
    case 'Failed': {
      const isOver = asked !== null && isGivenUp(asked.askedAt, gracePeriodOf(options, kind), env.now)
      const cleared = withoutPending(status, kind)
      return asked === null ? cleared
        : isOver ? done(cleared) : withManual(cleared, kind, { ...asked, retryAt: env.now + env.options.observerProgressCheckInterval })
    }
    case 'NotPending':
    case 'Waiting':
    case 'Ask':
    case 'Unsent':
      return status
  }
}

/**
 * The nonce request that the pending snapshot answers; null for a periodic one. If the reference operator triggered the snapshot, the nonce
 * is the one in the spec.
 */
const askedFor = ({ wanted }: JobDesired, status: JobLifecycleStatus, kind: SnapshotKind): ManualSnapshot | null => {
  const { triggerType, triggerTimestamp } = infoOf(status, kind)
  if (triggerType !== 'MANUAL') return null
  const nonce: Nonce | null = wanted === null ? null : nonceOf(wanted.job, kind)
  return manualOf(status, kind) ?? (nonce === null ? null : { nonce, askedAt: triggerTimestamp ?? 0, retryAt: null })
}
