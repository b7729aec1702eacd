import type { Json, JsonObject } from '../../contract/resource/json.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { deploymentOptions } from '../../options/deployment-options.ts'
import type { FlinkDeploymentSpec, ProcessResource, ResourceRequirements } from '../../contract/resource/flink-deployment-spec.ts'
import { optionConfigurationError, type ConfigurationError } from './configuration-error.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { readOption } from './option.ts'
import { startupProbe } from './startup-probe.ts'
import { isUsable } from './process-resource.ts'

/** Name of the container that Flink runs in. Flink finds the container by this name. */
export const mainContainerName = 'flink-main-container'

const objectOf = (
  value: Json | undefined,
): JsonObject => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {})
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

const isMain = (container: Json): boolean => objectOf(container)['name'] === mainContainerName

/** Changes the main container of the template. Adds a missing one as the last container (api-and-config.md, section 9.1.2). */
export const withMainContainer = (template: JsonObject | null, change: (container: JsonObject) => JsonObject): JsonObject => {
  const spec = objectOf(template?.['spec'])
  const containers = listOf(spec['containers'])
  const at = containers.findIndex(isMain)
  const changed = change(at < 0 ? { name: mainContainerName } : objectOf(containers[at]))
  return { ...template, spec: { ...spec, containers: at < 0 ? [...containers, changed] : containers.with(at, changed) } }
}

const withAmounts = (existing: Json | undefined, amounts: Readonly<Record<string, string | number>>): JsonObject =>
  Object.keys(amounts).length === 0 ? {} : { ...objectOf(existing), ...amounts }

/** Adds requests and limits to a container. They override those with the same name. */
export const withResources =
  (requests: Readonly<Record<string, string | number>>, limits: Readonly<Record<string, string | number>>) =>
  (container: JsonObject): JsonObject => {
    const existing = objectOf(container['resources'])
    const [moreRequests, moreLimits] = [withAmounts(existing['requests'], requests), withAmounts(existing['limits'], limits)]
    return {
      ...container,
      resources: {
        ...existing,
        ...(Object.keys(moreRequests).length > 0 ? { requests: moreRequests } : {}),
        ...(Object.keys(moreLimits).length > 0 ? { limits: moreLimits } : {}),
      },
    }
  }

/** Adds the start-up probe, unless the user set one. */
export const withStartupProbe = (startupProbe: JsonObject) => (container: JsonObject): JsonObject => ({ startupProbe, ...container })

/** How lists of two templates are merged: elements at the same position, or elements with the same `name`. */
export type ListMerge = 'by-position' | 'by-name'

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !isList(value)

/** Removes nulls and empty lists: Kubernetes and the reference operator's model treat them as absent. */
export const withoutAbsent = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, child]) => child !== null && !(isList(child) && child.length === 0))
      .map(([name, child]) => [name, cleaned(child)]),
  )

const cleaned = (value: Json): Json => (isList(value) ? value.map(cleaned) : isObject(value) ? withoutAbsent(value) : value)

const nameOf = (value: Json): string | null => (isObject(value) && typeof value['name'] === 'string' ? value['name'] : null)

/** Elements by name, in order of first appearance. Of equal names in one list the last wins. */
const byName = (list: readonly Json[]): ReadonlyMap<string, Json> => new Map(list.map(element => [nameOf(element) ?? '', element]))

/** Scalars keep the value of the base (C-D12). */
const mergeElement = (
  base: Json,
  over: Json,
  lists: ListMerge,
): Json => (isObject(base) && isObject(over) ? mergeObjects(base, over, lists) : base)

const mergeByName = (base: readonly Json[], over: readonly Json[]): readonly Json[] => {
  const [before, after] = [byName(base), byName(over)]
  const merged = Array.from(before, ([name, element]) => {
    const other = after.get(name)
    return other === undefined ? element : mergeElement(element, other, 'by-name')
  })
  return [...merged, ...Array.from(after).flatMap(([name, element]) => (before.has(name) ? [] : [element]))]
}

const mergeLists = (base: readonly Json[], over: readonly Json[], lists: ListMerge): readonly Json[] => {
  if (lists === 'by-name' && [...base, ...over].every(element => nameOf(element) !== null)) return mergeByName(base, over)
  const merged = base.map((element, at) => {
    const other = over[at]
    return other === undefined ? element : mergeElement(element, other, lists)
  })
  return [...merged, ...over.slice(base.length)]
}

const mergeField = (base: Json | undefined, over: Json, lists: ListMerge): Json => {
  if (isList(base) && isList(over)) return mergeLists(base, over, lists)
  if (isObject(base)) return isObject(over) ? mergeObjects(base, over, lists) : base
  return over
}

const mergeObjects = (base: JsonObject, over: JsonObject, lists: ListMerge): JsonObject => ({
  ...base,
  ...Object.fromEntries(Object.entries(over).map(([name, child]) => [name, mergeField(base[name], child, lists)])),
})

/**
 * Merges the pod template `over` into `base` (api-and-config.md, section 9.1). Exactly as in the reference operator, including C-D11 and
 * C-D12: any difference would change the pods of existing resources. Null if both are null.
 */
export const mergePodTemplates = (base: JsonObject | null, over: JsonObject | null, lists: ListMerge): JsonObject | null => {
  const [below, above] = [base, over].map(template => (template === null ? null : withoutAbsent(template)))
  if (above == null) return below ?? null
  return below == null ? above : mergeObjects(below, above, lists)
}

/** The templates of both pods; null: no template, Flink uses its default pod. */
export interface PodTemplates {
  readonly jobManagerPodTemplate: JsonObject | null
  readonly taskManagerPodTemplate: JsonObject | null
}

/** All resources except CPU and memory, which Flink's own options set in the pod. */
const forTemplate = (amounts: ResourceRequirements['requests']): ResourceRequirements['requests'] =>
  Object.fromEntries(Object.entries(amounts).filter(([name]) => name !== 'cpu' && name !== 'memory'))

interface Manager {
  readonly resource: ProcessResource | null
  readonly resources: ResourceRequirements | null
  readonly podTemplate: JsonObject | null
}

const withManagerResources = (template: JsonObject | null, { resource, resources }: Manager): JsonObject | null => {
  if (isUsable(resources)) {
    const [requests, limits] = [forTemplate(resources.requests), forTemplate(resources.limits)]
    return Object.keys(requests).length + Object.keys(limits).length === 0 ? template
      : withMainContainer(template, withResources(requests, limits))
  }
  const storage = resource?.ephemeralStorage ?? ''
  const amount = { 'ephemeral-storage': storage }
  return storage.trim() === '' ? template : withMainContainer(template, withResources(amount, amount))
}

const templateOf = (common: JsonObject | null, manager: Manager | null, lists: ListMerge): JsonObject | null =>
  manager === null ? mergePodTemplates(common, null, lists)
    : withManagerResources(mergePodTemplates(common, manager.podTemplate, lists), manager)

/**
 * The pod templates of a deployment (api-and-config.md, section 9.1): the common template, overridden by the template of the process, plus
 * resources other than CPU and memory, plus the start-up probe of the JobManager. Left: an option that it depends on does not parse.
 */
export const podTemplates = (spec: FlinkDeploymentSpec, configuration: FlinkConfiguration): E.Either<ConfigurationError, PodTemplates> =>
  pipe(
    E.Do,
    E.apS('byName', readOption(configuration, deploymentOptions.podTemplateMergeArraysByName)),
    E.apS('probe', readOption(configuration, deploymentOptions.jmDeploymentStartupProbeEnabled)),
    E.mapLeft(optionConfigurationError),
    E.map(({ byName, probe }) => {
      const lists = byName ? 'by-name' : 'by-position'
      const jobManager = templateOf(spec.podTemplate, spec.jobManager, lists)
      const startup = probe ? startupProbe(spec.mode ?? 'native', configuration) : null
      return {
        jobManagerPodTemplate: startup === null ? jobManager : withMainContainer(jobManager, withStartupProbe(startup)),
        taskManagerPodTemplate: templateOf(spec.podTemplate, spec.taskManager, lists),
      }
    }),
  )
