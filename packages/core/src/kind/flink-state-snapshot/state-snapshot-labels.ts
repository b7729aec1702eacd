import type { PatchObject } from '../../contract/action/patch-object.ts'
import type { SnapshotDesired } from './state-snapshot-round.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'

const isLabelValue = (text: string): boolean => text.length <= 63 && /^(?:[A-Za-z0-9](?:[-_.A-Za-z0-9]*[A-Za-z0-9])?)?$/.test(text)

/** The labels that the operator keeps up to date (session-snapshot-bluegreen.md, section 3.6), without invalid label values (E-22). */
const labelsOf = ({ meta, spec, kind }: SnapshotDesired, { state }: FlinkStateSnapshotStatus): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({
      'snapshot.type': kind === 'savepoint' ? 'SAVEPOINT' : 'CHECKPOINT',
      'snapshot.trigger-type': meta.labels['snapshot.trigger-type'] ?? 'MANUAL',
      'snapshot.state': state,
      'job-reference.kind': spec.jobReference?.kind ?? '',
      'job-reference.name': spec.jobReference?.name ?? '',
    }).filter(([, value]) => value !== '' && isLabelValue(value)),
  )

/** The patch that makes the labels match the status; null: they already match. */
export const labelPatch = (desired: SnapshotDesired, status: FlinkStateSnapshotStatus): PatchObject | null => {
  const { apiVersion, kind, namespace, name, uid, labels: before } = desired.meta
  const labels = labelsOf(desired, status)
  return Object.entries(labels).every(([key, value]) => before[key] === value)
    ? null
    : {
      _tag: 'PatchObject',
      target: { apiVersion, kind, namespace, name, uid },
      patch: { metadata: { labels } },
      why: 'the operator updates the labels after the status',
    }
}
