import { isAtLeast } from '../../contract/resource/flink-version.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, type Rule } from './rule.ts'
import { isStateless, stateKeptIn } from '../../contract/resource/upgrade-mode.ts'

type VersionRule = Rule<FlinkDeploymentInput>

/** Row 2a. If a user removes the version, the reference operator stops managing the running job (D-14); here the last good spec stays. */
export const flinkVersionPresent: VersionRule = ({ spec }) =>
  errorIf(spec.flinkVersion === null, 'flinkVersion', 'Flink Version must be defined.')

/** Row 2b, D-14. */
export const flinkVersionSupported: VersionRule = ({ spec }) =>
  errorIf(
    spec.flinkVersion !== null && !isAtLeast(spec.flinkVersion, 'v1_15'),
    'flinkVersion',
    `Flink version ${spec.flinkVersion ?? ''} is not supported by this operator version`,
  )

/** Row 2c: HA metadata of one version can't be read by another (B15). */
export const flinkVersionAfterLastStateSuspend: VersionRule = ({ spec, recorded }) => {
  const before = recorded?.spec
  return errorIf(
    before?.job?.state === 'suspended' && stateKeptIn[before.job.upgradeMode] === 'HaMetadata' && before.flinkVersion !== spec.flinkVersion
      && spec.job !== null && !isStateless(spec.job.upgradeMode),
    'flinkVersion',
    'Changing flinkVersion after last-state suspend is not allowed. Restore your cluster with the current flinkVersion and perform the version upgrade afterwards.',
  )
}
