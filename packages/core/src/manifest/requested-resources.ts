import { parseQuantity, rationalToNumber } from '../flink/configuration/parse-quantity.ts'
import type { JsonObject, Json } from '../contract/resource/json.ts'
import { arrayAt, isJsonObject, objectAt, textAt } from './json-field.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { decodeRecordedSpec } from '../crd/recorded-spec.ts'
import { type EffectiveConfiguration, effectiveConfiguration } from '../flink/configuration/effective-configuration.ts'
import type { FlinkConfiguration, FlinkDefaults } from '../flink/configuration/flink-defaults.ts'
import * as model from '../flink/configuration/memory-model.ts'
import type { DeploymentMode, FlinkDeploymentSpec } from '../contract/resource/flink-deployment-spec.ts'
import type { FlinkVersion } from '../contract/resource/flink-version.ts'
import type { Role } from './object-metadata.ts'
import { mapMainContainer, podFromTemplate, podTemplateSpec } from './pod.ts'
import { readInteger } from './read-option.ts'
import { containerResources, jobManagerCores, type ProcessAmounts, taskManagerCores } from './resources.ts'

/** In cores and bytes. */
export interface Requests {
  readonly cpu: number
  readonly memory: number
}

export const noRequests: Requests = { cpu: 0, memory: 0 }

export const addedRequests = (a: Requests, b: Requests): Requests => ({ cpu: a.cpu + b.cpu, memory: a.memory + b.memory })

export const timesRequests = (count: number, { cpu, memory }: Requests): Requests => ({ cpu: count * cpu, memory: count * memory })

const larger = (a: Requests, b: Requests): Requests => ({ cpu: Math.max(a.cpu, b.cpu), memory: Math.max(a.memory, b.memory) })

/** A limit without a request also counts as the request. An unreadable amount counts as 0. */
const amount = (container: JsonObject, name: keyof Requests): number => {
  const resources = objectAt(container, 'resources')
  const found = objectAt(resources, 'requests')[name] ?? objectAt(resources, 'limits')[name]
  const quantity = typeof found === 'number' || typeof found === 'string' ? parseQuantity(String(found)) : null
  return quantity === null ? 0 : Math.max(0, rationalToNumber(quantity))
}

const requestsOf = (container: JsonObject): Requests => ({ cpu: amount(container, 'cpu'), memory: amount(container, 'memory') })

const total = (containers: readonly JsonObject[]): Requests => containers.map(requestsOf).reduce(addedRequests, noRequests)

/** An init container that always restarts keeps running beside the others. */
const isSidecar = (container: JsonObject): boolean => container['restartPolicy'] === 'Always'

/**
 * The resources that the scheduler reserves for a pod: the sum of all containers, or the largest need during the init containers, if that
 * is more.
 */
export const podRequests = (spec: JsonObject): Requests => {
  const inits = arrayAt(spec, 'initContainers').filter(isJsonObject)
  const whileInit = inits.map((container, index) => addedRequests(requestsOf(container), total(inits.slice(0, index).filter(isSidecar))))
  return [addedRequests(total(arrayAt(spec, 'containers').filter(isJsonObject)), total(inits.filter(isSidecar))), ...whileInit]
    .reduce(larger)
}

type Read<A> = E.Either<unknown, A>

interface Pods {
  readonly effective: Pick<EffectiveConfiguration, 'configuration' | 'jobManagerPodTemplate' | 'taskManagerPodTemplate'>
  readonly flinkVersion: FlinkVersion
  readonly mode: DeploymentMode
}

/** The resources of a role's main container. */
const mainContainer = {
  jobmanager: ({ effective: { configuration } }: Pods) =>
    pipe(
      model.jobManagerMemory(configuration),
      E.chainW(({ process }) => pipe(jobManagerCores(configuration), E.map(cores => ({ bytes: process, cores })))),
    ),
  taskmanager: ({ effective: { configuration }, flinkVersion }: Pods) =>
    pipe(
      model.taskManagerMemory(configuration, flinkVersion),
      E.chainW(({ process }) => pipe(taskManagerCores(configuration), E.map(cores => ({ bytes: process, cores })))),
    ),
} satisfies Record<Role, (pods: Pods) => Read<ProcessAmounts>>

const templateOf = { jobmanager: 'jobManagerPodTemplate', taskmanager: 'taskManagerPodTemplate' } as const

/** The requests of one rendered pod: its template, with memory and cores of the main container from the configuration. */
const podOf = (pods: Pods, role: Role): Read<Requests> => {
  const { effective } = pods
  const pod = podFromTemplate(effective[templateOf[role]])
  return pipe(
    mainContainer[role](pods),
    E.chainW(amounts =>
      containerResources(objectAt(pod.mainContainer, 'resources'), {
        configuration: effective.configuration,
        role,
        amounts,
        check: 'Unchecked',
      })
    ),
    E.map(resources => podRequests(podTemplateSpec(mapMainContainer(container => ({ ...container, resources }))(pod)).spec)),
  )
}

const replicas = (configuration: FlinkConfiguration, key: string): number => pipe(readInteger(configuration, key, 1), E.getOrElse(() => 0))

/**
 * The resource requests of a cluster's pods, from the configuration and the templates that they are rendered from. `taskManagers`: how many
 * Flink requests in native mode; a standalone cluster has a Deployment of them. A pod that can't be rendered counts as 0.
 */
export const clusterRequests = (pods: Pods, taskManagers: number): Requests => {
  const { effective: { configuration }, mode } = pods
  const counts = {
    jobmanager: replicas(configuration, 'kubernetes.jobmanager.replicas'),
    taskmanager: mode === 'standalone' ? replicas(configuration, 'kubernetes.internal.taskmanager.replicas') : taskManagers,
  }
  const requested = (role: Role): Requests => timesRequests(counts[role], pipe(podOf(pods, role), E.getOrElse(() => noRequests)))
  return addedRequests(requested('jobmanager'), requested('taskmanager'))
}

const inForce = (resource: JsonObject, status: JsonObject): string => {
  const record = objectAt(status, 'reconciliationStatus')
  const stable = textAt(record, 'state') === 'ROLLED_BACK' ? textAt(record, 'lastStableSpec') : null
  return stable ?? textAt(record, 'lastReconciledSpec') ?? JSON.stringify({ spec: resource['spec'] ?? {} })
}

/** The version for a spec without one, which is never deployed; its sizes are computed as for this version. */
const anyVersion: FlinkVersion = 'v1_20'

const ofSpec = (resource: JsonObject, spec: FlinkDeploymentSpec, taskManagers: number, defaults: FlinkDefaults): Read<Requests> => {
  const flinkVersion = spec.flinkVersion ?? anyVersion
  const metadata = objectAt(resource, 'metadata')
  const meta = { namespace: textAt(metadata, 'namespace') ?? '', name: textAt(metadata, 'name') ?? '', generation: null }
  return pipe(
    effectiveConfiguration(meta, { ...spec, flinkVersion }, defaults),
    E.map(effective => clusterRequests({ effective, flinkVersion, mode: spec.mode ?? 'native' }, taskManagers)),
  )
}

/**
 * The resource requests of a FlinkDeployment's pods: by the last deployed spec; before the first deployment, by its own. 0: nothing runs,
 * or the spec can't be read.
 */
export const requestedResources = (resource: JsonObject | null, status: unknown, defaults: FlinkDefaults): Requests => {
  const seen = isJsonObject(status as Json) ? status as JsonObject : {}
  if (resource === null || textAt(seen, 'jobManagerDeploymentStatus') === 'MISSING') return noRequests
  const count = objectAt(seen, 'taskManager')['replicas']
  const taskManagers = typeof count === 'number' && count > 0 ? count : 0
  return pipe(
    decodeRecordedSpec(inForce(resource, seen)),
    E.chainW(({ spec }) => ofSpec(resource, spec, taskManagers, defaults)),
    E.getOrElse(() => noRequests),
  )
}
