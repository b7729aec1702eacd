import type { JsonObject, Millis } from '@flink-operator/core'
import { nameOf, namespaceOf, numberAt, type Sandbox, textAt } from '@flink-operator/sandbox'

const store = 'flink.apache.org/flinkdeployments'

export interface ResourceName {
  readonly namespace: string
  readonly name: string
}

/** Resolves with the resource once it has the wanted state; null: not in time. */
export const awaitResource = (
  sandbox: Sandbox,
  { namespace, name }: ResourceName,
  isWanted: (resource: JsonObject) => boolean,
  atMost: Millis,
): Promise<JsonObject | null> =>
  new Promise(resolve => {
    const end = (resource: JsonObject | null): void => {
      clearTimeout(timer)
      stopListening()
      resolve(resource)
    }
    const timer = setTimeout(() => end(null), atMost)
    const stopListening = sandbox.cluster.store.listen(({ type, store: key, object }) => {
      if (type !== 'DELETED' && key === store && namespaceOf(object) === namespace && nameOf(object) === name && isWanted(object))
        end(object)
    })
    const now = sandbox.cluster.store.get({ store, namespace, name })
    if (now !== undefined && isWanted(now)) end(now)
  })

/** True if the job of this generation runs and is stable. */
export const isStable = (generation: number) => (resource: JsonObject): boolean =>
  textAt(resource, 'status', 'lifecycleState') === 'STABLE' && textAt(resource, 'status', 'jobStatus', 'state') === 'RUNNING'
  && numberAt(resource, 'status', 'observedGeneration') >= generation
