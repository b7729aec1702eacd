import type { JsonObject } from '@flink-operator/core'
import type { Stage } from '../scenarios/story.ts'
import { type Any, paths } from './api.ts'
import type { Application } from './application.ts'
import { eventually } from './eventually.ts'
import { manifest } from './manifest.ts'

export type Colour = 'blue' | 'green'

export const otherColour = (colour: Colour): Colour => (colour === 'blue' ? 'green' : 'blue')

/** Soon enough for a test, long enough for two JVMs on a machine that has other work to do. */
export const abortSeconds = 120

/** A FlinkBlueGreenDeployment of the application that counts, and its children. */
export interface BlueGreen {
  readonly name: string
  readonly resource: () => Promise<Any>
  readonly edit: (templateSpec: JsonObject) => Promise<number>
  readonly child: (colour: Colour) => Application
  readonly remove: () => Promise<unknown>
  /** That colour serves what the generation asks for, and nothing is under way; answers the status. */
  readonly serves: (colour: Colour, generation: number, job?: 'RUNNING' | 'SUSPENDED') => Promise<Any>
  /** Names of the Services that the ingress in front of both leads to. */
  readonly backends: () => Promise<readonly string[]>
  /** The resource, its children and everything of theirs, as `Kind/name`. */
  readonly leftovers: () => Promise<readonly string[]>
}

const ingressOf = (namespace: string, name: string): string => `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses/${name}`

const describe = (resource: Any): string => JSON.stringify(resource?.status ?? null).slice(0, 1_500)

export const createBlueGreen = async (stage: Stage, name: string): Promise<BlueGreen> => {
  const { api, namespace, settings, version } = stage
  const { spec } = manifest(settings, { namespace, name, version, upgradeMode: 'savepoint', highAvailability: false, jobName: 'first' })
  await api.create(paths.flinkBlueGreenDeployments(namespace), {
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkBlueGreenDeployment',
    metadata: { namespace, name },
    spec: {
      configuration: {
        'kubernetes.operator.bluegreen.abort.grace-period': `${abortSeconds} s`,
        'kubernetes.operator.bluegreen.reconciliation.reschedule-interval': '2 s',
      },
      ingress: { template: '{{name}}.flink.example' },
      template: { spec: spec as JsonObject },
    },
  })
  const path = `${paths.flinkBlueGreenDeployments(namespace)}/${name}`
  const resource = (): Promise<Any> => api.get(path)
  const children: Readonly<Record<Colour, Application>> = {
    blue: stage.adopt(`${name}-blue`),
    green: stage.adopt(`${name}-green`),
  }
  return {
    name,
    resource,
    child: colour => children[colour],
    edit: async templateSpec => (await api.mergePatch(path, { spec: { template: { spec: templateSpec } } })).metadata.generation,
    remove: () => api.remove(path),
    serves: (colour, generation, job = 'RUNNING') =>
      eventually(
        `${colour} of ${name} is ${job} in generation ${generation}`,
        { within: 300_000, describe: async () => describe(await resource()) },
        async () => {
          const { status } = await resource()
          const isThere = status?.blueGreenState === `ACTIVE_${colour.toUpperCase()}` && status.observedGeneration === generation
          return isThere && status.jobStatus?.state === job ? status : null
        },
      ),
    backends: async () => {
      const ingress = await api.get(ingressOf(namespace, name))
      return (ingress?.spec.rules ?? []).flatMap((rule: Any) =>
        rule.http.paths.map((it: Any) => it.backend.service.name as string)
      ) as readonly string[]
    },
    leftovers: async () => {
      const own = [[path, `FlinkBlueGreenDeployment/${name}`], [ingressOf(namespace, name), `Ingress/${name}`]] as const
      const there = await Promise.all(own.map(async ([at, label]) => ((await api.get(at)) === null ? [] : [label])))
      return [...there.flat(), ...await children.blue.leftovers(), ...await children.green.leftovers()]
    },
  }
}
