import type { JobDesired, JobRound, SubmittedJob } from '../job-round.ts'
import type { CreateStateSnapshot } from '../../contract/action/create-state-snapshot.ts'
import type { Env } from '../../contract/env.ts'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { checkpointLimits, savepointLimits, dueSnapshot, type DueSnapshot } from './snapshot-due-now.ts'
import { prunableSnapshots } from './snapshot-resource-pruning.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import { neededSavepoints } from './savepoint-history-pruning.ts'
import { snapshotsQuery } from './snapshot-pruning.ts'
import type { SnapshotStep } from './snapshot-step.ts'

/**
 * The next step where snapshots are FlinkStateSnapshot resources (control-flow.md, sections 6.4 and 6.6). The operator lists and prunes
 * them only when a new one is due: only a new one can exceed the count, and the age limit can wait for it. `NotInstalled`: the CRD is
 * missing, so the operator records snapshots in the status.
 */
export const resourceStep = (round: JobRound, deployed: SubmittedJob): SnapshotStep | 'NotInstalled' | null => {
  const { facts } = round.observed
  const due = dueSnapshot(round, deployed)
  return due === null ? null : onceSeen(facts, [snapshotsQuery(round)], (queries): SnapshotStep => ({
    _tag: 'Look',
    row: 'snapshot-step/due',
    queries,
    reason: 'which FlinkStateSnapshots does the job have?',
  }), () => stepFor(round, deployed, due))
}

const stepFor = (round: JobRound, deployed: SubmittedJob, due: DueSnapshot): SnapshotStep | 'NotInstalled' | null => {
  const { facts } = round.observed
  if (facts.snapshots?._tag === 'Absent') return 'NotInstalled'
  if (facts.snapshots?._tag !== 'Known') return null
  if (due.triggerType === 'PERIODIC' && isUnderWay(facts.snapshots.value, due.kind))
    return { _tag: 'SkipPeriod', row: 'snapshot-step/due', due, reason: `the periodic ${due.kind} before it is still in progress` }
  const tooMany = snapshotsToDelete(round, deployed, facts.snapshots.value)
  if (tooMany.length > 0)
    return {
      _tag: 'DeleteResources',
      row: 'snapshot-step/prune',
      snapshots: tooMany,
      reason: 'the job has more FlinkStateSnapshots than the limits allow',
    }
  return { _tag: 'CreateResource', row: 'snapshot-step/due', due, reason: due.reason }
}

/**
 * True while a periodic snapshot of this kind is in progress. Without a backoff limit a failing snapshot is retried forever, and the
 * operator must not prune a snapshot in progress (B78). So a new one in each period would pile up.
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
 * The FlinkStateSnapshot of a due snapshot. Its name contains a durable timestamp, the time of the request or the due time, so that a
 * repeated create has no further effect. The operator records the nonce or the next period only after the resource was created.
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
 * The FlinkStateSnapshot of an upgrade's savepoint, which already exists (control-flow.md, section 6.7). It becomes the only owner of the
 * savepoint (B03).
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
  // an operator with a label selector has to select the new resource, too
  labels: { ...(labelSelector === null ? {} : labels), 'snapshot.trigger-type': triggerType },
  spec: { jobReference: { kind: jobKind, name }, ...spec },
})
