import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { deploymentOptions } from '../../options/deployment-options.ts'
import type { FlinkDeploymentSpec, ProcessResource, ResourceRequirements } from '../../contract/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { optionConfigurationError, type ConfigurationError } from './configuration-error.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { withMainContainer, withResources, withStartupProbe } from './main-container.ts'
import { readOption } from './option.ts'
import { mergePodTemplates, type ListMerge } from './pod-template-merge.ts'
import { startupProbe } from './startup-probe.ts'
import { isUsable } from './usable-resources.ts'

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
