import { describe, expect, test } from 'vitest'
import type { NodeView } from '@flink-operator/core/fact'
import { environment } from '../../../core/fixtures/environment.ts'
import { t0 } from '../../../core/fixtures/flink-deployment-resource.ts'
import { adaptive, application, constant, minute, operator, reported, restarts, sink, widthOf } from '../../fixtures/autoscaled-jobs.ts'
import { noAutoscaled } from './autoscaled.ts'
import { playFor, type Playing, playing } from './played-operator.ts'

const checking = operator({ env: environment(t0, { 'kubernetes.operator.cluster.resource-view.refresh-interval': '1 min' }) })

/** A node with that many CPUs, on which pods request that many. */
const node = (cpu: number, requested = 1): NodeView => ({
  group: null,
  unschedulable: false,
  allocatable: { cpu, memory: '64Gi' },
  requested: { cpu: requested, memory: requested * 2 * 1024 ** 3 },
})

/** A job that needs five subtasks and more, on these nodes; null: the operator may not list nodes. */
const started = (nodes: readonly NodeView[] | null): Playing => {
  const world = application(constant(500), adaptive)
  return playing({ ...world, autoscaled: { ...world.autoscaled ?? noAutoscaled, ...(nodes === null ? {} : { nodes }) } })
}
const withNodes = (before: Playing, nodes: readonly NodeView[]): Playing => ({
  ...before,
  world: { ...before.world, autoscaled: { ...before.world.autoscaled ?? noAutoscaled, nodes } },
})
const played = (before: Playing, minutes = 15): Playing => playFor([checking], before, minutes * minute)
const looks = ({ asked }: Playing): number => asked.filter(({ _tag }) => _tag === 'ReadClusterCapacity').length

const reserved = ({ done }: Playing): readonly unknown[] =>
  done.flatMap(({ action }) => (action._tag === 'WriteAutoscalerState' && action.reserves !== undefined ? [action.reserves] : []))

describe('A-6 a scale-up that the nodes have no room for', () => {
  test('is not carried out, and an event names what is free and the vertex; once a node comes, it is', () => {
    const full = played(started([node(2)]))
    expect(restarts(full)).toBe(0)
    expect(reported(full, 'ScalingReport')).toEqual([])
    const [message = ''] = reported(full, 'ResourceQuotaReached')
    expect(message).toContain('instead of 2, each with CPU 1 and 1024 MiB, and the cluster has room for 2 of them')
    expect(message).toContain('CPU 1 and 63488 MiB are free (nodes: 1)')
    expect(message).toMatch(new RegExp(`Vertices: ${sink}: 2 -> \\d+`, 'u'))

    const roomy = played(withNodes(full, [node(2), node(16, 0)]))
    expect(restarts(roomy)).toBe(1)
    expect(widthOf(roomy)[sink]).toBeGreaterThanOrEqual(5)
  })

  test('a cordoned node has no room', () => {
    const full = played(started([node(2), { ...node(16, 0), unschedulable: true }]))
    expect(restarts(full)).toBe(0)
  })

  test('nodes are queried only by a cycle that decided to start more TaskManagers', () => {
    const full = played(started([node(16)]), 5)
    expect(looks(full)).toBe(0)
    const scaled = played(full, 10)
    expect(restarts(scaled)).toBe(1)
    expect(looks(scaled)).toBe(1)
    expect(looks(playFor([operator()], started([node(2)]), 15 * minute))).toBe(0)
  })

  test('P14 nodes that nobody may list permit the scaling', () => {
    const it = played(started(null))
    expect(restarts(it)).toBe(1)
    expect(looks(it)).toBe(1)
  })

  test('what is stored with the decision says how much room it takes; without a check it says nothing', () => {
    expect(reserved(played(started([node(16)])))).toMatchObject([{ taskManagersNow: 2, cpu: 1 }])
    expect(reserved(played(started(null)))).toEqual([])
    expect(reserved(played(started([node(2)])))).toEqual([])
  })
})
