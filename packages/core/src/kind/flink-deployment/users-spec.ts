import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ConfiguredCluster } from '../../cluster/configured-spec.ts'
import type { DeployedCluster, NothingDeployed } from '../../cluster/deployed-spec.ts'
import { objectFindings } from '../../cluster/manifest/renderable.ts'
import { describeDecodeError } from '../../codec/decode-error.ts'
import { recordedBasics, type RecordedSpec } from '../../codec/recorded-spec.ts'
import type { Env } from '../../env.ts'
import type { ConfigurationError } from '../../flink-configuration/configuration-error.ts'
import { deployConfiguration } from '../../flink-configuration/deploy-configuration.ts'
import type { EffectiveConfiguration } from '../../flink-configuration/effective-configuration.ts'
import { isDecidedBy } from '../../job/record/unread.ts'
import { resourceOptions } from '../../operator-options/resource-options.ts'
import { hidden, isSensitive } from '../../redaction/sensitive-name.ts'
import type { DecodeError, Finding } from '../../resource/finding.ts'
import type { DeploymentMode, FlinkDeploymentSpec } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import { boundedFindings, firstError } from '../../validation/rule.ts'
import { validateFlinkDeployment } from '../../validation/validate-flink-deployment.ts'

const finding = ({ field, message }: ConfigurationError): Finding => ({ severity: 'Error', field: `spec.${field}`, message })

/** A spec with the configuration that was made of it; Left: none can be. */
export const configuredCluster = (
  effective: E.Either<ConfigurationError, EffectiveConfiguration>,
  spec: FlinkDeploymentSpec,
): E.Either<ConfigurationError, ConfiguredCluster> =>
  pipe(
    effective,
    E.map(it => ({ spec, flinkVersion: spec.flinkVersion, effective: it, options: resourceOptions(it.configuration).options })),
  )

/** The user's spec, as far as it is valid. */
export interface UsersSpec {
  readonly findings: readonly Finding[]
  readonly invalid: Finding | null
  /** Null if it is not valid. */
  readonly configured: ConfiguredCluster | null
}

export const usersSpec = (
  meta: ResourceMeta,
  spec: FlinkDeploymentSpec,
  recorded: RecordedSpec<FlinkDeploymentSpec> | null,
  env: Env,
): UsersSpec => {
  const findings = [
    ...validateFlinkDeployment({ meta, spec, recorded, defaults: env.flinkDefaults, options: env.options }),
    ...env.found ?? [],
  ]
  const made = configuredCluster(deployConfiguration(meta, spec, env.flinkDefaults), spec)
  // rendered only where nothing else is wrong: what is wrong is told once
  const more = firstError(findings) !== null ? []
    : E.isLeft(made) ? [finding(made.left)] : objectFindings(meta, spec.mode ?? 'native', made.right)
  const all = boundedFindings([...findings, ...more])
  const invalid = firstError(all)
  return { findings: all, invalid, configured: invalid === null && E.isRight(made) ? made.right : null }
}

export const withoutSecret = (error: DecodeError): DecodeError => (isSensitive(error.path) ? { ...error, found: hidden } : error)

/** Nobody can work towards it; the last good one is in force. */
export const unreadSpec = (error: DecodeError): UsersSpec => {
  const invalid: Finding = {
    severity: 'Error',
    field: error.path,
    message: `${describeDecodeError(withoutSecret(error))}. What runs stays as it is`,
  }
  return { findings: [invalid], invalid, configured: null }
}

export const modeOf = (
  deployed: NothingDeployed | DeployedCluster,
  spec: FlinkDeploymentSpec,
  { reconciliationStatus }: FlinkDeploymentStatus,
): DeploymentMode =>
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
export const statusUnread = (
  { operation }: FlinkDeploymentStatus,
  deployed: NothingDeployed | DeployedCluster,
  stable: E.Either<DecodeError, unknown> | null,
  unread: readonly DecodeError[],
): readonly DecodeError[] => {
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
