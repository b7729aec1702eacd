import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { isAtLeast, type FlinkVersion } from '../../contract/resource/flink-version.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { withoutKeys } from './alias-table.ts'
import { withClusterMode } from './cluster-mode.ts'
import type { ConfigurationError } from './configuration-error.ts'
import type { FlinkConfiguration, FlinkDefaults } from './flink-defaults.ts'
import { flatten, defaultConfiguration } from './layers.ts'
import { isHighAvailabilityOn } from './high-availability-mode.ts'
import { parallelism, taskManagersFor } from './parallelism.ts'
import { podTemplates, type PodTemplates } from './pod-template.ts'
import { processResource } from './process-resource.ts'

/** Everything that the operator needs to start a cluster or to connect to it. */
export interface EffectiveConfiguration {
  readonly configuration: FlinkConfiguration
  readonly jobManagerPodTemplate: JsonObject | null
  readonly taskManagerPodTemplate: JsonObject | null
  /** Content of the log files: from the spec, else the operator's defaults. */
  readonly logConfiguration: Readonly<Record<string, string>>
}

/** Identity of the cluster. The generation is null if it is unknown. */
export interface ClusterMeta {
  readonly namespace: string
  readonly name: string
  readonly generation: number | null
}

type Made<A> = E.Either<ConfigurationError, A>

const pullPolicies = ['IfNotPresent', 'Always', 'Never']

const isBlank = (text: string | null): boolean => text === null || text.trim() === ''

/** Sections 9.1 and 9.3 to 9.5 of the step table: fields of the spec that map to one key each. */
const simpleFields = (spec: FlinkDeploymentSpec, version: FlinkVersion): Made<FlinkConfiguration> => {
  const { image, imagePullPolicy, serviceAccount } = spec
  if (imagePullPolicy !== null && !isBlank(imagePullPolicy) && !pullPolicies.includes(imagePullPolicy))
    return E.left({
      field: 'imagePullPolicy',
      found: imagePullPolicy,
      expected: pullPolicies.join(', '),
      message: `'${imagePullPolicy}' is not an image pull policy`,
    })
  return E.right({
    ...(isBlank(image) ? {}
      : { [isAtLeast(version, 'v1_17') ? 'kubernetes.container.image.ref' : 'kubernetes.container.image']: image ?? '' }),
    ...(isBlank(imagePullPolicy) ? {} : { 'kubernetes.container.image.pull-policy': imagePullPolicy ?? '' }),
    ...(serviceAccount === null ? {} : { 'kubernetes.service-account': serviceAccount }),
  })
}

const replicas = (
  key: string,
  count: number | null | undefined,
): FlinkConfiguration => (count != null && count > 0 ? { [key]: String(count) } : {})

const processes = (spec: FlinkDeploymentSpec, version: FlinkVersion): Made<FlinkConfiguration> => {
  const { jobManager, taskManager } = spec
  return pipe(
    E.Do,
    E.apS('job', jobManager === null ? E.right({}) : processResource('jobmanager', version, jobManager)),
    E.apS('task', taskManager === null ? E.right({}) : processResource('taskmanager', version, taskManager)),
    E.map(({ job, task }) => ({
      ...job,
      ...replicas('kubernetes.jobmanager.replicas', jobManager?.replicas),
      ...task,
      ...replicas(taskManagerReplicas, taskManager?.replicas),
    })),
  )
}

const taskManagerReplicas = 'kubernetes.internal.taskmanager.replicas'

/** A standalone application starts as many TaskManagers as its parallelism needs, unless the number is configured. */
const withTaskManagers = (spec: FlinkDeploymentSpec, configuration: FlinkConfiguration): Made<FlinkConfiguration> =>
  spec.job === null || spec.mode !== 'standalone' || Object.hasOwn(configuration, taskManagerReplicas)
    ? E.right(configuration)
    : pipe(
      parallelism(spec, spec.job, configuration),
      E.chain(parallel => taskManagersFor(configuration, parallel)),
      E.map(count => ({ ...configuration, [taskManagerReplicas]: String(count) })),
    )

const templateKeys = {
  jobManagerPodTemplate: 'kubernetes.pod-template-file.jobmanager',
  taskManagerPodTemplate: 'kubernetes.pod-template-file.taskmanager',
} as const

/** Removes template files from the configuration if the spec has a pod template for the same process. */
const withoutTemplateFiles = (configuration: FlinkConfiguration, templates: PodTemplates): FlinkConfiguration =>
  withoutKeys(
    configuration,
    (['jobManagerPodTemplate', 'taskManagerPodTemplate'] as const).filter(it => templates[it] !== null).map(it => templateKeys[it]),
  )

const identity = ({ namespace, name }: ClusterMeta, configuration: FlinkConfiguration): FlinkConfiguration => ({
  ...configuration,
  'kubernetes.namespace': namespace,
  'kubernetes.cluster-id': name,
  ...(isHighAvailabilityOn(configuration) ? { 'high-availability.cluster-id': name } : {}),
})

const logFiles = ['log4j-console.properties', 'logback-console.xml']

const logConfiguration = (spec: FlinkDeploymentSpec, defaults: FlinkDefaults): Readonly<Record<string, string>> =>
  spec.logConfiguration === null
    ? defaults.logConfiguration
    : Object.fromEntries(Object.entries(spec.logConfiguration).filter(([file]) => logFiles.includes(file)))

const ofVersion = (
  meta: ClusterMeta,
  spec: FlinkDeploymentSpec,
  defaults: FlinkDefaults,
  version: FlinkVersion,
): Made<EffectiveConfiguration> => {
  const start: FlinkConfiguration = {
    'kubernetes.rest-service.exposed.type': 'ClusterIP',
    'web.cancel.enable': 'false',
    ...defaultConfiguration(defaults, meta.namespace, version),
    ...flatten(spec.flinkConfiguration),
    '$internal.flink.version': version,
  }
  return pipe(
    E.Do,
    E.apS('fields', simpleFields(spec, version)),
    E.apS('templates', podTemplates(spec, start)),
    E.apS('processes', processes(spec, version)),
    E.bind('sized', made => withTaskManagers(spec, withoutTemplateFiles({ ...start, ...made.fields, ...made.processes }, made.templates))),
    E.bind('whole', ({ sized }) => withClusterMode(spec, meta.name, sized)),
    E.map(({ whole, templates }) => ({
      configuration: identity(meta, whole),
      ...templates,
      logConfiguration: logConfiguration(spec, defaults),
    })),
  )
}

/**
 * Builds the configuration of a cluster from its spec (api-and-config.md, section 9), without the additions of a deploy (section 10). Left:
 * a value of the spec, or of an option that it depends on, does not parse.
 */
export const effectiveConfiguration = (
  meta: ClusterMeta,
  spec: FlinkDeploymentSpec,
  defaults: FlinkDefaults,
): Made<EffectiveConfiguration> =>
  spec.flinkVersion === null
    ? E.left({ field: 'flinkVersion', found: 'null', expected: 'a Flink version such as v1_20', message: 'Flink Version must be defined.' })
    : ofVersion(meta, spec, defaults, spec.flinkVersion)
