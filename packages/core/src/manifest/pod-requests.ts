import { parseQuantity, rationalToNumber } from '../flink/configuration/parse-quantity.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { arrayAt, isJsonObject, objectAt } from './json-field.ts'

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
