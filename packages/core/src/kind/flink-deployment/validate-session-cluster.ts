import * as E from 'fp-ts/lib/Either.js'
import type { ConfiguredCluster } from '../../cluster/configured-spec.ts'
import type { DeployedCluster, NothingDeployed } from '../../cluster/deployed-spec.ts'
import { restEndpointOf } from '../../cluster/seen/rest-endpoint.ts'
import { decodeRecordedSpec, type RecordedSpec, readRecords, type Records } from '../../codec/recorded-spec.ts'
import type { Env } from '../../env.ts'
import { deployConfiguration } from '../../flink-configuration/deploy-configuration.ts'
import { observeConfiguration } from '../../flink-configuration/observe-configuration.ts'
import { secretsOfResource } from '../../redaction/resource-secrets.ts'
import type { DecodeError } from '../../resource/finding.ts'
import type { FlinkDeploymentSpec } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { isAgain } from '../../resource/operation.ts'
import type { Resource } from '../../resource/resource.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import type { SessionClusterDesired } from '../../session-cluster/session-cluster-desired.ts'
import { specDiff, type SpecDiff } from '../../spec-diff/spec-diff.ts'
import { configuredCluster, modeOf, statusUnread, unreadSpec, usersSpec } from './users-spec.ts'

type Record = E.Either<DecodeError, RecordedSpec<FlinkDeploymentSpec>>

const noDiff: SpecDiff = { type: 'IGNORE', changes: [], text: '' }

const readRecord = (
  record: Record | null,
): RecordedSpec<FlinkDeploymentSpec> | null => (record !== null && E.isRight(record) ? record.right : null)

/**
 * What a session cluster works towards: its spec where that is valid, else the last good one with the error as a finding (control-flow.md,
 * section 2.2/6; P10).
 */
export const validateSessionCluster = (
  { meta, spec, status, unread = [] }: Resource<FlinkDeploymentSpec, FlinkDeploymentStatus>,
  env: Env,
  secrets: readonly string[] = secretsOfResource({ meta, spec, status }, env),
): SessionClusterDesired => {
  const records = readRecords(decodeRecordedSpec, status.reconciliationStatus)
  const specUnread = unread.filter(({ path }) => path.startsWith('spec'))
  const users = specUnread[0] === undefined ? usersSpec(meta, spec, readRecord(records.reconciled), env) : unreadSpec(specUnread[0])
  const deployed = deployedOf({ meta, spec, status, records, users: users.configured }, env)
  const { invalid, configured } = users
  const wanted = configured ?? (deployed._tag === 'Deployed' ? deployed.running : null)
  const diff = deployed._tag === 'Deployed' && configured !== null
    ? specDiff(deployed.reconciled.spec, configured.spec, configured.spec.mode ?? 'native', env.options.eventsShowValues) : noDiff
  return {
    runs: 'AnyJobs',
    meta,
    mode: modeOf(deployed, spec, status),
    unread: [...specUnread, ...statusUnread(status, deployed, records.stable, unread)],
    findings: users.findings,
    secrets,
    invalid,
    wanted,
    generation: invalid === null ? meta.generation : (status.observedGeneration ?? meta.generation),
    deployed,
    stable: stableOf(deployed, { ...meta, generation: status.observedGeneration }, env),
    attempt: attemptOf({ meta, status, deployed, wanted, isInvalid: invalid !== null }, env),
    diff,
    wantsWhatRuns: status.reconciliationStatus.state === 'ROLLED_BACK' && deployed._tag === 'Deployed' && configured !== null
      && specDiff(deployed.running.spec, configured.spec, configured.spec.mode ?? 'native').type === 'IGNORE',
  }
}

interface Recorded {
  readonly meta: ResourceMeta
  readonly spec: FlinkDeploymentSpec
  readonly status: FlinkDeploymentStatus
  readonly records: Records<Record>
  /** Null if it is not valid. */
  readonly users: ConfiguredCluster | null
}

const deployedOf = (
  { meta, spec: current, status, records: { reconciled: recorded, stable: decodedStable }, users }: Recorded,
  env: Env,
): NothingDeployed | DeployedCluster => {
  if (recorded === null) return { _tag: 'Never' }
  const endpoint = users === null ? null : restEndpointOf(meta, users.options)
  if (E.isLeft(recorded)) return { _tag: 'Undecodable', error: recorded.left, endpoint }
  const stable = readRecord(decodedStable)
  const { spec } = status.reconciliationStatus.state === 'ROLLED_BACK' && stable !== null ? stable : recorded.right
  const running = configuredCluster(observeConfiguration(meta, spec, current, env.flinkDefaults), spec)
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

type DeployedAs = NothingDeployed | DeployedCluster
type Generation = Omit<ResourceMeta, 'generation'> & { readonly generation: number | null }

const stableOf = (deployed: DeployedAs, meta: Generation, env: Env): ConfiguredCluster | null => {
  if (deployed._tag !== 'Deployed' || deployed.stable === null) return null
  const { spec } = deployed.stable
  const made = configuredCluster(deployConfiguration(meta, spec, env.flinkDefaults), spec)
  return E.isRight(made) ? made.right : null
}

interface Attempted {
  readonly meta: ResourceMeta
  readonly status: FlinkDeploymentStatus
  readonly deployed: DeployedAs
  readonly wanted: ConfiguredCluster | null
  readonly isInvalid: boolean
}

/** The spec that a deploy attempt was begun with is the recorded one: the attempt is made from it alone. */
const attemptOf = (
  { meta, status: { operation }, deployed, wanted, isInvalid }: Attempted,
  env: Env,
): SessionClusterDesired['attempt'] => {
  if (operation?.kind !== 'Deploy' || deployed._tag !== 'Deployed') return null
  const { purpose, targetGeneration: generation } = operation
  const { spec } = purpose === 'Rollback' && deployed.stable !== null ? deployed.stable
    : isAgain(purpose) ? deployed.running : deployed.reconciled
  const target = configuredCluster(deployConfiguration({ ...meta, generation }, spec, env.flinkDefaults), spec)
  if (E.isLeft(target)) return null
  // a rollback and a recovery put up something else than what is wanted, on purpose: outdated by an edit against the record alone, which an
  // invalid spec is not (B39)
  const isOnPurpose = purpose === 'Rollback' || isAgain(purpose)
  // begun beside an edit that waits for it (V02)
  const isBesideEdit = isAgain(purpose) && generation === meta.generation
  const base = isOnPurpose ? deployed.reconciled.spec : spec
  return {
    target: target.right,
    differs: wanted === null
      || (!isBesideEdit && !(isOnPurpose && isInvalid) && specDiff(base, wanted.spec, wanted.spec.mode ?? 'native').type !== 'IGNORE'),
  }
}
