import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { describeDecodeError } from '../../crd/decode-error.ts'
import { decodeRecordedSessionJob, readRecords, sessionClusterName } from '../../crd/recorded-spec.ts'
import type { Env } from '../../contract/env.ts'
import { isDecidedBy } from '../../job/record/unread.ts'
import { secretsOfResource } from '../../contract/redaction/resource-secrets.ts'
import { hidden, isSensitive } from '../../contract/redaction/sensitive-name.ts'
import type { DecodeError, Finding } from '../../contract/resource/finding.ts'
import type { FlinkSessionJobSpec, FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import type { Resource } from '../../contract/resource/resource.ts'
import { boundedFindings } from '../../spec/validation/rule.ts'
import { validateOwnSessionJob } from './validate-session-job.ts'
import type { FlinkSessionJobDesired, RecordOfJob } from './session-job-desired.ts'

type SessionJob = Resource<FlinkSessionJobSpec, FlinkSessionJobStatus>

/** What the resource alone says. What its cluster adds is computed once the cluster is observed (`work.ts`). */
export const validate = (
  { meta, spec, status, unread = [] }: SessionJob,
  env: Env,
  secrets: readonly string[] = secretsOfResource({ meta, spec, status }, env),
): FlinkSessionJobDesired => {
  const { reconciled, stable } = readRecords(decodeRecord, status.reconciliationStatus)
  const specUnread = unread.filter(({ path }) => path.startsWith('spec'))
  const recorded = reconciled !== null && E.isRight(reconciled) ? reconciled.right : null
  return {
    meta,
    spec,
    clusterName: sessionClusterName(status.reconciliationStatus.lastReconciledSpec, spec.deploymentName),
    unread: [
      ...specUnread,
      ...(status.operation?.kind === 'Unreadable' ? [status.operation.error] : []),
      ...(reconciled !== null && E.isLeft(reconciled) ? [inRecord('lastReconciledSpec', reconciled.left)] : []),
      ...(stable !== null && E.isLeft(stable) ? [inRecord('lastStableSpec', stable.left)] : []),
      ...unread.filter(({ path }) => !path.startsWith('spec') && !/^status\.operation(\.|$)/u.test(path)).filter(isDecidedBy),
    ],
    specUnread: specUnread[0] === undefined ? null : unreadFinding(specUnread[0]),
    findings: specUnread[0] === undefined
      ? boundedFindings([
        ...validateOwnSessionJob({ meta, spec, recorded, hosts: null, defaults: env.flinkDefaults, options: env.options }),
        ...env.found ?? [],
      ])
      : [],
    secrets,
    reconciled: reconciled === null ? { _tag: 'Never' } : E.isLeft(reconciled) ? { _tag: 'Undecodable' } : {
      _tag: 'Read',
      record: reconciled.right,
    },
    stable: stable !== null && E.isRight(stable) ? stable.right : null,
  }
}

const decodeRecord = (text: string): E.Either<DecodeError, RecordOfJob> =>
  pipe(
    decodeRecordedSessionJob(text),
    E.chain(record =>
      record.spec.job === null ? E.left({ path: 'spec.job', found: 'null', expected: 'a job' })
        : E.right({ ...record, job: record.spec.job })
    ),
  )

const withoutSecret = (error: DecodeError): DecodeError => (isSensitive(error.path) ? { ...error, found: hidden } : error)

/** The finding about a spec that cannot be read: the operator does not use it, and the last valid spec stays in force. */
const unreadFinding = (error: DecodeError): Finding => ({
  severity: 'Error',
  field: error.path,
  message: `${describeDecodeError(withoutSecret(error))}. The running job stays as it is`,
})

const inRecord = (field: string, { path, found, expected }: DecodeError): DecodeError =>
  withoutSecret(
    path === '' ? { path: `status.reconciliationStatus.${field}`, found: 'something else', expected }
      : { path: `status.reconciliationStatus.${field}: ${path}`, found, expected },
  )
