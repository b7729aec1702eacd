import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Json, JsonObject } from '@flink-operator/core/resource'
import type { HashedApplication, HashOptions } from '../hash/hashed-application.ts'
import { environment, environmentFrom, volumeMounts, resourceRequirements } from '../kubernetes-json/container-types.ts'
import { rewritten } from '../kubernetes-json/go-type.ts'
import type { FlinkApplicationSpec } from '../spec/flink-application-spec.ts'
import { flinkProperties } from './flink-properties.ts'
import type { Role } from './flink-application-labels.ts'
import { configOf, resourcesOf } from './memory.ts'
import { unlessEmpty } from './metadata.ts'

export const propertiesVariable = 'FLINK_PROPERTIES'

interface Port {
  readonly name: string
  readonly containerPort: number
}

/** The ports in the order in which they are written. Only the JobManager has the last but one. */
export const portsOf = ({ rpcPort, blobPort, queryPort, uiPort, metricsQueryPort }: FlinkApplicationSpec, role: Role): readonly Port[] => [
  { name: 'rpc', containerPort: rpcPort },
  { name: 'blob', containerPort: blobPort },
  { name: 'query', containerPort: queryPort },
  ...(role === 'jobmanager' ? [{ name: 'ui', containerPort: uiPort }] : []),
  { name: 'metrics', containerPort: metricsQueryPort },
]

const fromField = (name: string, fieldPath: string): JsonObject => ({ name, valueFrom: { fieldRef: { fieldPath } } })

/** Empty if the configuration can't be rendered. Lyft's operator hashes such a spec in this form; validation rejects it (LD27). */
const flinkVariables = ({ meta, spec }: HashedApplication): readonly JsonObject[] =>
  pipe(
    flinkProperties(spec),
    E.match((): readonly JsonObject[] => [], properties => [
      { name: 'APP_NAME', value: meta.name },
      { name: propertiesVariable, value: properties },
      fromField('HOST_NAME', 'metadata.name'),
      fromField('HOST_IP', 'status.podIP'),
    ]),
  )

/** Section 3.5: the variables of the user come last, so that they may refer to those of the operator. */
const variables = (application: HashedApplication, role: Role): Json =>
  rewritten(environment, [
    { name: 'AWS_METADATA_SERVICE_TIMEOUT', value: '5' },
    { name: 'AWS_METADATA_SERVICE_NUM_ATTEMPTS', value: '20' },
    ...flinkVariables(application),
    ...(application.colour === null ? [] : [{ name: 'FLINK_APPLICATION_VERSION', value: application.colour }]),
    { name: 'FLINK_DEPLOYMENT_TYPE', value: role },
    ...configOf(application.spec, role).envConfig.env,
  ])

const readinessProbe = (port: number): JsonObject => ({
  httpGet: { path: '/overview', port },
  initialDelaySeconds: 10,
  timeoutSeconds: 1,
  periodSeconds: 5,
  successThreshold: 1,
  failureThreshold: 2,
})

/** The container of a role, without parts that depend on the hash (lyft-flinkapplication.md, section 3.4). */
export const container = (application: HashedApplication, { containerNameFormat }: HashOptions, role: Role): JsonObject => {
  const { spec } = application
  return {
    name: containerNameFormat === '' ? role : containerNameFormat.replaceAll('%s', role),
    ...unlessEmpty('image', spec.image),
    imagePullPolicy: spec.imagePullPolicy === '' ? 'IfNotPresent' : spec.imagePullPolicy,
    args: [role],
    ports: portsOf(spec, role).map(({ name, containerPort }) => ({ name, containerPort })),
    ...unlessEmpty('envFrom', rewritten(environmentFrom, configOf(spec, role).envConfig.envFrom)),
    env: variables(application, role),
    resources: rewritten(resourceRequirements, resourcesOf(spec, role)),
    ...unlessEmpty('volumeMounts', rewritten(volumeMounts, spec.volumeMounts)),
    ...(role === 'jobmanager' ? { readinessProbe: readinessProbe(spec.uiPort) } : {}),
  }
}
