import type { JsonObject } from '@flink-operator/core'
import { type Any, paths } from './api.ts'
import { type Application, createApplication } from './application.ts'
import { eventually } from './eventually.ts'
import { manifest } from './manifest.ts'
import type { Stage } from '../scenarios/story.ts'

const name = 'app'

/** Soon enough for a test, long enough for a JVM. */
const abortAfter = 150

/** A FlinkBlueGreenDeployment of the application that counts, and its children. */
export interface BlueGreen {
  readonly resource: () => Promise<Any>
  readonly edit: (templateSpec: JsonObject) => Promise<number>
  readonly child: (colour: 'blue' | 'green') => Application
  readonly remove: () => Promise<unknown>
  /** Waits for the state, with the generation acknowledged. */
  readonly arrives: (state: string, generation: number) => Promise<Any>
}

export const createBlueGreen = async (
  { api, namespace, settings, version, watch }: Stage,
  options: { readonly upgradeMode: 'stateless' | 'savepoint'; readonly of?: string },
): Promise<BlueGreen> => {
  const { upgradeMode, of = name } = options
  const { spec } = manifest(settings, { namespace, name: of, version, upgradeMode, highAvailability: false, jobName: 'first' })
  await api.create(paths.flinkBlueGreenDeployments(namespace), {
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkBlueGreenDeployment',
    metadata: { namespace, name: of },
    spec: {
      configuration: {
        'kubernetes.operator.bluegreen.abort.grace-period': `${abortAfter} s`,
        'kubernetes.operator.bluegreen.reconciliation.reschedule-interval': '2 s',
      },
      template: { spec: spec as JsonObject },
    },
  })
  const path = `${paths.flinkBlueGreenDeployments(namespace)}/${of}`
  const resource = (): Promise<Any> => api.get(path)
  const child = (colour: 'blue' | 'green'): Application =>
    createApplication({ api, namespace, name: `${of}-${colour}`, watch, guard: () => undefined })
  return {
    resource,
    child,
    edit: async templateSpec => (await api.mergePatch(path, { spec: { template: { spec: templateSpec } } })).metadata.generation,
    remove: () => api.remove(path),
    arrives: (state, generation) =>
      eventually(
        `${of} is ${state} in generation ${generation}`,
        { within: 420_000, describe: async () => JSON.stringify((await resource())?.status ?? null).slice(0, 1_500) },
        async () => {
          const { status } = await resource()
          return status?.blueGreenState === state && status.observedGeneration === generation ? status : null
        },
      ),
  }
}
