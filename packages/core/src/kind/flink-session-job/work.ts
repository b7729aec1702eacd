import * as E from 'fp-ts/lib/Either.js'
import type { Env } from '../../contract/env.ts'
import type { JobFacts } from '../../contract/fact/cluster-facts.ts'
import type { ConfigurationError } from '../../flink/configuration/configuration-error.ts'
import { flatten } from '../../flink/configuration/layers.ts'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { inForceNow, sessionJobConfiguration } from '../../flink/configuration/deploy-configuration.ts'
import type { ConfiguredJob, JobDesired, SubmittedJob } from '../../job/job-round.ts'
import { autoscalerOf, asItRuns, configurationInForce, inForce, type InForce } from '../../job/autoscale/with-overrides.ts'
import { isStartTakenBack } from '../../job/record/last-state-of.ts'
import { resourceOptions } from '../../options/resource-options.ts'
import type { JobSpec, UpgradeMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { Finding } from '../../contract/resource/finding.ts'
import type { FlinkSessionJobSpec, FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import { isAgain } from '../../contract/resource/operation.ts'
import { sessionJobSpecDiff } from './session-job-spec-diff.ts'
import type { SpecDiff } from '../../spec/diff/spec-diff.ts'
import { boundedFindings, firstError } from '../../spec/validation/rule.ts'
import { validateInSession } from './validate-session-job.ts'
import type { FlinkSessionJobDesired, RecordOfJob } from './validated-session-job.ts'
import type { DeployedSession } from '../../cluster/observe/deployed-session.ts'
import type { SessionCluster } from './cluster/session-cluster.ts'
import { isStateless } from '../../contract/resource/upgrade-mode.ts'

/** A FlinkSessionJob spec with its configuration in the deployed session cluster. */
export interface ConfiguredSessionJob extends ConfiguredJob {
  readonly spec: FlinkSessionJobSpec
}

/** A session job that was submitted. */
export interface SubmittedSessionJob extends SubmittedJob {
  readonly reconciled: RecordOfJob
  readonly stable: RecordOfJob | null
  readonly running: ConfiguredSessionJob
}

/** The spec of the submit in progress. `differs`: the user wants another spec by now. */
export interface Attempt {
  readonly target: ConfiguredSessionJob
  readonly mode: UpgradeMode
  readonly differs: boolean
}

/** What the resource works towards in its cluster: the spec of the user if it is valid, else the last valid one (P10). */
export interface Work extends JobDesired {
  /** The spec as the user wrote it, without overrides of the autoscaler. */
  readonly spec: FlinkSessionJobSpec
  readonly clusterName: string | null
  readonly findings: readonly Finding[]
  readonly wanted: ConfiguredSessionJob | null
  readonly deployed: SubmittedSessionJob | Exclude<JobDesired['deployed'], SubmittedJob>
  readonly stable: ConfiguredSessionJob | null
  readonly attempt: Attempt | null
}

const noDiff: SpecDiff = { type: 'IGNORE', changes: [], text: '' }

/** The part of the environment that does not depend on time. */
type WorkEnv = Pick<Env, 'flinkDefaults' | 'options'>

/**
 * The work for the spec of the user. If the autoscaler stored overrides, they change the spec before it is compared with the recorded one.
 */
export const workOf = (
  desired: FlinkSessionJobDesired,
  status: FlinkSessionJobStatus,
  cluster: SessionCluster,
  env: WorkEnv,
  facts: Pick<JobFacts, 'autoscalerState'> = {},
): Work => {
  const { reconciled, spec, meta } = desired
  const users = workOfSpec(desired, status, cluster, env)
  if (users.autoscaler?.isOn !== true || reconciled._tag !== 'Read') return users
  const { autoscaler } = users
  const deployed = reconciled.record.spec.flinkConfiguration
  const inSpec = (stored: InForce): Work => {
    const flinkConfiguration = configurationInForce(spec.flinkConfiguration, autoscaler, stored, deployed)
    if (flinkConfiguration === spec.flinkConfiguration) return users
    const work = workOfSpec({ ...desired, spec: { ...spec, flinkConfiguration } }, status, cluster, env)
    return { ...work, spec, findings: users.findings, autoscaler }
  }
  const stored = inSpec(inForce(meta, facts))
  return stored.invalid === null ? stored : inSpec(asItRuns)
}

const recordedSpec = (reconciled: FlinkSessionJobDesired['reconciled']): FlinkSessionJobSpec | null =>
  reconciled._tag === 'Read' ? reconciled.record.spec : null

const workOfSpec = (desired: FlinkSessionJobDesired, status: FlinkSessionJobStatus, cluster: SessionCluster, env: WorkEnv): Work => {
  const { meta, spec, clusterName, unread, secrets, reconciled } = desired
  const session = cluster._tag === 'There' ? cluster.deployed : null
  const configured = (it: FlinkSessionJobSpec, job: JobSpec) => configuredIn(session, desired, it, job, env)
  const findings = findingsOf(desired, cluster, env)
  const made = spec.job === null ? null : configured(spec, spec.job)
  const all = boundedFindings([
    ...findings,
    ...(firstError(findings) === null && made !== null && E.isLeft(made) ? [finding(made.left)] : []),
  ])
  const invalid = firstError(all)
  const users = invalid === null && made !== null && E.isRight(made) ? made.right : null
  const deployed = deployedOf(desired, status, session, configured, saidNow(spec, invalid))
  const wanted = users ?? (invalid === null ? null : lastGood(deployed, status))
  return {
    meta,
    spec,
    clusterName,
    unread,
    secrets,
    findings: all,
    invalid,
    wanted,
    generation: invalid === null ? meta.generation : (status.observedGeneration ?? meta.generation),
    deployed,
    stable: stableOf(status, deployed, configured),
    diff: reconciled._tag === 'Read' && users !== null ? diffOf(reconciled.record.spec, users.spec, session, env.options.eventsShowValues)
      : noDiff,
    attempt: attemptOf(status, deployed, { wanted, isInvalid: invalid !== null, generation: meta.generation }, session, configured),
    autoscaler: autoscalerOf(users, recordedSpec(reconciled), 'Shared'),
    wantsWhatRuns: status.reconciliationStatus.state === 'ROLLED_BACK' && deployed._tag === 'Deployed' && users !== null
      && diffOf(deployed.running.spec, users.spec, session).type === 'IGNORE',
  }
}

type Configure = (spec: FlinkSessionJobSpec, job: JobSpec) => E.Either<ConfigurationError, ConfiguredSessionJob> | null

const findingsOf = (
  { meta, spec, findings, specUnread, reconciled }: FlinkSessionJobDesired,
  cluster: SessionCluster,
  { flinkDefaults: defaults, options }: WorkEnv,
): readonly Finding[] =>
  specUnread !== null ? [specUnread] : [
    ...findings,
    ...(cluster._tag !== 'There' ? [] : validateInSession({
      meta,
      spec,
      recorded: reconciled._tag === 'Read' ? reconciled.record : null,
      hosts: null,
      defaults,
      options,
    }, { name: cluster.view.meta.name, spec: cluster.deployed?.specs.deployedSpec ?? cluster.view.spec })),
  ]

const finding = ({ field, message }: ConfigurationError): Finding => ({ severity: 'Error', field: `spec.${field}`, message })

/** The configured spec. Null: the deployed spec of the cluster is unknown. */
const configuredIn = (
  session: DeployedSession | null,
  { meta }: FlinkSessionJobDesired,
  spec: FlinkSessionJobSpec,
  job: JobSpec,
  { flinkDefaults }: WorkEnv,
): ReturnType<Configure> => {
  if (session === null) return null
  const effective = sessionJobConfiguration(
    session.specs,
    { name: meta.name, job, flinkConfiguration: spec.flinkConfiguration },
    flinkDefaults,
  )
  return E.isLeft(effective) ? effective : E.right({
    spec,
    job,
    flinkVersion: session.flinkVersion,
    effective: effective.right,
    // the cluster, not the job, decides whether its JobManager is highly available
    options: { ...resourceOptions(effective.right.configuration).options, highAvailability: session.highAvailability },
  })
}

const diffOf = (
  from: FlinkSessionJobSpec,
  to: FlinkSessionJobSpec,
  session: DeployedSession | null,
  showValues = false,
): SpecDiff => sessionJobSpecDiff(from, to, session?.of.mode ?? 'native', showValues)

/** Options of the current spec that take effect without a restart; an invalid spec gives none. */
const saidNow = ({ flinkConfiguration }: FlinkSessionJobSpec, invalid: Finding | null): FlinkConfiguration =>
  invalid === null ? inForceNow(flatten(flinkConfiguration)) : {}

/** The running spec, with the options of the newest spec that take effect without a restart (api-and-config.md, section 8). */
const asReportedNow = (
  running: ConfiguredSessionJob,
  inForce: FlinkConfiguration,
  { highAvailability }: DeployedSession,
): ConfiguredSessionJob => {
  if (Object.keys(inForce).length === 0) return running
  const configuration = { ...running.effective.configuration, ...inForce }
  return {
    ...running,
    effective: { ...running.effective, configuration },
    options: { ...resourceOptions(configuration).options, highAvailability },
  }
}

const deployedOf = (
  { reconciled, stable }: FlinkSessionJobDesired,
  { reconciliationStatus: { state } }: FlinkSessionJobStatus,
  session: DeployedSession | null,
  configured: Configure,
  inForce: FlinkConfiguration,
): Work['deployed'] => {
  if (reconciled._tag === 'Never') return { _tag: 'Never' }
  if (reconciled._tag === 'Undecodable' || session === null) return { _tag: 'Undecodable' }
  const { spec, job } = state === 'ROLLED_BACK' && stable !== null ? stable : reconciled.record
  const running = configured(spec, job)
  return running === null || E.isLeft(running) ? { _tag: 'Undecodable' }
    : {
      _tag: 'Deployed',
      reconciled: reconciled.record,
      stable,
      running: asReportedNow(running.right, inForce, session),
      endpoint: session.endpoint,
    }
}

/**
 * The deployed spec, which is the wanted one while the spec of the user is invalid. As for a FlinkDeployment, no part of an invalid spec
 * counts, and state is kept if the requested mode is unknown (P01, P10, F06).
 */
const lastGood = (
  deployed: Work['deployed'],
  { operation, operatorRecord: { askedMode }, reconciliationStatus: { state } }: FlinkSessionJobStatus,
): ConfiguredSessionJob | null => {
  if (deployed._tag !== 'Deployed') return null
  const { running } = deployed
  const upgradeMode = askedMode ?? (isStateless(running.job.upgradeMode) ? 'savepoint' : running.job.upgradeMode)
  const isInterrupted = state === 'UPGRADING' || state === 'ROLLING_BACK' || operation !== null
  const job: JobSpec = {
    ...running.job,
    upgradeMode,
    state: operation?.purpose === 'Suspend' ? 'suspended' : isInterrupted ? 'running' : running.job.state,
  }
  return { ...running, job, spec: { ...running.spec, job } }
}

/** The last stable spec. It is configured only if a rollback is possible (the option is on) or in progress. */
const stableOf = (
  { reconciliationStatus: { state } }: FlinkSessionJobStatus,
  deployed: Work['deployed'],
  configured: Configure,
): ConfiguredSessionJob | null => {
  if (
    deployed._tag !== 'Deployed' || deployed.stable === null
    || !(deployed.running.options.deploymentRollbackEnabled || state === 'ROLLING_BACK')
  ) return null
  const made = configured(deployed.stable.spec, deployed.stable.job)
  return made !== null && E.isRight(made) ? made.right : null
}

/** The target of the submit in progress. It is made from the recorded spec alone, which is the spec that the submit was begun with. */
const attemptOf = (
  { operation }: FlinkSessionJobStatus,
  deployed: Work['deployed'],
  { wanted, isInvalid, generation }: {
    readonly wanted: ConfiguredSessionJob | null
    readonly isInvalid: boolean
    readonly generation: number
  },
  session: DeployedSession | null,
  configured: Configure,
): Attempt | null => {
  if (operation?.kind !== 'Submit' || deployed._tag !== 'Deployed') return null
  const { purpose } = operation
  const isOnPurpose = purpose === 'Rollback' || isAgain(purpose)
  const { spec, job } = purpose === 'Rollback' && deployed.stable !== null ? deployed.stable
    : isAgain(purpose) ? deployed.running : deployed.reconciled
  const running: JobSpec = { ...job, state: 'running' }
  // the upgrade mode of the wanted spec decides which options the mode adds
  const target = configured({ ...spec, job: running }, { ...running, upgradeMode: wanted?.job.upgradeMode ?? job.upgradeMode })
  if (target === null || E.isLeft(target)) return null
  const base = isOnPurpose ? { ...deployed.reconciled.spec, job: { ...deployed.reconciled.job, state: 'running' as const } }
    : { ...spec, job: running }
  const isEdited = (by: ConfiguredSessionJob): boolean =>
    isStartTakenBack(operation, by) || (!(isOnPurpose && isInvalid) && diffOf(base, by.spec, session).type !== 'IGNORE')
  // an edit that already existed when the recovery began waits for it, and does not outdate it (V02)
  const differs = wanted === null || (!(isAgain(purpose) && operation.targetGeneration === generation) && isEdited(wanted))
  return { target: { ...target.right, job: running }, mode: job.upgradeMode, differs }
}
