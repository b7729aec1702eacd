import type { FlinkStateSnapshotSpec, SnapshotState, FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import type { Finding, DecodeError } from '../../contract/resource/finding.ts'
import { error, errorIf, boundedFindings, firstError } from '../../spec/validation/rule.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { FlinkStateSnapshotFacts } from '../../contract/fact/facts.ts'
import type { KindAdmission } from '../../contract/round/admission.ts'
import type { SnapshotDesired } from './state-snapshot-round.ts'
import type { Env } from '../../contract/env.ts'
import type { Resource } from '../../contract/resource/resource.ts'
import { describeDecodeError } from '../../crd/decode-error.ts'
import { secretsOfResource } from '../../contract/redaction/resource-secrets.ts'

export interface StateSnapshotToValidate {
  readonly meta: { readonly namespace: string }
  readonly spec: FlinkStateSnapshotSpec
  /** `status.state`. */
  readonly state: SnapshotState
  /** True if the job that the snapshot refers to exists. */
  readonly targetFound: boolean
}

/**
 * The errors in the spec of a FlinkStateSnapshot (api-and-config.md, section 13.4). A missing job is an error only before the first
 * attempt. Total.
 */
export const validateStateSnapshot = ({ meta, spec, state, targetFound }: StateSnapshotToValidate): readonly Finding[] => {
  if ((spec.savepoint === null) === (spec.checkpoint === null))
    return error('', 'Exactly one of checkpoint or savepoint configurations has to be set.')
  if (spec.savepoint?.alreadyExists === true) return []
  if (spec.jobReference === null) return error('jobReference', 'Job reference must be supplied for this snapshot')
  return errorIf(
    !targetFound && state === 'TRIGGER_PENDING',
    'jobReference.name',
    `Target for snapshot ${meta.namespace}/${spec.jobReference.name ?? 'null'} was not found`,
  )
}

/** Only a live read that found nothing proves that the job's resource does not exist (P14). */
const isGone = (fact: Fact<unknown> | undefined): boolean => fact?._tag === 'Absent' && fact.source === 'live'

const jobIsGone = ({ spec: { jobReference } }: SnapshotDesired, { target, targetSessionJob }: FlinkStateSnapshotFacts): boolean =>
  jobReference?.kind === 'FlinkDeployment' ? isGone(target) : jobReference?.kind === 'FlinkSessionJob' && isGone(targetSessionJob)

/**
 * Validates the snapshot together with its job, as long as no attempt was made (row state-snapshot/job-missing of
 * `classify-state-snapshot.ts`).
 */
export const admission: KindAdmission<FlinkStateSnapshotSpec, FlinkStateSnapshotStatus, SnapshotDesired, FlinkStateSnapshotFacts> = {
  queries: ({ status }, { meta: { namespace }, spec: { jobReference, savepoint } }) => {
    const [kind, name] = [jobReference?.kind ?? null, jobReference?.name ?? '']
    if (status.state !== 'TRIGGER_PENDING' || savepoint?.alreadyExists === true || kind === null || name === '') return []
    return [{ _tag: kind === 'FlinkDeployment' ? 'ReadFlinkDeployment' : 'ReadFlinkSessionJob', namespace, name }]
  },
  judge: ({ status }, desired, facts) => {
    const { meta, spec, findings, invalid } = desired
    return invalid !== null || !jobIsGone(desired, facts) ? findings
      : [...findings, ...validateStateSnapshot({ meta, spec, state: status.state, targetFound: false })]
  },
}

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
