import { lastStateMarker } from '../../../packages/core/src/contract/resource/operation.ts'
import type { Deviation } from '../deviation.ts'
import type { GoldenVector } from '../family.ts'
import { calls, event, fields, or } from './reconcile-excuses.ts'
import { given, jobManager, jobState, pathOf, recorded } from './reconcile-given.ts'

const because = {
  id: 'ADR-0033',
  reason:
    'The reference cancels the job and looks for its last state afterwards. Where the job has none, and it is not recorded what it was started from, nobody knows then what to restore. Ours asks Flink before, takes a savepoint where it can, and else leaves the job alone.',
  test: 'V03 V04 P01 no job is taken down unless it is known then what it would be restored from',
}

/** Does the status of the reference operator not tell what the job was started from? */
const isStartUnknown = (vector: GoldenVector): boolean => {
  const used = recorded(vector).upgradeMode ?? 'stateless'
  return used === 'last-state' || (used === 'savepoint' && [null, lastStateMarker].includes(pathOf(vector)))
}

const isCancelled = (vector: GoldenVector): boolean => vector.expect['suspendMode'] === 'CANCEL' && isStartUnknown(vector)
const isLeavingHa = (vector: GoldenVector): boolean =>
  given(vector).observed.haMetadataAvailable && vector.expect['available'] === false && jobManager(vector) === 'READY'
const showsCheckpoint = (vector: GoldenVector): boolean => {
  const { observed } = vector.given as { readonly observed?: { readonly lastCompletedCheckpoint?: string | null } }
  return (observed?.lastCompletedCheckpoint ?? null) !== null
}
const look = {
  field: 'calls',
  want: { name: '[]', test: (value: unknown) => JSON.stringify(value) === '[]' },
  got: { name: '[the checkpoints]', test: (value: unknown) => JSON.stringify(value) === '[{"call":"getCheckpointInfo"}]' },
} as const

const isCancelledNow = (vector: GoldenVector): boolean =>
  isStartUnknown(vector) && (vector.expect['calls'] as readonly { readonly call: string }[]).some(({ call }) => call === 'cancelJob')
  && !given(vector).observed.checkpointInHaMetadata
const cancel = /^cancelJob [0-9a-f]{32}$/

/** Jobs of the reference operator of which nothing tells what they were started from (docs/adr/0033). */
export const unknownStartDeviations: readonly Deviation[] = [
  {
    ...because,
    family: 'upgrade-mode',
    vectors: 'the job would be cancelled, here also where the edit switches HA off, and it is not recorded what it was started from',
    when: vector => isCancelled(vector) || (isStartUnknown(vector) && isLeavingHa(vector)),
    excuses: [look],
  },
  {
    ...because,
    family: 'upgrade-mode',
    vectors: 'the same; Flink shows no checkpoint, HA metadata holds one',
    when: vector => isCancelled(vector) && !showsCheckpoint(vector) && given(vector).observed.haMetadataAvailable,
    excuses: fields({ suspendMode: ['CANCEL', 'LAST_STATE'], restoreMode: ['savepoint', 'last-state'] }),
  },
  {
    ...because,
    family: 'upgrade-mode',
    vectors: 'the same; Flink shows no checkpoint, and the job is RUNNING',
    when: vector => isCancelled(vector) && !showsCheckpoint(vector) && jobState(vector) === 'RUNNING',
    excuses: fields({ suspendMode: ['CANCEL', 'SAVEPOINT'] }),
  },
  {
    ...because,
    family: 'upgrade-mode',
    vectors: 'the same; Flink shows no checkpoint, and no savepoint can be taken',
    when: vector => isCancelled(vector) && !showsCheckpoint(vector),
    excuses: fields({
      suspendMode: ['CANCEL', null],
      restoreMode: ['savepoint', null],
      available: [true, false],
      allowFallback: [false, true],
      allowOtherReconcileActions: [false, true],
    }),
  },
  {
    ...because,
    family: 'reconcile',
    vectors: 'the job is RUNNING and would be cancelled; it has no checkpoint, and it is not recorded what it was started from',
    when: vector => isCancelledNow(vector) && jobState(vector) === 'RUNNING',
    excuses: [
      calls(cancel, /^stop [0-9a-f]{32} drain false to s3:\/\/b\/sp CANONICAL \| createSnapshotResource( \| deleteCluster \| deploy .*)?$/),
      ...fields({
        'jobStatus.state': ['CANCELLING', 'RUNNING'],
        lifecycleState: ['UPGRADING', 'STABLE'],
        'reconciliationStatus.lastReconciledJob.upgradeMode': ['savepoint', 'last-state'],
        'reconciliationStatus.lastReconciledSpecIsStable': [false, true],
        'reconciliationStatus.state': ['UPGRADING', 'DEPLOYED'],
      }),
    ],
  },
  {
    ...because,
    family: 'reconcile',
    vectors: 'the same of a job that no savepoint can be taken of',
    when: vector => isCancelledNow(vector) && jobState(vector) !== 'RUNNING',
    excuses: [
      calls(cancel, ''),
      event('SpecChanged'),
      event('Suspended'),
      ...fields({
        'jobStatus.state': ['CANCELLING', or('RESTARTING', 'FAILING', 'CREATED', 'INITIALIZING', 'SUSPENDED')],
        lifecycleState: ['UPGRADING', 'STABLE'],
        'reconciliationStatus.lastReconciledJob.upgradeMode': ['savepoint', 'last-state'],
        'reconciliationStatus.lastReconciledSpecIsStable': [false, true],
        'reconciliationStatus.state': ['UPGRADING', 'DEPLOYED'],
      }),
    ],
  },
]
