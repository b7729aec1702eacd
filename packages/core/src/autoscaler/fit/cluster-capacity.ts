import { parseQuantity, rationalToNumber } from '../../flink/configuration/parse-quantity.ts'
import { nodeGroupSizes } from './node-groups.ts'

/** Cores and bytes. */
export interface Amounts {
  readonly cpu: number
  readonly memory: number
}

/** Allocatable and used resources of a node. */
export interface ClusterNode {
  readonly allocatable: Amounts
  readonly used: Amounts
}

/** Free capacity of the cluster. */
export type ClusterCapacity =
  /** The check is off, or the operator may not list nodes. */
  | { readonly _tag: 'Unchecked' }
  | { readonly _tag: 'Known'; readonly nodes: readonly ClusterNode[] }
  | { readonly _tag: 'Unknown'; readonly reason: string }

/** A node from the API server, with its usage from the metrics API. */
export interface SeenNode {
  readonly labels: Readonly<Record<string, string>>
  readonly allocatable: Readonly<Record<string, string | number>>
  readonly usage: Readonly<Record<string, string | number>>
}

const nodeGroupLabel = 'eks.amazonaws.com/nodegroup'

/** The amount; 0 if it does not parse. */
const amount = (amounts: Readonly<Record<string, string | number>>, name: string): number => {
  const quantity = parseQuantity(String((Object.hasOwn(amounts, name) ? amounts[name] : undefined) ?? 0))
  return quantity === null ? 0 : rationalToNumber(quantity)
}

const amountsOf = (amounts: Readonly<Record<string, string | number>>): Amounts => ({
  cpu: amount(amounts, 'cpu'),
  memory: amount(amounts, 'memory'),
})

/** Largest number of future nodes per group in this check. */
const mostFutureNodes = 10_000

/**
 * The existing nodes, plus the nodes that the cluster autoscaler may still add (autoscaler.md, section 9.2): empty nodes of each group, up
 * to the maximum size of the group, with the size of its first node.
 */
export const clusterNodes = (nodes: readonly SeenNode[], clusterAutoscalerStatus: string | null): readonly ClusterNode[] => {
  const seen = nodes.map(node => ({
    allocatable: amountsOf(node.allocatable),
    used: amountsOf(node.usage),
    group: node.labels[nodeGroupLabel],
  }))
  const future = nodeGroupSizes(clusterAutoscalerStatus ?? '').flatMap(({ name, maxSize }): readonly ClusterNode[] => {
    const members = seen.filter(({ group }) => group === name)
    const [first] = members
    const more = Math.min(mostFutureNodes, maxSize - members.length)
    return first === undefined || more <= 0 ? []
      : Array.from({ length: more }, () => ({ allocatable: first.allocatable, used: { cpu: 0, memory: 0 } }))
  })
  return [...seen.map(({ allocatable, used }) => ({ allocatable, used })), ...future]
}

/** How many times `each` fits into the amounts. */
const timesIn = (amounts: Amounts, each: Amounts): number => {
  const count = Math.min(Math.floor((amounts.cpu + 1e-9) / each.cpu), Math.floor((amounts.memory + 1e-9) / each.memory))
  return Number.isFinite(count) ? Math.max(0, count) : 0
}

/** True if all new TaskManagers fit on the nodes, after the old ones are removed, each from the first node whose usage covers it. */
export const hasRoom = (nodes: readonly ClusterNode[], each: Amounts, before: number, after: number): boolean => {
  const { room } = nodes.reduce(({ leaving, room: sofar }, { allocatable, used }) => {
    const gone = Math.min(leaving, timesIn(used, each))
    const free = {
      cpu: allocatable.cpu - used.cpu + gone * each.cpu,
      memory: allocatable.memory - used.memory + gone * each.memory,
    }
    return { leaving: leaving - gone, room: sofar + timesIn(free, each) }
  }, { leaving: before, room: 0 })
  return room >= after
}
