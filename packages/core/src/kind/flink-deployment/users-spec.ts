import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import type { DeployedCluster, NothingDeployed } from '../../cluster/deployed-spec.ts'
import { objectFindings } from '../../manifest/renderable.ts'
import { describeDecodeError } from '../../crd/decode-error.ts'
import { recordedBasics, type RecordedSpec } from '../../crd/recorded-spec.ts'
import type { Env } from '../../contract/env.ts'
import type { ConfigurationError } from '../../flink/configuration/configuration-error.ts'
import { deployConfiguration } from '../../flink/configuration/deploy-configuration.ts'
import type { EffectiveConfiguration } from '../../flink/configuration/effective-configuration.ts'
import { isDecidedBy } from '../../job/record/unread.ts'
import { resourceOptions } from '../../options/resource-options.ts'
import { hidden, isSensitive } from '../../contract/redaction/sensitive-name.ts'
import type { DecodeError, Finding } from '../../contract/resource/finding.ts'
import type { DeploymentMode, FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { ResourceMeta } from '../../contract/resource/resource.ts'
import { boundedFindings, firstError } from '../../spec/validation/rule.ts'
import { validateFlinkDeployment } from '../../spec/validation/validate-flink-deployment.ts'

const finding = ({ field, message }: ConfigurationError): Finding => ({ severity: 'Error', field: `spec.${field}`, message })

/** Adds the effective Flink configuration to a spec. Left: the configuration cannot be made from this spec. */
export const configuredCluster = (
  effective: E.Either<ConfigurationError, EffectiveConfiguration>,
  spec: FlinkDeploymentSpec,
): E.Either<ConfigurationError, ConfiguredCluster> =>
  pipe(
    effective,
    E.map(it => ({ spec, flinkVersion: spec.flinkVersion, effective: it, options: resourceOptions(it.configuration).options })),
  )

/** The spec of the user after validation. */
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
  // render the objects only if there is no other error, so that each error is reported once
  const more = firstError(findings) !== null ? []
    : E.isLeft(made) ? [finding(made.left)] : objectFindings(meta, spec.mode ?? 'native', made.right)
  const all = boundedFindings([...findings, ...more])
  const invalid = firstError(all)
  return { findings: all, invalid, configured: invalid === null && E.isRight(made) ? made.right : null }
}

export const withoutSecret = (error: DecodeError): DecodeError => (isSensitive(error.path) ? { ...error, found: hidden } : error)

/** A spec that cannot be read: the operator does not use it, and the last valid spec stays in force. */
export const unreadSpec = (error: DecodeError): UsersSpec => {
  const invalid: Finding = {
    severity: 'Error',
    field: error.path,
    message: `${describeDecodeError(withoutSecret(error))}. The running cluster stays as it is`,
  }
  return { findings: [invalid], invalid, configured: null }
}

export const modeOf = (
  deployed: NothingDeployed | DeployedCluster,
  spec: FlinkDeploymentSpec,
  { reconciliationStatus }: FlinkDeploymentStatus,
): DeploymentMode =>
  (deployed._tag === 'Deployed' ? deployed.running.spec.mode : (spec.mode ?? modeIn(reconciliationStatus.lastReconciledSpec))) ?? 'native'

/** The deployment mode of a record that cannot be read completely. An edit cannot change the mode. */
const modeIn = (text: string | null): DeploymentMode | null => {
  const { mode } = recordedBasics(text)
  return mode === 'native' || mode === 'standalone' ? mode : null
}

/**
 * The unreadable parts of the status that decisions use. An unreadable record of the stable spec counts even while no decision needs it,
 * because the next write would overwrite it.
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
