import type { JobDesired, JobRound, SubmittedJob } from '../job-round.ts'
import type { CreateStateSnapshot } from '../../action/create-state-snapshot.ts'
import type { Env } from '../../env.ts'
import type { StateSnapshotView } from '../../fact/state-snapshot-view.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { checkpointLimits, savepointLimits } from './snapshot-limits.ts'
import { prunableSnapshots } from './snapshot-resource-pruning.ts'
import { unanswered } from '../../query/unanswered.ts'
import { neededSavepoints } from './referenced-savepoints.ts'
import { dueSnapshot, type DueSnapshot } from './snapshot-due-now.ts'
import { snapshotsQuery } from './snapshot-pruning.ts'
import type { SnapshotStep } from './snapshot-step.ts'

/**
 * Snapshots as resources (control-flow.md, sections 6.4 and 6.6). They are listed only when one is due: a new one is also the only reason
 * why an old one becomes too many, and age limits can wait for it. `NotInstalled`: there is no CRD, so they are kept in the status.
 */
export const resourceStep = (round: JobRound, deployed: SubmittedJob): SnapshotStep | 'NotInstalled' | null => {
  const { facts } = round.observed
  const due = dueSnapshot(round, deployed)
  if (due === null) return null
  const missing = unanswered(facts, [snapshotsQuery(round)])
  if (missing.length > 0) return { _tag: 'Look', row: 'S2', queries: missing, reason: 'which FlinkStateSnapshots of the job are there?' }
  if (facts.snapshots?._tag === 'Absent') return 'NotInstalled'
  if (facts.snapshots?._tag !== 'Known') return null
  if (due.triggerType === 'PERIODIC' && isUnderWay(facts.snapshots.value, due.kind))
    return { _tag: 'SkipPeriod', row: 'S2', due, reason: `the periodic ${due.kind} before it is still under way` }
  const tooMany = snapshotsToDelete(round, deployed, facts.snapshots.value)
  if (tooMany.length > 0)
    return { _tag: 'DeleteResources', row: 'S3', snapshots: tooMany, reason: 'there are more FlinkStateSnapshots than are kept' }
  return { _tag: 'CreateResource', row: 'S2', due, reason: due.reason }
}

/**
 * Without a limit of attempts a periodic snapshot that fails is tried for ever: another one each period would pile up, for none of them may
 * be pruned (B78).
 */
const isUnderWay = (snapshots: readonly StateSnapshotView[], kind: SnapshotKind): boolean =>
  snapshots.some(it =>
    it.kind === kind && it.triggerType === 'PERIODIC' && !it.deleting && (it.state === 'TRIGGER_PENDING' || it.state === 'IN_PROGRESS')
  )

const snapshotsToDelete = (
  round: JobRound,
  deployed: SubmittedJob,
  snapshots: readonly StateSnapshotView[],
): readonly StateSnapshotView[] => {
  const { running } = deployed
  const { env } = round
  if (!running.options.savepointCleanupEnabled) return []
  const referenced = neededSavepoints(round, deployed)
  const of = (kind: SnapshotKind) =>
    prunableSnapshots({
      kind,
      snapshots,
      referenced,
      now: env.now,
      limits: kind === 'savepoint' ? savepointLimits(running.options, env.options)
        : checkpointLimits(running.options.checkpointsNumRetained),
    })
  return [...of('savepoint'), ...of('checkpoint')]
}

/**
 * The resource of a due snapshot. Its name is made of what is durable, the moment it was asked for or became due, so that a repeat creates
 * nothing new; the nonce, or the next period, is recorded only after it was created.
 */
export const snapshotResource = (
  { desired: { meta }, env }: Pick<JobRound, 'desired' | 'env'>,
  { running: { options } }: SubmittedJob,
  due: DueSnapshot,
): CreateStateSnapshot => {
  const at = due.triggerType === 'MANUAL' ? due.askedAt : due.dueAt
  const savepoint = {
    path: options.savepointDirectory,
    formatType: options.savepointFormatType,
    disposeOnDelete: options.savepointDisposeOnDelete,
    alreadyExists: false,
  }
  return resource(meta, env, due.kind, due.triggerType, at, due.kind === 'savepoint' ? { savepoint } : { checkpoint: {} })
}

/**
 * The resource of an upgrade's savepoint (control-flow.md, section 6.7): it exists already, and from now on it has this one owner (B03).
 */
export const upgradeResource = (
  { desired: { meta }, env }: Pick<JobRound, 'desired' | 'env'>,
  { running: { options } }: SubmittedJob,
  path: string,
  startedAt: EpochMillis,
): CreateStateSnapshot =>
  resource(meta, env, 'savepoint', 'UPGRADE', startedAt, {
    savepoint: { path, formatType: options.savepointFormatType, disposeOnDelete: options.savepointDisposeOnDelete, alreadyExists: true },
  })

const resource = (
  { namespace, kind: jobKind, name, labels }: JobDesired['meta'],
  { options: { labelSelector } }: Env,
  kind: SnapshotKind,
  triggerType: 'MANUAL' | 'PERIODIC' | 'UPGRADE',
  at: EpochMillis,
  spec: CreateStateSnapshot['spec'],
): CreateStateSnapshot => ({
  _tag: 'CreateStateSnapshot',
  namespace,
  name: `${name}-${kind}-${triggerType.toLowerCase()}-${String(at)}`,
  // an operator that selects by labels has to see it, too
  labels: { ...(labelSelector === null ? {} : labels), 'snapshot.trigger-type': triggerType },
  spec: { jobReference: { kind: jobKind, name }, ...spec },
})
