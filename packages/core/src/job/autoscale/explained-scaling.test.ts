import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { environment } from '../../../fixtures/environment.ts'
import { aResource, name, type SpecChange, t0, uid } from '../../../fixtures/flink-deployment-resource.ts'
import type { Cycle } from '../../autoscaler/cycle.ts'
import { emptyState } from '../../autoscaler/autoscaler-state.ts'
import type { VertexDecision } from '../../autoscaler/vertex-decision.ts'
import { absent, known } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { flinkDeploymentKind } from '../../kind/flink-deployment/flink-deployment-kind.ts'
import { explainedScaling } from './explained-scaling.ts'

const minute = 60_000
const asked = { stabilizationInterval: minute, metricsWindow: 5 * minute, scaleDownInterval: 60 * minute }
const vertex = '0'.repeat(31) + 'a'
const measures = {
  _tag: 'Known',
  answers: { runningSince: t0, vertices: [], jobManager: {}, taskManager: [] },
} as const
const decision: VertexDecision = {
  row: 'delayed',
  reason: 'wants 2',
  newParallelism: 4,
  isOutsideBounds: false,
  metrics: {},
  delayed: { firstTrigger: { at: t0 + minute }, recommended: [{ at: t0 + minute, parallelism: 2, isOutsideBounds: true }] },
  events: [],
}
const cycle = (row: Cycle['verdict']['row'], more: Partial<Cycle> = {}): Cycle => ({
  state: emptyState,
  overrides: {},
  events: [],
  verdict: { row, reason: 'because', vertices: {} },
  evaluated: null,
  recommended: {},
  request: null,
  ...more,
})
const at = (millis: number): string => new Date(millis).toISOString().replace(/\.\d+Z$/, 'Z')

describe('why a job is not scaled, since when, and what would change it', () => {
  test('before the window is full: since the job runs, and until when', () => {
    expect(explainedScaling(cycle('window-not-full'), measures, asked)).toEqual({
      row: 'window-not-full',
      why: 'because',
      since: t0,
      changedBy: `the window is full at ${at(t0 + 6 * minute)}`,
      vertices: [],
    })
    const samples = [0, 2].map(n => ({ at: t0 + n * minute, vertices: {}, global: {} }))
    expect(explainedScaling(cycle('window-not-full', { state: { ...emptyState, samples } }), measures, asked).changedBy)
      .toBe(`the window is full at ${at(t0 + 7 * minute)}`)
    const old = [{ at: t0 + 9 * minute, vertices: {}, global: {} }]
    const one = { ...cycle('too-few-samples', { state: { ...emptyState, samples: old } }) }
    expect(explainedScaling(one, measures, { ...asked, metricsWindow: 0 }).changedBy).toBe('the next sample')
  })

  test('a scale-down that waits: since when less would do, and until when it has to', () => {
    const delayed = cycle('within-bounds', { verdict: { row: 'within-bounds', reason: 'because', vertices: { [vertex]: decision } } })
    expect(explainedScaling(delayed, measures, asked).vertices).toEqual([{
      id: vertex,
      row: 'delayed',
      parallelism: 4,
      wanted: 2,
      why: 'wants 2',
      since: t0 + minute,
      changedBy: `a lower parallelism is sufficient until ${at(t0 + 61 * minute)}`,
    }])
  })

  test('what is asked for is named by its option', () => {
    const changed = (row: Cycle['verdict']['row']) => explainedScaling(cycle(row), measures, asked)
    expect(changed('scaling-disabled')).toMatchObject({ since: null, changedBy: 'job.autoscaler.scaling.enabled: true' })
    expect(changed('quota').changedBy).toContain('job.autoscaler.quota.cpu')
    expect(changed('cluster-full').changedBy).toContain('more or larger nodes')
  })
})

describe('explain asks for it, whether a cycle is due or not', () => {
  const on: SpecChange = { configuration: { 'job.autoscaler.enabled': 'true' } }
  const explained = (facts: FlinkDeploymentFacts, asks: boolean, recorded: SpecChange = on) => {
    const read = aResource({ spec: on, status: runningStatus({ recorded: { spec: recorded } }) })
    const env = { ...environment(t0), ...(asks ? { asksForScaling: true as const } : {}) }
    const desired = flinkDeploymentKind.validate(read, env)
    const observed = flinkDeploymentKind.observe(desired, { meta: read.meta, status: read.status }, runningCluster(t0, facts), env)
    return flinkDeploymentKind.explain(desired, observed, env)
  }
  // a sample from a second ago
  const stored = known({
    name: `autoscaler-${name}`,
    uid: 'uid-state',
    resourceVersion: '7',
    deleting: false,
    ownerUids: [uid],
    data: { collectedMetrics: `---\n"${new Date(t0 - 1_000).toISOString()}":\n  vertexMetrics: {}\n  globalMetrics: {}\n` },
  }, t0)

  test('a round is content with the sample that it has, who asks is not', () => {
    const content = explained({ autoscalerState: stored }, false)
    expect(content.situation).toBe('Settled')
    expect(content.scaling).toBeUndefined()
    expect(explained({ autoscalerState: stored }, true)).toMatchObject({ situation: 'NeedsFacts', row: 'autoscaler/cycle' })
    expect(explained({ autoscalerState: stored, jobDetails: absent(t0) }, true)).toMatchObject({
      situation: 'AutoscalerDue',
      scaling: { row: 'unknown', why: 'Flink does not know the job', changedBy: 'Flink reports the metrics of the job' },
    })
  })

  test('something else comes first', () => {
    const facts = { autoscalerState: stored, jobDetails: absent(t0) }
    expect(explained(facts, true, { configuration: { ...on.configuration, 'a.b': 'c' } }).scaling).toMatchObject({ row: 'not-now' })
  })
})
