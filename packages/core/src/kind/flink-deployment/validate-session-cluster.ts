import * as E from 'fp-ts/lib/Either.js'
import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import type { DeployedCluster, NothingDeployed } from '../../cluster/deployed-spec.ts'
import { decodeRecordedSpec, type RecordedSpec, readRecords } from '../../crd/recorded-spec.ts'
import type { Env } from '../../contract/env.ts'
import { deployConfiguration } from '../../flink/configuration/deploy-configuration.ts'
import { secretsOfResource } from '../../contract/redaction/resource-secrets.ts'
import type { DecodeError } from '../../contract/resource/finding.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { Resource, ResourceMeta } from '../../contract/resource/resource.ts'
import type { SessionClusterDesired } from './session-cluster/session-cluster-round.ts'
import { changeOf, type Configure, deployedOf, isBesideEdit, isEdited, isOnPurpose, recordOfAttempt, stableOf } from './deployed-cluster.ts'
import { configuredCluster, modeOf, statusUnread, unreadSpec, usersSpec } from './users-spec.ts'

type Record = E.Either<DecodeError, RecordedSpec<FlinkDeploymentSpec>>

const configure: Configure<RecordedSpec<FlinkDeploymentSpec>, ConfiguredCluster> = (effective, { spec }) =>
  configuredCluster(effective, spec)

const readRecord = (
  record: Record | null,
): RecordedSpec<FlinkDeploymentSpec> | null => (record !== null && E.isRight(record) ? record.right : null)

/**
 * The spec that a session cluster works towards: the spec of the user if it is valid, else the last valid one with the error as a finding
 * (control-flow.md, section 2.2/6; P10).
 */
export const validateSessionCluster = (
  { meta, spec, status, unread = [] }: Resource<FlinkDeploymentSpec, FlinkDeploymentStatus>,
  env: Env,
  secrets: readonly string[] = secretsOfResource({ meta, spec, status }, env),
): SessionClusterDesired => {
  const records = readRecords(decodeRecordedSpec, status.reconciliationStatus)
  const specUnread = unread.filter(({ path }) => path.startsWith('spec'))
  const users = specUnread[0] === undefined ? usersSpec(meta, spec, readRecord(records.reconciled), env) : unreadSpec(specUnread[0])
  const recorded = { meta, spec, status, records, users: users.configured }
  const deployed = deployedOf(recorded, env, configure)
  const { invalid, configured } = users
  const wanted = configured ?? (deployed._tag === 'Deployed' ? deployed.running : null)
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
    stable: stableOf(deployed._tag === 'Deployed' ? deployed.stable : null, recorded, env, configure),
    attempt: attemptOf({ meta, status, deployed, wanted, isInvalid: invalid !== null }, env),
    ...changeOf(deployed, configured, status, env),
  }
}

interface Attempted {
  readonly meta: ResourceMeta
  readonly status: FlinkDeploymentStatus
  readonly deployed: NothingDeployed | DeployedCluster
  readonly wanted: ConfiguredCluster | null
  readonly isInvalid: boolean
}

/**
 * The target of the deploy attempt in progress. The attempt is made from the recorded spec alone, which is the spec that it was begun with.
 */
const attemptOf = (
  { meta, status: { operation }, deployed, wanted, isInvalid }: Attempted,
  env: Env,
): SessionClusterDesired['attempt'] => {
  if (operation?.kind !== 'Deploy' || deployed._tag !== 'Deployed') return null
  const record = recordOfAttempt(operation, deployed)
  const target = configure(deployConfiguration({ ...meta, generation: operation.targetGeneration }, record.spec, env.flinkDefaults), {
    spec: record.spec,
    firstDeployment: null,
  })
  if (E.isLeft(target)) return null
  const base = isOnPurpose(operation) ? deployed.reconciled.spec : record.spec
  return {
    target: target.right,
    differs: wanted === null || (!isBesideEdit(operation, meta) && isEdited(operation, isInvalid, base, wanted)),
  }
}
