import type { Env } from '../../env.ts'
import type { Resource } from '../../resource/resource.ts'
import { describeDecodeError } from '../../codec/decode-error.ts'
import { secretsOfResource } from '../../redaction/resource-secrets.ts'
import type { DecodeError, Finding } from '../../resource/finding.ts'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { boundedFindings, error, firstError } from '../../validation/rule.ts'
import { validateStateSnapshot } from './validate-state-snapshot.ts'
import type { SnapshotDesired } from './state-snapshot-round.ts'

type Snapshot = Resource<FlinkStateSnapshotSpec, FlinkStateSnapshotStatus>

/** What the spec alone shows to be wrong. Is its job there? That is seen later (classify-state-snapshot.ts). */
export const validate = (
  { meta, spec, status, unread = [] }: Snapshot,
  env: Env,
  secrets: readonly string[] = secretsOfResource({ meta, spec, status }, env),
): SnapshotDesired => {
  const [specUnread] = unread.filter(({ path }) => path.startsWith('spec'))
  const findings = specUnread === undefined
    ? boundedFindings([
      ...validateStateSnapshot({ meta, spec, state: status.state, targetFound: true }),
      ...ours(spec),
      // one that was asked for is seen to its end
      ...(status.state === 'TRIGGER_PENDING' ? env.found ?? [] : []),
    ])
    : unreadSpec(specUnread)
  return {
    meta,
    spec,
    unread: unread.filter(({ path }) => !path.startsWith('spec')),
    findings,
    invalid: firstError(findings),
    secrets,
    kind: (status.state === 'IN_PROGRESS' ? status.operatorRecord.kind : null) ?? (spec.checkpoint === null ? 'savepoint' : 'checkpoint'),
  }
}

const unreadSpec = (
  error: DecodeError,
): readonly Finding[] => [{ severity: 'Error', field: error.path, message: describeDecodeError(error) }]

/** A savepoint that exists has a path (E-41), and a job without a kind could be either of its name (E-5). */
const ours = ({ savepoint, jobReference }: FlinkStateSnapshotSpec): readonly Finding[] => {
  if (savepoint?.alreadyExists === true)
    return savepoint.path === null || savepoint.path === '' ? error('savepoint.path', 'A savepoint that already exists needs its path.')
      : []
  return jobReference === null || jobReference.kind !== null ? []
    : error('jobReference.kind', 'A job without a kind can not be found: jobReference.kind must be FlinkDeployment or FlinkSessionJob.')
}
