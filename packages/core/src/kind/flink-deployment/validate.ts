import { restEndpointOf } from '../../cluster/seen/rest-endpoint.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { decodeRecordedSpec, recordedBasics, type RecordedSpec } from '../../codec/recorded-spec.ts'
import type { Env } from '../../env.ts'
import { deployConfiguration } from '../../flink-configuration/deploy-configuration.ts'
import type { EffectiveConfiguration } from '../../flink-configuration/effective-configuration.ts'
import type { ConfigurationError } from '../../flink-configuration/configuration-error.ts'
import { observeConfiguration } from '../../flink-configuration/observe-configuration.ts'
import { describeDecodeError } from '../../codec/decode-error.ts'
import type { Resource } from '../../resource/resource.ts'
import { isDecidedBy } from '../../job/record/unread.ts'
import { resourceOptions } from '../../operator-options/resource-options.ts'
import { hidden, isSensitive } from '../../redaction/sensitive-name.ts'
import { secretsIn } from '../../redaction/known-secrets.ts'
import type { DeploymentMode, FlinkDeploymentSpec, JobSpec, UpgradeMode } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { isAgain, type OperationPurpose } from '../../resource/operation.ts'
import type { DecodeError, Finding } from '../../resource/finding.ts'
import { specDiff, type SpecDiff } from '../../spec-diff/spec-diff.ts'
import { firstError } from '../../validation/rule.ts'
import { validateFlinkDeployment } from '../../validation/validate-flink-deployment.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { DeployedSpec } from '../../cluster/deployed-spec.ts'
import type { FlinkDeploymentDesired } from '../../application/desired.ts'
import { isEndedByFlinkAlone } from '../../application/seen/ended-by-flink.ts'
import { objectFindings } from '../../cluster/manifest/renderable.ts'

type Deployment = Resource<FlinkDeploymentSpec, FlinkDeploymentStatus>
type WithJob = RecordedSpec<FlinkDeploymentSpec> & { readonly job: JobSpec }

const noDiff: SpecDiff = { type: 'IGNORE', changes: [], text: '' }

/**
 * What the resource works towards: its spec where that is valid, else the last good one with the error as a finding (control-flow.md,
 * section
 * 2.2/6; P10). Everything that depends only on the resource and the operator's configuration is worked out here, once.
 */
export const validate = ({ meta, spec, status, unread = [] }: Deployment, env: Env): FlinkDeploymentDesired => {
  const recorded = decodeRecord(status.reconciliationStatus.lastReconciledSpec)
  const specUnread = unread.filter(({ path }) => path.startsWith('spec'))
  const users = specUnread[0] === undefined ? usersSpec(meta, spec, recorded !== null && E.isRight(recorded) ? recorded.right : null, env)
    : unreadSpec(specUnread[0])
  const deployed = deployedOf(meta, spec, status, recorded, users.configured, env)
  const { invalid } = users
  const wanted = users.configured ?? lastGood(deployed, status)
  return {
    meta,
    findings: users.findings,
    invalid,
    wanted,
    ...byRecord({ meta, spec, status, deployed, wanted, users: users.configured, isInvalid: invalid !== null, env }),
    isSession: isSessionRecord(status.reconciliationStatus.lastReconciledSpec),
    secrets: secretsIn(
      spec,
      meta.annotations,
      status.reconciliationStatus.lastReconciledSpec,
      status.reconciliationStatus.lastStableSpec,
      env.flinkDefaults,
    ),
    unread: [...specUnread, ...statusUnread(status, deployed, unread)],
    generation: invalid === null ? meta.generation : (status.observedGeneration ?? meta.generation),
  }
}

interface ByRecord {
  readonly meta: Deployment['meta']
  readonly spec: FlinkDeploymentSpec
  readonly status: FlinkDeploymentStatus
  readonly deployed: DeployedSpec
  readonly wanted: ConfiguredSpec | null
  /** Null if it is not valid. */
  readonly users: ConfiguredSpec | null
  readonly isInvalid: boolean
  readonly env: Env
}

/** What changes with what is recorded, for the same spec. */
const byRecord = (
  { meta, spec, status, deployed, wanted, users, isInvalid, env }: ByRecord,
): Pick<FlinkDeploymentDesired, 'deployed' | 'mode' | 'attempt' | 'stable' | 'diff' | 'wantsWhatRuns'> => ({
  deployed,
  mode: modeOf(deployed, spec, status),
  attempt: attemptOf(status, deployed, wanted, isInvalid, meta, env),
  stable: stableOf(status, deployed, meta, env),
  diff: deployed._tag === 'Deployed' && users !== null ? specDiff(deployed.reconciled.spec, users.spec, users.spec.mode ?? 'native')
    : noDiff,
  wantsWhatRuns: status.reconciliationStatus.state === 'ROLLED_BACK' && deployed._tag === 'Deployed' && users !== null
    && specDiff(deployed.running.spec, users.spec, users.spec.mode ?? 'native').type === 'IGNORE',
})

/** What the same valid spec works towards once that status is written. Null: its spec is not in force, or something can't be read. */
export const desiredAfter = (desired: FlinkDeploymentDesired, status: FlinkDeploymentStatus, env: Env): FlinkDeploymentDesired | null => {
  const { meta, wanted, invalid, unread } = desired
  if (wanted === null || invalid !== null || unread.length > 0) return null
  const deployed = deployedOf(meta, wanted.spec, status, decodeRecord(status.reconciliationStatus.lastReconciledSpec), wanted, env)
  return { ...desired, ...byRecord({ meta, spec: wanted.spec, status, deployed, wanted, users: wanted, isInvalid: false, env }) }
}

interface UsersSpec {
  readonly findings: readonly Finding[]
  readonly invalid: Finding | null
  /** Null if it is not valid. */
  readonly configured: ConfiguredSpec | null
}

const usersSpec = (meta: Deployment['meta'], spec: FlinkDeploymentSpec, recorded: WithJob | null, env: Env): UsersSpec => {
  const findings = validateFlinkDeployment({ meta, spec, recorded, defaults: env.flinkDefaults, options: env.options })
  const made = spec.job === null ? E.left(notAnApplication) : configured(deployConfiguration(meta, spec, env.flinkDefaults), spec, spec.job)
  // rendered only where nothing else is wrong: what is wrong is told once
  const more = firstError(findings) !== null ? []
    : E.isLeft(made) ? [finding(made.left)] : objectFindings(meta, spec.mode ?? 'native', made.right)
  const all = [...findings, ...more]
  const invalid = firstError(all)
  return { findings: all, invalid, configured: invalid === null && E.isRight(made) ? made.right : null }
}

const withoutSecret = (error: DecodeError): DecodeError => (isSensitive(error.path) ? { ...error, found: hidden } : error)

/** Nobody can work towards it; the last good one is in force. */
const unreadSpec = (error: DecodeError): UsersSpec => {
  const invalid: Finding = {
    severity: 'Error',
    field: error.path,
    message: `${describeDecodeError(withoutSecret(error))}. What runs stays as it is`,
  }
  return { findings: [invalid], invalid, configured: null }
}

const modeOf = (deployed: DeployedSpec, spec: FlinkDeploymentSpec, { reconciliationStatus }: FlinkDeploymentStatus): DeploymentMode =>
  (deployed._tag === 'Deployed' ? deployed.running.spec.mode : (spec.mode ?? modeIn(reconciliationStatus.lastReconciledSpec))) ?? 'native'

/** The mode of a record that can't be read whole; it can't be changed by an edit. */
const modeIn = (text: string | null): DeploymentMode | null => {
  const { mode } = recordedBasics(text)
  return mode === 'native' || mode === 'standalone' ? mode : null
}

/**
 * What of the status can't be read and is decided by. A record of the stable spec counts also while nobody may come to need it: it would be
 * written over.
 */
const statusUnread = (
  { operation, reconciliationStatus: { lastStableSpec } }: FlinkDeploymentStatus,
  deployed: DeployedSpec,
  unread: readonly DecodeError[],
): readonly DecodeError[] => {
  const stable = decodeRecord(lastStableSpec)
  const inRecord = (field: string, { path, found, expected }: DecodeError): DecodeError =>
    withoutSecret(
      path === '' ? { path: `status.reconciliationStatus.${field}`, found: 'something else', expected }
        : { path: `status.reconciliationStatus.${field}: ${path}`, found, expected },
    )
  return [
    ...(operation?.kind === 'Unreadable' ? [operation.error] : []),
    ...(deployed._tag === 'Undecodable' ? [inRecord('lastReconciledSpec', deployed.error)] : []),
    ...(stable !== null && E.isLeft(stable) ? [inRecord('lastStableSpec', stable.left)] : []),
    ...unread.filter(({ path }) => !path.startsWith('spec') && !path.startsWith('status.operation.') && path !== 'status.operation').filter(
      isDecidedBy,
    ),
  ]
}

const notAnApplication: ConfigurationError = {
  field: 'job',
  found: 'null',
  expected: 'a job',
  message: 'Session clusters are not managed by this operator version: spec.job must be set',
}
const finding = ({ field, message }: ConfigurationError): Finding => ({ severity: 'Error', field: `spec.${field}`, message })

const configured = (
  effective: E.Either<ConfigurationError, EffectiveConfiguration>,
  spec: FlinkDeploymentSpec,
  job: JobSpec,
): E.Either<ConfigurationError, ConfiguredSpec> =>
  pipe(
    effective,
    E.map(it => ({ spec, job, flinkVersion: spec.flinkVersion, effective: it, options: resourceOptions(it.configuration).options })),
  )

const withJob = (record: RecordedSpec<FlinkDeploymentSpec>): E.Either<DecodeError, WithJob> =>
  record.spec.job === null ? E.left({ path: 'spec.job', found: 'null', expected: 'a job' }) : E.right({ ...record, job: record.spec.job })

/** Read well, and without a job. */
const isSessionRecord = (text: string | null): boolean => {
  const record = text === null ? null : decodeRecordedSpec(text)
  return record !== null && E.isRight(record) && record.right.spec.job === null
}

const decodeRecord = (
  text: string | null,
): E.Either<DecodeError, WithJob> | null => (text === null ? null : pipe(decodeRecordedSpec(text), E.chain(withJob)))

const deployedOf = (
  meta: Deployment['meta'],
  current: FlinkDeploymentSpec,
  status: FlinkDeploymentStatus,
  recorded: E.Either<DecodeError, WithJob> | null,
  users: ConfiguredSpec | null,
  env: Env,
): DeployedSpec => {
  if (recorded === null) return { _tag: 'Never' }
  const endpoint = users === null ? null : restEndpointOf(meta, users.options)
  if (E.isLeft(recorded)) return { _tag: 'Undecodable', error: recorded.left, endpoint }
  const decodedStable = decodeRecord(status.reconciliationStatus.lastStableSpec)
  const stable = decodedStable !== null && E.isRight(decodedStable) ? decodedStable.right : null
  const { spec, job } = status.reconciliationStatus.state === 'ROLLED_BACK' && stable !== null ? stable : recorded.right
  const running = configured(observeConfiguration(meta, spec, current, env.flinkDefaults), spec, job)
  if (E.isLeft(running))
    return {
      _tag: 'Undecodable',
      error: { path: running.left.field, found: running.left.found, expected: running.left.expected },
      endpoint,
    }
  return {
    _tag: 'Deployed',
    reconciled: recorded.right,
    stable,
    running: running.right,
    endpoint: restEndpointOf(meta, running.right.options),
  }
}

/**
 * The deployed spec, as what is wanted while the user's is not valid. A job that is stopped only to be upgraded is to run again. Nothing of
 * a refused spec counts, its upgradeMode no more than the rest (P01, P10, F06). The record tells the mode that was used, which is stateless
 * after any first deployment: where it is not known what was asked for, state is kept.
 */
const lastGood = (
  deployed: DeployedSpec,
  { operation, operatorRecord: { askedMode }, reconciliationStatus: { state } }: FlinkDeploymentStatus,
): ConfiguredSpec | null => {
  if (deployed._tag !== 'Deployed') return null
  const { running } = deployed
  const upgradeMode = askedMode ?? (running.job.upgradeMode === 'stateless' ? statefulMode(running) : running.job.upgradeMode)
  const isInterrupted = state === 'UPGRADING' || state === 'ROLLING_BACK' || operation !== null
  const job: JobSpec = {
    ...running.job,
    upgradeMode,
    state: operation?.purpose === 'Suspend' ? 'suspended' : isInterrupted ? 'running' : running.job.state,
  }
  return { ...running, job, spec: { ...running.spec, job } }
}

const statefulMode = ({ options }: ConfiguredSpec): UpgradeMode => (options.highAvailability === 'none' ? 'savepoint' : 'last-state')

/** Needed only where a rollback can come up: the option is on, or one is under way. */
const stableOf = (status: FlinkDeploymentStatus, deployed: DeployedSpec, meta: Deployment['meta'], env: Env): ConfiguredSpec | null => {
  const { state } = status.reconciliationStatus
  if (
    deployed._tag !== 'Deployed' || deployed.stable === null
    || !(deployed.running.options.deploymentRollbackEnabled || state === 'ROLLING_BACK')
  ) return null
  const { spec, job } = deployed.stable
  const made = configured(deployConfiguration({ ...meta, generation: status.observedGeneration }, spec, env.flinkDefaults), spec, job)
  return E.isRight(made) ? made.right : null
}

/** Put up again only to be ended, it is not outdated by what it is ended for. */
const isPutUpToEnd = (purpose: OperationPurpose, deployed: DeployedSpec): boolean => purpose === 'Recovery' && isEndedByFlinkAlone(deployed)

/** The spec that a deploy attempt was begun with is the recorded one: the attempt is made from it alone. */
const attemptOf = (
  status: FlinkDeploymentStatus,
  deployed: DeployedSpec,
  wanted: ConfiguredSpec | null,
  isInvalid: boolean,
  meta: Deployment['meta'],
  env: Env,
): FlinkDeploymentDesired['attempt'] => {
  if (status.operation?.kind !== 'Deploy' || deployed._tag !== 'Deployed') return null
  const { purpose } = status.operation
  const { spec, job } = purpose === 'Rollback' && deployed.stable !== null ? deployed.stable
    : isAgain(purpose) ? deployed.running : deployed.reconciled
  const running: JobSpec = { ...job, state: 'running' }
  const target = configured(
    deployConfiguration({ ...meta, generation: status.operation.targetGeneration }, {
      ...spec,
      job: { ...running, upgradeMode: wanted?.job.upgradeMode ?? job.upgradeMode },
    }, env.flinkDefaults),
    { ...spec, job: running },
    running,
  )
  if (E.isLeft(target)) return null
  // a rollback and a restart put up something else than what is wanted, on purpose: outdated by an edit against the record alone, which an
  // invalid spec is not (B39)
  const isOnPurpose = purpose === 'Rollback' || isAgain(purpose)
  const base = isOnPurpose ? { ...deployed.reconciled.spec, job: { ...deployed.reconciled.job, state: 'running' as const } }
    : target.right.spec
  const differs = wanted === null
    || !isPutUpToEnd(purpose, deployed)
      && (wanted.job.state === 'suspended'
        || (!(isOnPurpose && isInvalid) && specDiff(base, wanted.spec, wanted.spec.mode ?? 'native').type !== 'IGNORE'))
  return { target: target.right, mode: job.upgradeMode, differs }
}
