import type { Deviation } from '../deviation.ts'
import type { GoldenVector } from '../family.ts'

interface Snapshot {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>>; readonly deletionTimestamp?: string }
  readonly spec: { readonly savepoint?: unknown }
  readonly status?: { readonly state?: string }
}

const isAutomatic = ({ metadata }: Snapshot): boolean => ['PERIODIC', 'UPGRADE'].includes(metadata.labels?.['snapshot.trigger-type'] ?? '')
const isUnderWay = (snapshot: Snapshot): boolean =>
  isAutomatic(snapshot) && [undefined, 'TRIGGER_PENDING', 'IN_PROGRESS'].includes(snapshot.status?.state)
const snapshots = ({ given }: GoldenVector): readonly Snapshot[] => given['snapshots'] as readonly Snapshot[]
const isGoing = ({ metadata, spec, status }: Snapshot): boolean =>
  metadata.deletionTimestamp !== undefined && spec.savepoint !== undefined && status?.state === 'COMPLETED'

export const snapshotPruningDeviations: readonly Deviation[] = [
  {
    id: 'B78',
    family: 'snapshot-pruning',
    vectors: 'a snapshot that the operator asked for is under way',
    when: vector => snapshots(vector).some(isUnderWay),
    // fewer are deleted, never others
    excuses: [{ field: /^deletedSnapshots\./, want: true, got: false }],
    reason: 'A snapshot that is under way is not deleted, and takes no place of a completed one until it is done.',
    test: 'B78 a snapshot that is under way is not deleted, and takes no place',
  },
  {
    id: 'B79',
    family: 'snapshot-pruning',
    vectors: 'a completed savepoint resource is being deleted',
    when: vector => snapshots(vector).some(isGoing),
    // the entry of the history stays, and its savepoint with it
    excuses: [{ field: /^disposed\./, want: true, got: false }, { field: /^historyAfter\./, want: false, got: true }],
    reason: 'A completed savepoint that is being deleted is none to rely on: the newest entry of the history stays.',
    test: 'B79 a savepoint resource that is being deleted does not let the history end',
  },
]
