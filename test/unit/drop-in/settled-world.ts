import type { JsonObject } from '../../../packages/core/src/contract/resource/json.ts'
import { runUntilQuiet } from '../../golden/scripted-rounds.ts'
import { ScriptedWorld } from '../../golden/scripted-world.ts'
import { corpus, settings, worldOf } from './corpus-world.ts'

export const entry = (id: string) => {
  const found = corpus.find(it => it.id === id)
  if (found === undefined) throw new Error(`${id} is not in the corpus`)
  return found
}

export const withHa = 'app-last-state-04'
export const withoutHa = 'standalone-12'

/** An edit as kubectl makes it: the generation grows. */
export const edit = (world: ScriptedWorld, job: JsonObject, spec: JsonObject = {}, configuration: JsonObject = {}): void => {
  const before = world.resource['spec'] as JsonObject
  const metadata = world.resource['metadata'] as JsonObject
  world.resource = {
    ...world.resource,
    metadata: { ...metadata, generation: Number(metadata['generation']) + 1 },
    spec: {
      ...before,
      ...spec,
      flinkConfiguration: { ...(before['flinkConfiguration'] as JsonObject), ...configuration },
      job: { ...(before['job'] as JsonObject), ...job },
    },
  }
}

/** Taken over and settled. */
export const settled = (id: string, script: Partial<ScriptedWorld['script']> = {}): ScriptedWorld => {
  const made = worldOf(entry(id))
  const world = Object.assign(new ScriptedWorld(made.now, made.resource, { ...made.script, ...script }), {
    deployment: made.deployment,
    taskManagers: made.taskManagers,
    pods: made.pods,
    configMaps: made.configMaps,
    services: made.services,
    process: made.process,
    upAt: made.upAt,
  })
  runUntilQuiet(world, settings)
  return world
}

export const after = (world: ScriptedWorld, ...changes: readonly (() => void)[]): ScriptedWorld => {
  for (const change of changes) {
    change()
    runUntilQuiet(world, settings)
  }
  return world
}

/** The job ends by itself. */
export const ends = (world: ScriptedWorld, state: 'FAILED' | 'FINISHED') => () => {
  if (world.process !== null) world.process.jobs = world.process.jobs.map(job => ({ ...job, state, endTime: world.now }))
}

/** The Deployment is deleted by hand, with all that it owns. */
export const lose = (world: ScriptedWorld) => () =>
  Object.assign(world, {
    deployment: null,
    taskManagers: null,
    pods: [],
    process: null,
    services: [],
    configMaps: world.configMaps.filter(({ name }) => name.endsWith('-config-map')),
  })
