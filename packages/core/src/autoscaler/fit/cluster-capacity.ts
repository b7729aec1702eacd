import { type ClusterCapacityView, nodeGroupLabel, type ResourceRequest } from '../../contract/fact/cluster-capacity-view.ts'
import { parseQuantity, rationalToNumber } from '../../flink/configuration/parse-quantity.ts'

export interface NodeGroupSize {
  readonly name: string
  readonly maxSize: number
}

const nameOf = (line: string): string | null => {
  const text = line.trim().replace(/^- */, '')
  const [key = '', ...rest] = text.split(':')
  const value = rest.join(':').trim()
  return key.trim().toLowerCase() === 'name' && value !== '' ? value : null
}

const maxSizeOf = (line: string): number | null => {
  const [, digits] = /\bmaxSize[=:] ?(\d{1,9})/.exec(line) ?? []
  return digits === undefined ? null : Number(digits)
}

/**
 * The maximum sizes of the node groups in the status of the cluster autoscaler. Supports each of its layouts: text with the size one line
 * after the name, text with both on nearby positions, or YAML. A group without a size is skipped (A-17; the reference operator fails).
 */
export const nodeGroupSizes = (status: string): readonly NodeGroupSize[] => {
  const { sizes } = status.split('\n').reduce<{ readonly name: string | null; readonly sizes: readonly NodeGroupSize[] }>(
    ({ name, sizes: before }, line) => {
      const named = nameOf(line)
      if (named !== null) return { name: named, sizes: before }
      const maxSize = maxSizeOf(line)
      return name === null || maxSize === null ? { name, sizes: before } : { name: null, sizes: [...before, { name, maxSize }] }
    },
    { name: null, sizes: [] },
  )
  return sizes
}

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
  /** The check is off. */
  | { readonly _tag: 'Unchecked' }
  | { readonly _tag: 'Known'; readonly nodes: readonly ClusterNode[] }
  /** `isReported`: the cause has an event of its own, a missing right. */
  | { readonly _tag: 'Unknown'; readonly reason: string; readonly isReported?: boolean }

/** A node from the API server. */
export interface SeenNode {
  readonly labels: Readonly<Record<string, string>>
  readonly allocatable: Readonly<Record<string, string | number>>
  /** What its pods request; in the vectors of the reference operator, what they use. */
  readonly usage: Readonly<Record<string, string | number>>
  /** A cordoned node counts as a member of its group, and has no room. Absent: false. */
  readonly unschedulable?: boolean
}

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
    unschedulable: node.unschedulable === true,
  }))
  const future = nodeGroupSizes(clusterAutoscalerStatus ?? '').flatMap(({ name, maxSize }): readonly ClusterNode[] => {
    const members = seen.filter(({ group }) => group === name)
    const [first] = members
    const more = Math.min(mostFutureNodes, maxSize - members.length)
    return first === undefined || more <= 0 ? []
      : Array.from({ length: more }, () => ({ allocatable: first.allocatable, used: { cpu: 0, memory: 0 } }))
  })
  const open = seen.filter(({ unschedulable }) => !unschedulable)
  return [...open.map(({ allocatable, used }) => ({ allocatable, used })), ...future]
}

/** How many times `each` fits into the amounts. */
const timesIn = (amounts: Amounts, each: Amounts): number => {
  const count = Math.min(Math.floor((amounts.cpu + 1e-9) / each.cpu), Math.floor((amounts.memory + 1e-9) / each.memory))
  return Number.isFinite(count) ? Math.max(0, count) : 0
}

const plus = (amounts: Amounts, count: number, each: Amounts): Amounts => ({
  cpu: Math.max(0, amounts.cpu + count * each.cpu),
  memory: Math.max(0, amounts.memory + count * each.memory),
})

/** How many of the new TaskManagers fit, and the nodes with them. */
export interface Placed {
  readonly count: number
  readonly nodes: readonly ClusterNode[]
}

/**
 * Places the new TaskManagers on the nodes, after the old ones are removed. Each leaves the first node whose usage covers it, and goes to
 * the first node that has room.
 */
export const placed = (
  nodes: readonly ClusterNode[],
  { taskManagersNow, taskManagersAfter, cpu, memory }: ResourceRequest,
): Placed => {
  const each = { cpu, memory }
  const after: ClusterNode[] = []
  const { count } = nodes.reduce((before, { allocatable, used }) => {
    const gone = Math.min(before.leaving, timesIn(used, each))
    const kept = plus(used, -gone, each)
    const room = timesIn({ cpu: allocatable.cpu - kept.cpu, memory: allocatable.memory - kept.memory }, each)
    const added = Math.min(taskManagersAfter - before.count, room)
    after.push({ allocatable, used: plus(kept, added, each) })
    return { leaving: before.leaving - gone, count: before.count + added }
  }, { leaving: taskManagersNow, count: 0 })
  return { count, nodes: after }
}

/** The amounts that are free on all nodes together. */
export const freeOn = (nodes: readonly ClusterNode[]): Amounts =>
  nodes.reduce<Amounts>((sum, { allocatable, used }) => ({
    cpu: sum.cpu + Math.max(0, allocatable.cpu - used.cpu),
    memory: sum.memory + Math.max(0, allocatable.memory - used.memory),
  }), { cpu: 0, memory: 0 })

/** The nodes of a view, with the TaskManagers of the scalings that were decided since it was read. */
export const nodesOf = ({ nodes, clusterAutoscalerStatus, reserved }: ClusterCapacityView): readonly ClusterNode[] =>
  reserved.reduce(
    (sofar, request) => placed(sofar, request).nodes,
    clusterNodes(
      nodes.map(({ group, unschedulable, allocatable, requested }) => ({
        labels: group === null ? {} : { [nodeGroupLabel]: group },
        allocatable,
        usage: requested,
        unschedulable,
      })),
      clusterAutoscalerStatus,
    ),
  )
