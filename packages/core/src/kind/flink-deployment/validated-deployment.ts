import { restEndpointOf } from '../../cluster/seen/rest-endpoint.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { taskManagerSize } from '../../autoscaler/fit/task-manager.ts'
import { decodeRecordedSpec, type RecordedSpec, readRecords, type Records } from '../../codec/recorded-spec.ts'
import type { Env } from '../../env.ts'
import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import { deployConfiguration } from '../../flink-configuration/deploy-configuration.ts'
import type { EffectiveConfiguration } from '../../flink-configuration/effective-configuration.ts'
import type { ConfigurationError } from '../../flink-configuration/configuration-error.ts'
import { observeConfiguration } from '../../flink-configuration/observe-configuration.ts'
import type { Resource } from '../../resource/resource.ts'
import { secretsOfResource } from '../../redaction/resource-secrets.ts'
import type { FlinkDeploymentSpec, JobSpec } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { type DeployOperation, isAgain, type OperationPurpose } from '../../resource/operation.ts'
import type { DecodeError } from '../../resource/finding.ts'
import { isStateless, type UpgradeMode } from '../../resource/upgrade-mode.ts'
import { specDiff, type SpecDiff } from '../../spec-diff/spec-diff.ts'
import type { ConfiguredCluster, ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { DeployedSpec } from '../../cluster/deployed-spec.ts'
import type { FlinkDeploymentDesired } from '../../application/deployment-desired.ts'
import { autoscalerOf } from '../../job/autoscale/autoscaler-of-job.ts'
import { asItRuns, inForce, type InForce, specInForce } from '../../job/autoscale/with-overrides.ts'
import { isStartTakenBack } from '../../job/record/restore-source-of.ts'
import { isEndedByFlinkAlone } from '../../application/seen/ended-by-flink.ts'
import { configuredCluster, modeOf, statusUnread, unreadSpec, usersSpec } from './users-spec.ts'

type Deployment = Resource<FlinkDeploymentSpec, FlinkDeploymentStatus>
type WithJob = RecordedSpec<FlinkDeploymentSpec> & { readonly job: JobSpec }

const noDiff: SpecDiff = { type: 'IGNORE', changes: [], text: '' }

/**
 * What the resource works towards: its spec where that is valid, else the last good one with the error as a finding (control-flow.md,
 * section
 * 2.2/6; P10). Everything that depends only on the resource and the operator's configuration is worked out here, once.
 */
export const validate = (
  { meta, spec, status, unread = [] }: Deployment,
  env: Env,
  secrets: readonly string[] = secretsOfResource({ meta, spec, status }, env),
): FlinkDeploymentDesired => {
  const records = recordsOf(status)
  const recorded = records.reconciled
  const specUnread = unread.filter(({ path }) => path.startsWith('spec'))
  const users = specUnread[0] === undefined ? usersSpec(meta, spec, recorded !== null && E.isRight(recorded) ? recorded.right : null, env)
    : unreadSpec(specUnread[0])
  const configuredUsers = withItsJob(users.configured)
  const deployed = deployedOf(meta, spec, status, records, configuredUsers, env)
  const { invalid } = users
  const wanted = configuredUsers ?? lastGood(deployed, status)
  const autoscaler = autoscalerOf(configuredUsers, deployed._tag === 'Deployed' ? deployed.reconciled.spec : null)
  return {
    runs: 'OneJob',
    meta,
    findings: users.findings,
    invalid,
    wanted,
    ...byRecord({ meta, spec, status, deployed, wanted, users: configuredUsers, isInvalid: invalid !== null, env }),
    secrets,
    unread: [...specUnread, ...statusUnread(status, deployed, records.stable, unread)],
    generation: invalid === null ? meta.generation : (status.observedGeneration ?? meta.generation),
    autoscaler: autoscaler === null ? null : { ...autoscaler, spec },
  }
}

/** The TaskManager process of what runs, in bytes; null: not known. */
const totalMemoryOf = ({ running }: Extract<DeployedSpec, { _tag: 'Deployed' }>): bigint | null => {
  const { memory } = taskManagerSize(running.effective.configuration)
  return memory > 0 ? BigInt(memory) : null
}

/**
 * The same with what the autoscaler stored: overrides enter before the spec is compared with what is deployed. Where they would make a
 * valid spec invalid, what is deployed stays.
 */
export const desiredInForce = (
  desired: FlinkDeploymentDesired,
  status: FlinkDeploymentStatus,
  facts: Pick<FlinkDeploymentFacts, 'autoscalerState'>,
  env: Env,
): FlinkDeploymentDesired => {
  const { autoscaler, deployed, meta } = desired
  if (autoscaler?.isOn !== true || deployed._tag !== 'Deployed') return desired
  const before = { spec: deployed.reconciled.spec, totalMemory: totalMemoryOf(deployed) }
  const inSpec = (stored: InForce): FlinkDeploymentDesired => {
    const spec = specInForce(autoscaler.spec, autoscaler, stored, before)
    const { findings, unread } = desired
    return spec === autoscaler.spec ? desired : { ...validate({ meta, spec, status }, env), autoscaler, findings, unread }
  }
  const stored = inSpec(inForce(meta, facts))
  return stored.invalid === null ? stored : inSpec(asItRuns)
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
  diff: deployed._tag === 'Deployed' && users !== null
    ? specDiff(deployed.reconciled.spec, users.spec, users.spec.mode ?? 'native', env.options.eventsShowValues) : noDiff,
  wantsWhatRuns: status.reconciliationStatus.state === 'ROLLED_BACK' && deployed._tag === 'Deployed' && users !== null
    && specDiff(deployed.running.spec, users.spec, users.spec.mode ?? 'native').type === 'IGNORE',
})

/** What the same valid spec works towards once that status is written. Null: its spec is not in force, or something can't be read. */
export const desiredAfter = (desired: FlinkDeploymentDesired, status: FlinkDeploymentStatus, env: Env): FlinkDeploymentDesired | null => {
  const { meta, wanted, invalid, unread } = desired
  if (wanted === null || invalid !== null || unread.length > 0) return null
  const deployed = deployedOf(meta, wanted.spec, status, recordsOf(status), wanted, env)
  return { ...desired, ...byRecord({ meta, spec: wanted.spec, status, deployed, wanted, users: wanted, isInvalid: false, env }) }
}

const configured = (
  effective: E.Either<ConfigurationError, EffectiveConfiguration>,
  spec: FlinkDeploymentSpec,
  job: JobSpec,
): E.Either<ConfigurationError, ConfiguredSpec> => pipe(configuredCluster(effective, spec), E.map(it => ({ ...it, job })))

/** A valid spec of a cluster with a job has one. */
const withItsJob = (configuredSpec: ConfiguredCluster | null): ConfiguredSpec | null =>
  configuredSpec === null || configuredSpec.spec.job === null ? null : { ...configuredSpec, job: configuredSpec.spec.job }

const withJob = (record: RecordedSpec<FlinkDeploymentSpec>): E.Either<DecodeError, WithJob> =>
  record.spec.job === null ? E.left({ path: 'spec.job', found: 'null', expected: 'a job' }) : E.right({ ...record, job: record.spec.job })

type Record = E.Either<DecodeError, WithJob>

const recordsOf = ({ reconciliationStatus }: FlinkDeploymentStatus): Records<Record> =>
  readRecords(text => pipe(decodeRecordedSpec(text), E.chain(withJob)), reconciliationStatus)

const deployedOf = (
  meta: Deployment['meta'],
  current: FlinkDeploymentSpec,
  status: FlinkDeploymentStatus,
  { reconciled: recorded, stable: decodedStable }: Records<Record>,
  users: ConfiguredSpec | null,
  env: Env,
): DeployedSpec => {
  if (recorded === null) return { _tag: 'Never' }
  const endpoint = users === null ? null : restEndpointOf(meta, users.options)
  if (E.isLeft(recorded)) return { _tag: 'Undecodable', error: recorded.left, endpoint }
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
  const upgradeMode = askedMode ?? (isStateless(running.job.upgradeMode) ? statefulMode(running) : running.job.upgradeMode)
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
const isPutUpToEnd = (purpose: OperationPurpose, desired: Parameters<typeof isEndedByFlinkAlone>[0], env: Env): boolean =>
  purpose === 'Recovery' && isEndedByFlinkAlone(desired, env)

/**
 * A rollback and a restart put up something else than what is wanted, on purpose: outdated by an edit against the record alone, which an
 * invalid spec is not (B39).
 */
const isOnPurpose = (purpose: OperationPurpose): boolean => purpose === 'Rollback' || isAgain(purpose)

/** Was what ran before put up again beside the very edit that is there now, which waits for it (V02)? */
const isBesideEdit = (
  { purpose, targetGeneration }: Pick<DeployOperation, 'purpose' | 'targetGeneration'>,
  { generation }: Deployment['meta'],
): boolean => isAgain(purpose) && targetGeneration === generation

/** The spec that a deploy attempt was begun with is the recorded one: the attempt is made from it alone. */
const attemptOf = (
  status: FlinkDeploymentStatus,
  deployed: DeployedSpec,
  wanted: ConfiguredSpec | null,
  isInvalid: boolean,
  meta: Deployment['meta'],
  env: Env,
): FlinkDeploymentDesired['attempt'] => {
  const { operation } = status
  if (operation?.kind !== 'Deploy' || deployed._tag !== 'Deployed') return null
  const { purpose, targetGeneration: generation } = operation
  const { spec, job } = purpose === 'Rollback' && deployed.stable !== null ? deployed.stable
    : isAgain(purpose) ? deployed.running : deployed.reconciled
  const running: JobSpec = { ...job, state: 'running' }
  const target = configured(
    deployConfiguration({ ...meta, generation }, {
      ...spec,
      job: { ...running, upgradeMode: wanted?.job.upgradeMode ?? job.upgradeMode },
    }, env.flinkDefaults),
    { ...spec, job: running },
    running,
  )
  if (E.isLeft(target)) return null
  const base = isOnPurpose(purpose) ? { ...deployed.reconciled.spec, job: { ...deployed.reconciled.job, state: 'running' as const } }
    : target.right.spec
  const isEdited = (by: ConfiguredSpec): boolean =>
    isStartTakenBack(operation, by)
    || (!(isOnPurpose(purpose) && isInvalid) && specDiff(base, by.spec, by.spec.mode ?? 'native').type !== 'IGNORE')
  const differs = wanted === null
    || (!isBesideEdit(operation, meta) && !isPutUpToEnd(purpose, { deployed, meta, wanted }, env) && isEdited(wanted))
  return { target: target.right, mode: job.upgradeMode, differs }
}
