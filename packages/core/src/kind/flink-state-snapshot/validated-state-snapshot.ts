import type { Env } from '../../contract/env.ts'
import type { Resource } from '../../contract/resource/resource.ts'
import { describeDecodeError } from '../../crd/decode-error.ts'
import { secretsOfResource } from '../../contract/redaction/resource-secrets.ts'
import type { DecodeError, Finding } from '../../contract/resource/finding.ts'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { boundedFindings, error, firstError } from '../../spec/validation/rule.ts'
import { validateStateSnapshot } from './validate-state-snapshot.ts'
import type { SnapshotDesired } from './state-snapshot-round.ts'

type Snapshot = Resource<FlinkStateSnapshotSpec, FlinkStateSnapshotStatus>

/** Validates the spec alone. classify-state-snapshot.ts later checks whether the job exists. */
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
      // a snapshot that was requested is followed to its end
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

/** Our additional rules: an existing savepoint needs a path (E-41), and a job needs a kind, because the name alone is ambiguous (E-5). */
const ours = ({ savepoint, jobReference }: FlinkStateSnapshotSpec): readonly Finding[] => {
  if (savepoint?.alreadyExists === true)
    return savepoint.path === null || savepoint.path === '' ? error('savepoint.path', 'A savepoint that already exists needs its path.')
      : []
  return jobReference === null || jobReference.kind !== null ? []
    : error('jobReference.kind', 'A job without a kind can not be found: jobReference.kind must be FlinkDeployment or FlinkSessionJob.')
}
