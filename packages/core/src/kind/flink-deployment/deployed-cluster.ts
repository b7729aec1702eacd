import type { ClusterHost } from '../../cluster/observe/incarnation-seen.ts'
import type { OtherObject } from '../../cluster/observe/own-facts.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { Recorded, ResourceMeta } from '../../contract/resource/resource.ts'
import type { RenewedDeadline } from '../../job/record/renewed-deadline.ts'
import * as E from 'fp-ts/lib/Either.js'
import type { DeployedCluster, NothingDeployed } from '../../cluster/deployed-spec.ts'
import { restEndpointOf } from '../../cluster/observe/cluster-queries.ts'
import type { RecordedSpec, Records } from '../../crd/recorded-spec.ts'
import type { Env } from '../../contract/env.ts'
import type { DecodeError } from '../../contract/resource/finding.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { type DeployOperation, isAgain } from '../../contract/resource/operation.ts'
import type { ConfigurationError } from '../../flink/configuration/configuration-error.ts'
import { deployConfiguration, observeConfiguration } from '../../flink/configuration/deploy-configuration.ts'
import type { EffectiveConfiguration } from '../../flink/configuration/effective-configuration.ts'
import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import { specDiff, type SpecDiff } from '../../spec/diff/spec-diff.ts'

/**
 * What a round knows after folding the facts into the recorded status. If nothing changed, `status` is the same object as the recorded one.
 */
export interface ObservedCluster {
  readonly recorded: Recorded<FlinkDeploymentStatus>
  readonly status: FlinkDeploymentStatus
  /** Facts about objects that we own; a foreign object with the name of one of ours is not among them. */
  readonly facts: FlinkDeploymentFacts
  /** Foreign objects that have names that we need. */
  readonly others: readonly OtherObject[]
  readonly host: ClusterHost
  /** Paths of timestamps in the recorded status that were in the future (F15). */
  readonly ahead?: readonly string[]
  /** The new deadline of the operation, if it is later than the recorded one (F15). Absent: the recorded deadline applies. */
  readonly renewed?: RenewedDeadline
}

type Effective = E.Either<ConfigurationError, EffectiveConfiguration>

/** Adds the effective configuration to a recorded spec. Left: it can't be configured. */
export type Configure<Record, Running> = (effective: Effective, record: Record) => E.Either<ConfigurationError, Running>

/** A FlinkDeployment with its records. `users`: the spec of the user, null if it is not valid. */
export interface RecordedDeployment<Record> {
  readonly meta: ResourceMeta
  readonly spec: FlinkDeploymentSpec
  readonly status: FlinkDeploymentStatus
  readonly records: Records<E.Either<DecodeError, Record>>
  readonly users: Pick<ConfiguredCluster, 'options'> | null
}

interface Deployed<Record, Running> extends Pick<DeployedCluster, '_tag' | 'endpoint'> {
  readonly reconciled: Record
  readonly stable: Record | null
  readonly running: Running
}

/** The deployed spec, as recorded. In ROLLED_BACK the stable one runs. */
export const deployedOf = <Record extends RecordedSpec<FlinkDeploymentSpec>, Running extends ConfiguredCluster>(
  { meta, spec: current, status, records: { reconciled: recorded, stable: decodedStable }, users }: RecordedDeployment<Record>,
  env: Env,
  configure: Configure<Record, Running>,
): NothingDeployed | Deployed<Record, Running> => {
  if (recorded === null) return { _tag: 'Never' }
  const endpoint = users === null ? null : restEndpointOf(meta, users.options)
  if (E.isLeft(recorded)) return { _tag: 'Undecodable', error: recorded.left, endpoint }
  const stable = decodedStable !== null && E.isRight(decodedStable) ? decodedStable.right : null
  const record = status.reconciliationStatus.state === 'ROLLED_BACK' && stable !== null ? stable : recorded.right
  const running = configure(observeConfiguration(meta, record.spec, current, env.flinkDefaults), record)
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

/** The last stable spec, configured as it was deployed. Null: there is none, or it can't be configured. */
export const stableOf = <Record extends RecordedSpec<FlinkDeploymentSpec>, Running>(
  stable: Record | null,
  { meta, status }: Pick<RecordedDeployment<Record>, 'meta' | 'status'>,
  env: Env,
  configure: Configure<Record, Running>,
): Running | null => {
  const made = stable === null ? null
    : configure(deployConfiguration({ ...meta, generation: status.observedGeneration }, stable.spec, env.flinkDefaults), stable)
  return made !== null && E.isRight(made) ? made.right : null
}

/** The difference between the recorded and the wanted spec, and whether a user changed it back to what runs after a rollback (D-35). */
export const changeOf = (
  deployed: NothingDeployed | DeployedCluster,
  users: ConfiguredCluster | null,
  { reconciliationStatus: { state } }: FlinkDeploymentStatus,
  { options: { eventsShowValues } }: Env,
): { readonly diff: SpecDiff; readonly wantsWhatRuns: boolean } => {
  if (deployed._tag !== 'Deployed' || users === null) return { diff: { type: 'IGNORE', changes: [], text: '' }, wantsWhatRuns: false }
  const mode = users.spec.mode ?? 'native'
  return {
    diff: specDiff(deployed.reconciled.spec, users.spec, mode, eventsShowValues),
    wantsWhatRuns: state === 'ROLLED_BACK' && specDiff(deployed.running.spec, users.spec, mode).type === 'IGNORE',
  }
}

/** The record that an attempt is made from: the spec that it was begun with. */
export const recordOfAttempt = <Record, Running>(
  { purpose }: Pick<DeployOperation, 'purpose'>,
  { reconciled, stable, running }: Pick<Deployed<Record, Running>, 'reconciled' | 'stable' | 'running'>,
): Record | Running => (purpose === 'Rollback' && stable !== null ? stable : isAgain(purpose) ? running : reconciled)

/**
 * A rollback and a restart deploy another spec than the wanted one on purpose. Only an edit made after the recorded spec outdates them, and
 * an invalid spec does not (B39).
 */
export const isOnPurpose = ({ purpose }: Pick<DeployOperation, 'purpose'>): boolean => purpose === 'Rollback' || isAgain(purpose)

/** True if the operator began to recover the previous cluster while the current edit waits for it (V02). */
export const isBesideEdit = (
  { purpose, targetGeneration }: Pick<DeployOperation, 'purpose' | 'targetGeneration'>,
  { generation }: Pick<ResourceMeta, 'generation'>,
): boolean => isAgain(purpose) && targetGeneration === generation

/** True if the wanted spec differs from the one that the attempt was begun with, so that what was not sent yet is not sent. */
export const isEdited = (
  operation: Pick<DeployOperation, 'purpose'>,
  isInvalid: boolean,
  base: FlinkDeploymentSpec,
  { spec: wanted }: Pick<ConfiguredCluster, 'spec'>,
): boolean => !(isOnPurpose(operation) && isInvalid) && specDiff(base, wanted, wanted.mode ?? 'native').type !== 'IGNORE'
