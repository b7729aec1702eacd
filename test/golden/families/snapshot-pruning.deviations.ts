import type { Deviation } from '../deviations.ts'

interface Snapshot {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>>; readonly deletionTimestamp?: string }
  readonly spec: { readonly savepoint?: unknown }
  readonly status?: { readonly state?: string }
}

const anySnapshot = (given: Readonly<Record<string, unknown>>, test: (snapshot: Snapshot) => boolean): boolean => (given['snapshots'] as readonly Snapshot[]).some(test)

const isUnderWay = ({ metadata, status }: Snapshot): boolean =>
  ['PERIODIC', 'UPGRADE'].includes(metadata.labels?.['snapshot.trigger-type'] ?? '')
  && [undefined, 'TRIGGER_PENDING', 'IN_PROGRESS'].includes(status?.state)

export const snapshotPruningDeviations: readonly Deviation[] = [
  {
    id: 'D-32, B78',
    family: 'snapshot-pruning',
    matches: ({ given }) => anySnapshot(given, isUnderWay),
    reason: 'A snapshot that is under way is not deleted, and takes no place of a completed one until it is done.',
    test: 'B78 a snapshot that is under way is not deleted, and takes no place',
  },
  {
    id: 'B79',
    family: 'snapshot-pruning',
    matches: ({ given }) => anySnapshot(given, ({ metadata, spec, status }) => metadata.deletionTimestamp !== undefined && spec.savepoint !== undefined && status?.state === 'COMPLETED'),
    reason: 'A completed savepoint that is being deleted is none to rely on: the newest entry of the history stays.',
    test: 'B79 a savepoint resource that is being deleted does not let the history end',
  },
]
