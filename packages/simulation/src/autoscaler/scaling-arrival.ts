import type { AnyAction } from '../kind/any-kind.ts'
import type { CheckerState } from '../checker/checker-state.ts'
import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { jobResourceOf } from '../world/resources.ts'
import { fromJob } from '../world/jobs.ts'
import type { World } from '../world/world.ts'
import { arrivalAt } from './arrival-rate.ts'
import type { JobLoad } from './autoscaled.ts'
import { stateOf } from './disturbances.ts'
import { capacityOf, reachOf } from './job-run.ts'
import { runOf } from './run-of.ts'

/** A sample of the metrics is stored each minute, for ever; a decision stores a parallelism, too. */
const isSample = (action: AnyAction): boolean => action._tag === 'WriteAutoscalerState' && action.data['parallelismOverrides'] === undefined

/** Is the operator about to store a sample, and nothing else? */
export const isSampling = ({ processes }: CheckerState): boolean =>
  processes.every(({ doing }) => doing === null || doing.actions.slice(doing.next).every(isQuietOrSample))

const isQuietOrSample = (action: AnyAction): boolean => action._tag === 'EmitEvent' || action._tag === 'Requeue' || isSample(action)

/** Does a round only store a sample? */
export const decidesOnlySample = ({ actions }: { readonly actions: readonly AnyAction[] }): boolean => actions.every(isQuietOrSample)

const mostIn = (configuration: Readonly<Record<string, unknown>>): number =>
  Number(configuration['job.autoscaler.vertex.max-parallelism'] ?? 200)

/** Could the job keep up if each vertex had the largest parallelism that limits and partitions allow? */
const mayKeepUp = (load: JobLoad, configuration: Readonly<Record<string, unknown>>, arrival: number): boolean =>
  load.vertices.every(it => capacityOf(it, mostIn(configuration)) > arrival * reachOf(load.vertices, it))

/** W44: no start sets the parallelism of a vertex, and the scheduler can't change it. */
const isFixed = ({ pods }: World): boolean =>
  pods.map(({ input }) => clusterConfiguration(input)).some(({ ignoresOverrides, adaptive }) => ignoresOverrides && !adaptive)

/** Nothing but its limits keeps the autoscaler from scaling this job. */
const mayScale = (load: JobLoad, configuration: Readonly<Record<string, unknown>>): boolean =>
  load.broken === 'None' && configuration['job.autoscaler.excluded.periods'] === undefined
  && configuration['job.autoscaler.quota.cpu'] === undefined && configuration['job.autoscaler.scaling.enabled'] !== 'false'

/** The texts begin with the id of the property. */
const why = (world: World, name: string, load: JobLoad): string | null => {
  const resource = jobResourceOf(name === world.clusterId ? world : fromJob(world, name))
  const run = runOf(world, name)
  if (resource === null || resource.meta.deletionTimestamp !== null || run === null || resource.spec.job === null) return null
  // an error asks a person, and whether that leads on is judged by itself (P06): until then the operator does not change the job
  if (resource.status.error !== null) return null
  const configuration = resource.spec.flinkConfiguration
  const { parallelism } = resource.spec.job
  if (configuration['job.autoscaler.enabled'] !== 'true') {
    const own = Object.values(run.parallelism).every(it => it === parallelism)
    const { data = {} } = stateOf(world, name) ?? {}
    if (!own) return `P29: the autoscaler is off, and ${name} does not run as its user wants`
    return Object.keys(data).length === 0 ? null : `P29: the autoscaler is off, and what it stored for ${name} is not cleared`
  }
  const arrival = arrivalAt(load, world.now)
  if (isFixed(world) || !mayScale(load, configuration) || !mayKeepUp(load, configuration, arrival)) return null
  return load.lag === 0 ? null : `P27: the records that wait for ${name} do not get fewer`
}

/** Why a job with a load has not the parallelism that it should have; null: all have. */
export const whyNotScaled = (world: World): string | null => {
  for (const [name, load] of Object.entries(world.autoscaled?.loads ?? {})) {
    const it = why(world, name, load)
    if (it !== null) return it
  }
  return null
}

/**
 * Does an autoscaled job run as recorded, with nothing under way? A round that comes before the next sample is due then sees what the
 * last one saw, so the worlds leave it out.
 */
export const isScaledAtRest = (world: World, name: string): boolean => {
  const load = world.autoscaled?.loads[name]
  if (load === undefined) return false
  const resource = jobResourceOf(name === world.clusterId ? world : fromJob(world, name))
  return resource !== null && resource.meta.deletionTimestamp === null && resource.status.operation === null
    && resource.status.observedGeneration === resource.meta.generation && resource.status.jobStatus.state === 'RUNNING'
    && world.pods.some(({ process }) => process?.jobs.some(({ state, run }) => state === 'RUNNING' && run !== undefined) ?? false)
}
