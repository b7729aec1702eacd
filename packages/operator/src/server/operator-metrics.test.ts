import { describe, expect, test } from 'vitest'
import type { RoundReport } from '../round.ts'
import { statesOf } from '../states.ts'
import { createMetrics } from './operator-metrics.ts'

const metrics = () => createMetrics({ depths: () => [], watches: () => [], leases: () => [], process: false })

/** A quiet round of a resource with this status. */
const report = (status: unknown): RoundReport => ({
  startedAt: 0,
  took: 1,
  source: 'cache',
  meta: null,
  looks: [],
  facts: {},
  decided: null,
  outcomes: [],
  recovery: [],
  waitingFor: null,
  written: null,
  end: { _tag: 'Settled', after: 0, atTheLatest: null },
  ...statesOf(status),
})
const attempt = { waited: 0, failures: 0 } as Parameters<ReturnType<ReturnType<typeof createMetrics>['of']>['round']>[2]
const key = (name: string) => ({ namespace: 'jobs', name })

const told = async (all: ReturnType<typeof metrics>): Promise<readonly string[]> =>
  (await all.text()).split('\n').filter(line => /^flink_operator_(resources|jobs)\{/u.test(line)).sort()

describe('resources of every kind are counted by the state that it has', () => {
  test('E-49 blue/green at the first sight, by a round that writes nothing', async () => {
    const all = metrics()
    all.of('FlinkBlueGreenDeployment').round(
      key('shop'),
      report({ blueGreenState: 'ACTIVE_GREEN', jobStatus: { state: 'RUNNING' } }),
      attempt,
    )
    expect(await told(all)).toEqual([
      'flink_operator_jobs{kind="FlinkBlueGreenDeployment",namespace="jobs",job_state="RUNNING"} 1',
      'flink_operator_resources{kind="FlinkBlueGreenDeployment",namespace="jobs",lifecycle_state="ACTIVE_GREEN"} 1',
    ])
  })

  test('session jobs, session clusters and snapshots: those without a job are not among the jobs', async () => {
    const all = metrics()
    all.of('FlinkSessionJob').round(key('a'), report({ lifecycleState: 'STABLE', jobStatus: { state: 'RUNNING' } }), attempt)
    all.of('FlinkSessionJob').round(key('b'), report({ lifecycleState: 'STABLE', jobStatus: { state: 'FINISHED' } }), attempt)
    all.of('FlinkDeployment').round(key('c'), report({ lifecycleState: 'STABLE', jobStatus: { state: null } }), attempt)
    all.of('FlinkStateSnapshot').round(key('s'), report({ state: 'COMPLETED' }), attempt)
    expect(await told(all)).toEqual([
      'flink_operator_jobs{kind="FlinkSessionJob",namespace="jobs",job_state="FINISHED"} 1',
      'flink_operator_jobs{kind="FlinkSessionJob",namespace="jobs",job_state="RUNNING"} 1',
      'flink_operator_resources{kind="FlinkDeployment",namespace="jobs",lifecycle_state="STABLE"} 1',
      'flink_operator_resources{kind="FlinkSessionJob",namespace="jobs",lifecycle_state="STABLE"} 2',
      'flink_operator_resources{kind="FlinkStateSnapshot",namespace="jobs",lifecycle_state="COMPLETED"} 1',
    ])
  })

  test('E-57 what is deleted is counted no more, and leaves no series', async () => {
    const all = metrics()
    const of = all.of('FlinkBlueGreenDeployment')
    of.round(key('shop'), report({ blueGreenState: 'ACTIVE_BLUE', jobStatus: { state: 'FAILING' } }), attempt)
    of.forget(key('shop'))
    expect(await told(all)).toEqual([])
  })
})
