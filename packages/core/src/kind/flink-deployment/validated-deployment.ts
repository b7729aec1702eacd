import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { taskManagerSize } from '../../autoscaler/fit/task-manager.ts'
import { decodeRecordedSpec, type RecordedSpec, readRecords, type Records } from '../../crd/recorded-spec.ts'
import type { Env } from '../../contract/env.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { deployConfiguration } from '../../flink/configuration/deploy-configuration.ts'
import type { Resource } from '../../contract/resource/resource.ts'
import { secretsOfResource } from '../../contract/redaction/resource-secrets.ts'
import type { FlinkDeploymentSpec, JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { OperationPurpose } from '../../contract/resource/operation.ts'
import type { DecodeError } from '../../contract/resource/finding.ts'
import { isStateless, type UpgradeMode } from '../../contract/resource/upgrade-mode.ts'
import { changeOf, type Configure, deployedOf, isBesideEdit, isEdited, isOnPurpose, recordOfAttempt, stableOf } from './deployed-cluster.ts'
import type { ConfiguredCluster, ConfiguredSpec } from '../../spec/configured-spec.ts'
import type { DeployedSpec } from '../../cluster/deployed-spec.ts'
import type { FlinkDeploymentDesired } from './application/application-round.ts'
import { autoscalerOf, asItRuns, inForce, type InForce, specInForce } from '../../job/autoscale/with-overrides.ts'
import { isStartTakenBack } from '../../job/record/last-state-of.ts'
import { isEndedByFlinkAlone } from './application/observe/ended-by-flink.ts'
import { configuredCluster, modeOf, statusUnread, unreadSpec, usersSpec } from './users-spec.ts'

type Deployment = Resource<FlinkDeploymentSpec, FlinkDeploymentStatus>
type WithJob = RecordedSpec<FlinkDeploymentSpec> & { readonly job: JobSpec }

/**
 * The spec that the resource works towards: the spec of the user if it is valid, else the last valid one with the error as a finding
 * (control-flow.md, section 2.2/6; P10). Everything that depends only on the resource and on the operator's configuration is computed here,
 * once.
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
  const deployed = deployedOf({ meta, spec, status, records, users: configuredUsers }, env, configured)
  const { invalid } = users
  const wanted = configuredUsers ?? lastGood(deployed, status)
  const autoscaler = autoscalerOf(configuredUsers, deployed._tag === 'Deployed' ? deployed.reconciled.spec : null, 'Own')
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

/** The process memory of a running TaskManager, in bytes. Null: unknown. */
const totalMemoryOf = ({ running }: Extract<DeployedSpec, { _tag: 'Deployed' }>): bigint | null => {
  const { memory } = taskManagerSize(running.effective.configuration)
  return memory > 0 ? BigInt(memory) : null
}

/**
 * The same, after applying the overrides that the autoscaler stored: they change the spec before it is compared with the deployed one. If
 * they would make a valid spec invalid, the deployed values stay.
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

/** The fields that depend on the recorded status, for the same spec. */
const byRecord = (
  { meta, spec, status, deployed, wanted, users, isInvalid, env }: ByRecord,
): Pick<FlinkDeploymentDesired, 'deployed' | 'mode' | 'attempt' | 'stable' | 'diff' | 'wantsWhatRuns'> => ({
  deployed,
  mode: modeOf(deployed, spec, status),
  attempt: attemptOf(status, deployed, wanted, isInvalid, meta, env),
  stable: stableOf(neededStable(deployed, status), { meta, status }, env, configured),
  ...changeOf(deployed, users, status, env),
})

/**
 * What the same valid spec works towards once the given status is written. Null: the spec is not in force, or a part of it cannot be read.
 */
export const desiredAfter = (desired: FlinkDeploymentDesired, status: FlinkDeploymentStatus, env: Env): FlinkDeploymentDesired | null => {
  const { meta, wanted, invalid, unread } = desired
  if (wanted === null || invalid !== null || unread.length > 0) return null
  const deployed = deployedOf({ meta, spec: wanted.spec, status, records: recordsOf(status), users: wanted }, env, configured)
  return { ...desired, ...byRecord({ meta, spec: wanted.spec, status, deployed, wanted, users: wanted, isInvalid: false, env }) }
}

const configured: Configure<WithJob | ConfiguredSpec, ConfiguredSpec> = (effective, { spec, job }) =>
  pipe(configuredCluster(effective, spec), E.map(it => ({ ...it, job })))

/** Null only for an invalid spec: the valid spec of a cluster with a job has a job. */
const withItsJob = (configuredSpec: ConfiguredCluster | null): ConfiguredSpec | null =>
  configuredSpec === null || configuredSpec.spec.job === null ? null : { ...configuredSpec, job: configuredSpec.spec.job }

const withJob = (record: RecordedSpec<FlinkDeploymentSpec>): E.Either<DecodeError, WithJob> =>
  record.spec.job === null ? E.left({ path: 'spec.job', found: 'null', expected: 'a job' }) : E.right({ ...record, job: record.spec.job })

type Record = E.Either<DecodeError, WithJob>

const recordsOf = ({ reconciliationStatus }: FlinkDeploymentStatus): Records<Record> =>
  readRecords(text => pipe(decodeRecordedSpec(text), E.chain(withJob)), reconciliationStatus)

/**
 * The deployed spec, which is the wanted one while the spec of the user is invalid. A job that was stopped only for an upgrade should run
 * again. No part of an invalid spec counts, and its upgradeMode is no exception (P01, P10, F06). The record holds the mode that was used,
 * which is stateless after every first deployment: if the mode that the user asked for is unknown, state is kept.
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

/** The last stable spec. It is configured only if a rollback is possible (the option is on) or in progress. */
const neededStable = (deployed: DeployedSpec, { reconciliationStatus: { state } }: FlinkDeploymentStatus): WithJob | null =>
  deployed._tag === 'Deployed' && (deployed.running.options.deploymentRollbackEnabled || state === 'ROLLING_BACK') ? deployed.stable : null

/** A recovery that deploys a job again only so that Flink can end it: the edit for which the job has to end does not outdate it. */
const isPutUpToEnd = (purpose: OperationPurpose, desired: Parameters<typeof isEndedByFlinkAlone>[0], env: Env): boolean =>
  purpose === 'Recovery' && isEndedByFlinkAlone(desired, env)

/**
 * The target of the deploy attempt in progress. The attempt is made from the recorded spec alone, which is the spec that it was begun with.
 */
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
  const { spec, job } = recordOfAttempt(operation, deployed)
  const running: JobSpec = { ...job, state: 'running' }
  const target = configured(
    deployConfiguration({ ...meta, generation: operation.targetGeneration }, {
      ...spec,
      job: { ...running, upgradeMode: wanted?.job.upgradeMode ?? job.upgradeMode },
    }, env.flinkDefaults),
    { spec: { ...spec, job: running }, job: running, firstDeployment: null },
  )
  if (E.isLeft(target)) return null
  const base = isOnPurpose(operation) ? { ...deployed.reconciled.spec, job: { ...deployed.reconciled.job, state: 'running' as const } }
    : target.right.spec
  const differs = wanted === null
    || (!isBesideEdit(operation, meta) && !isPutUpToEnd(operation.purpose, { deployed, meta, wanted }, env)
      && (isStartTakenBack(operation, wanted) || isEdited(operation, isInvalid, base, wanted)))
  return { target: target.right, mode: job.upgradeMode, differs }
}
