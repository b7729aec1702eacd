import { type RecordedSpec, decodeRecordedSessionJob, readRecords, sessionClusterName } from '../../crd/recorded-spec.ts'
import type { DecodeError, Finding } from '../../contract/resource/finding.ts'
import type { FlinkSessionJobSpec, FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import type { JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { ResourceMeta, Resource } from '../../contract/resource/resource.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { describeDecodeError } from '../../crd/decode-error.ts'
import type { Env } from '../../contract/env.ts'
import { isDecidedBy } from '../../job/record/unread.ts'
import { secretsOfResource } from '../../contract/redaction/resource-secrets.ts'
import { hidden, isSensitive } from '../../contract/redaction/sensitive-name.ts'
import { boundedFindings } from '../../spec/validation/rule.ts'
import { validateOwnSessionJob } from './validate-session-job.ts'

/** A recorded spec that has a job. */
export type RecordOfJob = RecordedSpec<FlinkSessionJobSpec> & { readonly job: JobSpec }

/** The recorded spec of the last submit. */
export type RecordRead =
  | { readonly _tag: 'Never' }
  /** The record cannot be read; no decision may use it (B41). */
  | { readonly _tag: 'Undecodable' }
  | { readonly _tag: 'Read'; readonly record: RecordOfJob }

/** What a FlinkSessionJob alone says. What it works towards also depends on its cluster, which has to be observed first (`work.ts`). */
export interface FlinkSessionJobDesired {
  readonly meta: ResourceMeta
  readonly spec: FlinkSessionJobSpec
  /**
   * The session cluster that the job was submitted to, which never changes; before the first submit the one that the spec names. Null: the
   * spec names none.
   */
  readonly clusterName: string | null
  /** Parts of the spec, and of the status fields that decisions use, that cannot be read. */
  readonly unread: readonly DecodeError[]
  /** The finding about the unreadable part of the spec; null: the whole spec can be read. */
  readonly specUnread: Finding | null
  /** Findings that need only the spec, not the cluster. */
  readonly findings: readonly Finding[]
  /** Secret values in the specs, which no message may show (P23), the longest first. */
  readonly secrets: readonly string[]
  readonly reconciled: RecordRead
  readonly stable: RecordOfJob | null
}

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
