import { repeated } from '@flink-operator/core/manifest'
import { adviceIf, errorIf, isBlank, type Rule } from '@flink-operator/core/validation'
import { portsOf } from '../objects/container.ts'
import { isHighlyAvailable } from '../objects/flink-properties.ts'
import { deleteModes, deploymentModes, modeOf, scaleModes, scalesInPlace } from '../spec/modes.ts'
import { type ApplicationInput, isBlueGreen } from './application-input.ts'

type ApplicationRule = Rule<ApplicationInput>

export const imagePresent: ApplicationRule = ({ spec }) => errorIf(isBlank(spec.image), 'image', 'image must be set')

/** The name becomes a path segment of a REST call. */
export const jarPresent: ApplicationRule = ({ spec: { jarName } }) =>
  errorIf(
    isBlank(jarName) || jarName.includes('/'),
    'jarName',
    'jarName must be set, and be the name of a file: the jar has to be in the web upload directory of the image',
  )

const atLeastOne = (field: string, value: number) => errorIf(value < 1, field, `${field} must be at least 1: ${value}`)

export const amountsPositive: ApplicationRule = ({ spec }) => [
  ...atLeastOne('parallelism', spec.parallelism),
  ...atLeastOne('jobManagerConfig.replicas', spec.jobManagerConfig.replicas),
  ...atLeastOne('taskManagerConfig.taskSlots', spec.taskManagerConfig.taskSlots),
  ...atLeastOne('maxCheckpointRestoreAgeSeconds', spec.maxCheckpointRestoreAgeSeconds ?? 1),
]

/** An API server rejects a Service that has the same port twice. */
export const portsDiffer: ApplicationRule = ({ spec }) => {
  const ports = portsOf(spec, 'jobmanager').map(({ containerPort }) => String(containerPort))
  return repeated(ports).flatMap(port =>
    errorIf(true, '', `rpcPort, blobPort, queryPort, uiPort and metricsQueryPort must differ: ${port}`)
  )
}

const oneOf = (field: string, value: string, allowed: readonly string[]) =>
  errorIf(value !== '' && !allowed.includes(value), field, `${field} must be one of ${allowed.join(', ')}: ${value}`)

export const modesKnown: ApplicationRule = ({ spec }) => [
  ...oneOf('deploymentMode', spec.deploymentMode, deploymentModes),
  ...oneOf('deleteMode', spec.deleteMode, deleteModes),
  ...oneOf('scaleMode', spec.scaleMode, scaleModes),
  ...oneOf('imagePullPolicy', spec.imagePullPolicy, ['Always', 'Never', 'IfNotPresent']),
]

/** LD24: detected even without another edit. The operator continues to look after the running job. */
export const modeUnchanged: ApplicationRule = ({ spec, recordedMode }) =>
  errorIf(
    recordedMode !== null && modeOf(spec.deploymentMode) !== recordedMode,
    'deploymentMode',
    `deploymentMode can't be changed from ${recordedMode ?? ''} to ${
      modeOf(spec.deploymentMode)
    }: delete the application with a savepoint and create it again`,
  )

/** Without high availability two JobManagers do not know each other, and would answer alternately. */
export const oneJobManagerWithoutHighAvailability: ApplicationRule = ({ spec }) =>
  errorIf(
    spec.jobManagerConfig.replicas > 1 && !isHighlyAvailable(spec),
    'jobManagerConfig.replicas',
    'jobManagerConfig.replicas over 1 needs high-availability in flinkConfig',
  )

export const withoutEffect: ApplicationRule = input => [
  ...adviceIf(
    isBlueGreen(input) && scalesInPlace(input.spec),
    'scaleMode',
    'scaleMode InPlace has no effect in BlueGreen mode: more parallelism is a normal update',
  ),
  ...adviceIf(
    !isBlueGreen(input) && input.spec.tearDownVersionHash !== '',
    'tearDownVersionHash',
    'tearDownVersionHash has no effect in Dual mode',
  ),
]

export const stateAdvice: ApplicationRule = ({ spec }) => [
  ...adviceIf(spec.savepointDisabled, 'savepointDisabled', 'an update starts the job without its state'),
  ...adviceIf(
    spec.fallbackWithoutState,
    'fallbackWithoutState',
    'an update that finds neither savepoint nor checkpoint starts the job without its state',
  ),
  ...adviceIf(
    spec.deleteMode === 'None',
    'deleteMode',
    'with deleteMode None the job ends without a savepoint when the resource is deleted',
  ),
  ...adviceIf(
    spec.forceRollback,
    'forceRollback',
    'while forceRollback is set, the operator deploys no update: unset it when the roll back is done',
  ),
  ...adviceIf(
    spec.savepointInfo.savepointLocation !== '',
    'savepointInfo.savepointLocation',
    spec.savepointPath === '' ? 'savepointInfo is deprecated: use savepointPath' : 'savepointInfo has no effect: savepointPath is set',
  ),
]
