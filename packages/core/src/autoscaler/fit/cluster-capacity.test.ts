import { fc } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { type ClusterCapacityView, nodeGroupLabel, type NodeView } from '../../contract/fact/cluster-capacity-view.ts'
import { clusterNodes, freeOn, nodesOf, placed } from './cluster-capacity.ts'

const node = (more: Partial<NodeView> = {}): NodeView => ({
  group: null,
  unschedulable: false,
  allocatable: { cpu: '4', memory: 8 },
  requested: { cpu: 1, memory: 2 },
  ...more,
})
const view = (nodes: readonly NodeView[], more: Partial<ClusterCapacityView> = {}): ClusterCapacityView => ({
  nodes,
  clusterAutoscalerStatus: null,
  reserved: [],
  ...more,
})
const request = { taskManagersNow: 0, taskManagersAfter: 3, cpu: 1, memory: 1 }

describe('the free capacity of the nodes (autoscaler.md, section 9.2)', () => {
  test('is what is allocatable without what pods request; an unreadable amount offers nothing', () => {
    expect(freeOn(nodesOf(view([node(), node({ allocatable: { cpu: '500m', memory: 'much' } })])))).toEqual({ cpu: 3, memory: 6 })
  })

  test('a cordoned node has none, and still counts as a member of its group', () => {
    const status = 'NodeGroups:\n  Name: small\n  (minSize=1, maxSize=3)\n'
    const cordoned = node({ group: 'small', unschedulable: true })
    expect(nodesOf(view([cordoned]))).toEqual([])
    expect(nodesOf(view([cordoned], { clusterAutoscalerStatus: status }))).toEqual(
      Array(2).fill({ allocatable: { cpu: 4, memory: 8 }, used: { cpu: 0, memory: 0 } }),
    )
    expect(clusterNodes([{ labels: { [nodeGroupLabel]: 'small' }, allocatable: {}, usage: {} }], status)).toHaveLength(3)
  })

  test('scalings that were decided since the view was read take their room from the next ones', () => {
    const first = view([node()])
    expect(placed(nodesOf(first), request).count).toBe(3)
    expect(placed(nodesOf({ ...first, reserved: [request] }), request).count).toBe(0)
    // of three old ones one leaves, since the node has the usage of one
    expect(placed(nodesOf(first), { ...request, taskManagersNow: 3, taskManagersAfter: 9 }).count).toBe(4)
  })

  test('whatever is placed, no node has more than is allocatable, and what is released is never less than nothing', () => {
    const amounts = fc.record({ cpu: fc.integer({ min: 0, max: 64 }), memory: fc.integer({ min: 0, max: 64 }) })
    const count = fc.integer({ min: 0, max: 50 })
    const requests = fc.record({
      taskManagersNow: count,
      taskManagersAfter: count,
      cpu: fc.integer({ min: 1, max: 8 }),
      memory: fc.integer({ min: 1, max: 8 }),
    })
    fc.assert(fc.property(fc.array(fc.record({ allocatable: amounts, used: amounts })), requests, (nodes, asked) => {
      const { count: found, nodes: after } = placed(nodes, asked)
      expect(found).toBeLessThanOrEqual(asked.taskManagersAfter)
      expect(after).toHaveLength(nodes.length)
      for (const [n, { allocatable, used }] of after.entries())
        for (const name of ['cpu', 'memory'] as const) {
          expect(used[name]).toBeGreaterThanOrEqual(0)
          expect(used[name]).toBeLessThanOrEqual(Math.max(allocatable[name], nodes[n]!.used[name]))
        }
    }))
  })
})
