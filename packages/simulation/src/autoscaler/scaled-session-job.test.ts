import { describe, expect, test } from 'vitest'
import { minute, sink, constant, on, fresh, rulesOf, operator, widthOf, lagOf, reported, restarts } from '../../fixtures/autoscaled-jobs.ts'
import { environment } from '../../../core/fixtures/environment.ts'
import { aResource, name, namespace, t0 } from '../../../core/fixtures/flink-deployment-resource.ts'
import { decodeFlinkSessionJob } from '@flink-operator/core/kind/flink-session-job'
import { emptyWorld } from '../world/empty-world.ts'
import { emptyJobLine } from '../world/jobs.ts'
import { type World } from '../world/world.ts'
import { noAutoscaled } from './autoscaled.ts'
import { type PlayedOperator, playFor, playing } from './played-operator.ts'

describe('P01 P02 P03 a session job', () => {
  const sessionJob = (configuration: Readonly<Record<string, string>>) => {
    const read = decodeFlinkSessionJob({
      apiVersion: 'flink.apache.org/v1beta1',
      kind: 'FlinkSessionJob',
      metadata: {
        name: 'job',
        namespace,
        uid: '00000000-0000-4000-8000-000000000002',
        generation: 1,
        resourceVersion: '1',
        creationTimestamp: '2023-11-14T22:00:00Z',
        finalizers: [],
      },
      spec: {
        deploymentName: name,
        flinkConfiguration: configuration,
        job: { jarURI: 'https://example.org/a.jar', parallelism: 2, upgradeMode: 'savepoint', state: 'running' },
      },
    })
    if (read._tag === 'Left') throw new Error(JSON.stringify(read.left))
    return read.right
  }
  const session = (cluster: Readonly<Record<string, string>>, configuration: Readonly<Record<string, string>>): World => {
    const world = emptyWorld(fresh, t0)
    const created = aResource({ metadata: { finalizers: [] }, spec: { configuration: cluster } })
    return {
      ...world,
      otherJobs: [emptyJobLine('job')],
      resources: {
        FlinkDeployment: [{ ...created, spec: { ...created.spec, job: null } }],
        FlinkSessionJob: [sessionJob(configuration)] as never,
        FlinkStateSnapshot: null,
      },
      autoscaled: { states: [], loads: { job: constant(500) } },
    }
  }
  const operators = (more: Partial<PlayedOperator> = {}): readonly PlayedOperator[] => [
    operator(),
    operator({ rules: rulesOf('FlinkSessionJob'), kind: 'FlinkSessionJob', name: 'job', ...more }),
  ]

  test.each([['in place', { 'jobmanager.scheduler': 'Adaptive' }], ['by upgrade', {}]])('is scaled %s', (_how, cluster) => {
    const it = playFor(operators(), playing(session(cluster, on)), 18 * minute)
    expect(widthOf(it)[sink]).toBeGreaterThanOrEqual(5)
    expect(reported(it, 'ScalingReport')).toHaveLength(1)
    expect(it.world.breaches).toEqual([])
    const calm = playFor(operators(), it, 30 * minute)
    expect(lagOf(calm, 'job')).toBe(0)
    expect(restarts(calm)).toBeLessThanOrEqual(3)
  })

  test('is scaled without a look at the nodes, since it shares the TaskManagers of its cluster', () => {
    const world = session({}, { ...on, 'kubernetes.taskmanager.cpu.amount': '1', 'taskmanager.memory.process.size': '1g' })
    const checking = environment(t0, { 'kubernetes.operator.cluster.resource-view.refresh-interval': '1 min' })
    const full = playing({ ...world, autoscaled: { ...world.autoscaled ?? noAutoscaled, nodes: [] } })
    const it = playFor(operators({ env: checking }), full, 18 * minute)
    expect(widthOf(it)[sink]).toBeGreaterThanOrEqual(5)
    expect(it.asked.map(({ _tag }) => _tag)).not.toContain('ReadClusterCapacity')
  })

  test.each([2, 3, 4, 5])('is scaled once for a decision where the operator dies after each %i effects', diesAfter => {
    const before = playFor(operators(), playing(session({}, on)), 6 * minute)
    const it = playFor(operators({ diesAfter }), before, 14 * minute)
    expect(widthOf(it)[sink]).toBeGreaterThanOrEqual(5)
    expect(it.world.breaches).toEqual([])
  })
})
