import { describe, expect, test } from 'vitest'
import { jobId, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aSuspend, runningStatus } from '../../../fixtures/deployment-status.ts'
import { environment } from '../../../fixtures/environment.ts'
import { aResource, name, namespace, type SpecChange, t0, uid } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, eventsOf, type Given, queriesOf, requeueOf, situationOf } from '../../../fixtures/round.ts'
import type { AutoscalerStateView } from '../../contract/fact/custom-resource-views.ts'
import { absent, type Fact, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { JobDetails, VertexMetrics } from '../../contract/fact/job-details.ts'
import { flinkDeploymentKind } from '../../kind/flink-deployment/flink-deployment-kind.ts'

const vertex = '0'.repeat(31) + 'a'
const key = 'pipeline.jobvertex-parallelism-overrides'
const on: SpecChange = { configuration: { 'job.autoscaler.enabled': 'true', 'jobmanager.scheduler': 'Adaptive' } }
const off: SpecChange = { configuration: { 'jobmanager.scheduler': 'Adaptive' } }
const scaled = (to: string): SpecChange => ({ configuration: { ...on.configuration, [key]: `${vertex}:${to}` } })

const stored = (data: Readonly<Record<string, string>>, more: Partial<AutoscalerStateView> = {}): Fact<AutoscalerStateView> =>
  known({ name: `autoscaler-${name}`, uid: 'uid-state', resourceVersion: '7', deleting: false, ownerUids: [uid], data, ...more }, t0)

const details: JobDetails = {
  runningSince: t0 - 3_600_000,
  vertices: [{
    id: vertex,
    parallelism: 2,
    maxParallelism: 128,
    slotSharingGroup: null,
    isFinished: false,
    inputs: [],
    readRecords: 0,
    writeRecords: 0,
    accumulatedBusyTime: 0,
    isComplete: true,
  }],
  metricNames: {},
}
const one = (id: string, value: number) => ({ id, min: value, max: value, avg: value, sum: value })
const metrics: VertexMetrics = {
  values: {
    [vertex]: [
      one('busyTimeMsPerSecond', 100),
      one('backPressuredTimeMsPerSecond', 0),
      one('Source__in.numRecordsInPerSecond', 10),
      one('Source__in.numRecordsIn', 1_000),
    ],
  },
  names: {},
  jobManager: { taskSlotsTotal: 2, taskSlotsAvailable: 0 },
  taskManager: [one('Status.JVM.Memory.Heap.Used', 1)],
}

const seen = (facts: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  runningCluster(t0, {
    resourceRequirements: known({ [vertex]: { lower: 1, upper: 2 } }, t0),
    ...facts,
  })
const given = (spec: SpecChange, recorded: SpecChange, facts: FlinkDeploymentFacts, more: Given = {}): Given => ({
  spec,
  status: runningStatus({ recorded: { spec: recorded } }),
  facts,
  ...more,
})
const measured = { jobDetails: known(details, t0), vertexMetrics: known(metrics, t0) }

describe('rows A of classify', () => {
  test('unseen what is stored is asked for in one look with the job, before anything is decided; not at all where the autoscaler is off', () => {
    const { jobs: _jobs, ...before } = seen()
    expect(queriesOf(decided(given(on, on, before)))).toEqual(['ReadAutoscalerState', 'GetJobsOverview'])
    expect(queriesOf(decided(given(off, off, before)))).toEqual(['GetJobsOverview'])
  })

  test('autoscaler/cycle the graph is asked for first, then the values of all vertices at once', () => {
    expect(decided(given(on, on, seen({ autoscalerState: absent(t0) })))).toMatchObject([
      { _tag: 'Look', queries: [{ _tag: 'GetJobDetails', jobId, namesOf: [] }] },
    ])
    expect(decided(given(on, on, seen({ autoscalerState: absent(t0), jobDetails: known(details, t0) })))).toMatchObject([
      { _tag: 'Look', queries: [{ _tag: 'GetVertexMetrics', jobId, vertices: [{ id: vertex, get: null }] }] },
    ])
  })

  test('autoscaler/cycle a first sample makes the ConfigMap, with the names, labels and owner of the reference', () => {
    const actions = decided(given(on, on, seen({ autoscalerState: absent(t0), ...measured })))
    expect(effectsOf(actions)).toEqual(['WriteAutoscalerState'])
    expect(actions.find(({ _tag }) => _tag === 'WriteAutoscalerState')).toMatchObject({
      namespace,
      name: `autoscaler-${name}`,
      owner: { kind: 'FlinkDeployment', name, uid },
      seen: null,
      data: { collectedMetrics: expect.stringMatching(/^H4sI/) as string },
      report: { row: 'too-few-samples', vertices: {} },
    })
  })

  test('autoscaler/cycle a sample within the reconcile interval is not taken again, and the next look comes in time for the next one', () => {
    const first = decided(given(on, on, seen({ autoscalerState: absent(t0), ...measured })))
    const written = first.flatMap(it => (it._tag === 'WriteAutoscalerState' ? [it.data as Readonly<Record<string, string>>] : []))[0] ?? {}
    const again = decided(given(on, on, seen({ autoscalerState: stored(written) }), { now: t0 + 40_000 }))
    expect(effectsOf(again)).toEqual([])
    expect(requeueOf(again)).toMatchObject({ after: 20_000 })
  })

  test.each<readonly [string, FlinkDeploymentFacts]>([
    ['what is stored can not be read', { autoscalerState: unknown('Timeout', 'no answer', t0), ...measured }],
    ['metrics can not be read', { autoscalerState: absent(t0), ...measured, vertexMetrics: unknown('Timeout', 'no answer', t0) }],
    ['Flink does not know the job', { autoscalerState: absent(t0), jobDetails: absent(t0) }],
  ])('P14 A-13 no sample, and no failure, where %s', (_what, facts) => {
    const actions = decided(given(on, on, seen(facts)))
    expect(effectsOf(actions)).toEqual([])
    expect(eventsOf(actions)).toEqual([])
  })

  test('A-13 a required metric that is missing is told by an event, once in its interval, and nothing fails', () => {
    const { [vertex]: values = [] } = metrics.values
    const lacking: VertexMetrics = { ...metrics, values: { [vertex]: values.slice(1) } }
    const actions = decided(given(on, on, seen({ autoscalerState: absent(t0), ...measured, vertexMetrics: known(lacking, t0) })))
    expect(effectsOf(actions)).toEqual([])
    expect(eventsOf(actions)).toMatchObject([{
      type: 'Warning',
      reason: 'AutoscalerError',
      message: `Could not find required metric BUSY_TIME_PER_SEC for ${vertex}`,
      repeat: 'Once',
    }])
  })

  test("A-18 stored overrides that Flink can't take are told, and replaced by those that the job runs with", () => {
    const facts = seen({ autoscalerState: stored({ parallelismOverrides: `${vertex}:many` }), ...measured })
    const actions = decided(given(on, scaled('4'), facts))
    expect(actions.find(({ _tag }) => _tag === 'WriteAutoscalerState')).toMatchObject({ data: { parallelismOverrides: `${vertex}:4` } })
    expect(eventsOf(actions)).toMatchObject([{ type: 'Warning', reason: 'AutoscalerError' }])
    // a deployed one that Flink can't take is no better
    const both = decided(given(on, scaled('many'), facts))
    expect(both.find(({ _tag }) => _tag === 'WriteAutoscalerState')).toMatchObject({ data: { parallelismOverrides: null } })
  })

  test('autoscaler/foreign-state a ConfigMap of another resource is told, and left alone', () => {
    const actions = decided(given(on, on, seen({ autoscalerState: stored({}, { ownerUids: ['another'] }), ...measured })))
    expect(effectsOf(actions)).toEqual([])
    expect(eventsOf(actions)).toMatchObject([{ reason: 'AutoscalerError' }])
  })

  test("autoscaler-to-forget/off turned off, what it knew is cleared before the user's parallelism is carried out", () => {
    const facts = seen({ autoscalerState: stored({ parallelismOverrides: `${vertex}:4`, scalingHistory: 'x' }) })
    const actions = decided(given(off, scaled('4'), facts))
    expect(actions.filter(({ _tag }) => _tag === 'WriteAutoscalerState')).toMatchObject([
      { seen: { uid: 'uid-state', resourceVersion: '7' }, data: { parallelismOverrides: null, scalingHistory: null }, report: null },
    ])
    expect(requeueOf(actions).after).toBe(0)
    expect(situationOf(given(off, scaled('4'), seen({ autoscalerState: stored({}) })))._tag).not.toBe('AutoscalerDue')
  })

  test('autoscaler-to-forget/off a stored decision that Flink may have got is recorded first: else nothing would show that it is to be taken back', () => {
    const facts = seen({ autoscalerState: stored({ parallelismOverrides: `${vertex}:4` }) })
    const actions = decided(given(off, on, facts))
    const tags = actions.map(({ _tag }) => _tag)
    expect(tags.indexOf('PersistStatus')).toBeLessThan(tags.indexOf('WriteAutoscalerState'))
    const recordedIn = (them: typeof actions) => them.find(({ _tag }) => _tag === 'PersistStatus')
    expect(recordedIn(actions)).toMatchObject({
      status: { reconciliationStatus: { lastReconciledSpec: expect.stringContaining(`"${key}":"${vertex}:4"`) as string } },
    })
    // what is recorded already is not written again
    expect(tags).toContain('WriteAutoscalerState')
    const again = decided(given(off, scaled('4'), facts))
    expect(again.filter(it => it._tag === 'PersistStatus' && JSON.stringify(it).includes(`${vertex}:4,`))).toEqual([])
    // the next round takes it back
    expect(situationOf(given(off, scaled('4'), seen({ autoscalerState: stored({}) })))).toMatchObject({
      row: expect.stringMatching(/^(?:edit|scaling)/) as string,
    })
  })

  test('autoscaler-turned-off while the job is being stopped: cleared before the end of the stop records that it is off', () => {
    const stopping: Given = { status: runningStatus({ recorded: { spec: scaled('4') }, operation: aSuspend({}) }) }
    const known = seen({ autoscalerState: stored({ parallelismOverrides: `${vertex}:4` }) })
    const actions = decided({ ...given(off, scaled('4'), known), ...stopping })
    expect(situationOf({ ...given(off, scaled('4'), known), ...stopping })).toMatchObject({ row: 'autoscaler-turned-off' })
    expect(effectsOf(actions)).toEqual(['WriteAutoscalerState'])
    expect(actions.find(({ _tag }) => _tag === 'WriteAutoscalerState')).toMatchObject({ data: { parallelismOverrides: null } })
    expect(requeueOf(actions).after).toBe(0)
    for (const autoscalerState of [stored({}), absent(t0), unknown('Timeout', 'late', t0)] as const)
      expect(situationOf({ ...given(off, scaled('4'), seen({ autoscalerState })), ...stopping })._tag).toBe('Suspending')
    expect(situationOf({ ...given(on, scaled('4'), known), ...stopping })._tag).toBe('Suspending')
  })

  test('autoscaler-to-forget/reset a new autoscalerResetNonce clears it, and is recorded only once that is done', () => {
    const facts = seen({ autoscalerState: stored({ parallelismOverrides: `${vertex}:4` }), ...measured })
    const reset = { ...on, job: { autoscalerResetNonce: 3 } }
    const actions = decided(given(reset, on, facts))
    const tags = actions.map(({ _tag }) => _tag)
    expect(tags.indexOf('WriteAutoscalerState')).toBeLessThan(tags.lastIndexOf('PersistStatus'))
    expect(actions.findLast(({ _tag }) => _tag === 'PersistStatus')).toMatchObject({
      status: { reconciliationStatus: { lastReconciledSpec: expect.stringContaining('"autoscalerResetNonce":3') as string } },
    })
  })
})

describe('P02 P14 what is stored enters before the spec is compared', () => {
  const rowOf = (of: Given): string => {
    const read = aResource(of)
    const desired = flinkDeploymentKind.validate(read, environment(t0))
    const observed = flinkDeploymentKind.observe(desired, { meta: read.meta, status: read.status }, of.facts ?? {}, environment(t0))
    return flinkDeploymentKind.explain(desired, observed, environment(t0)).row
  }
  test.each<readonly [string, SpecChange, Fact<AutoscalerStateView>, RegExp]>([
    ['a stored override that does not run yet is a SCALE', on, stored({ parallelismOverrides: `${vertex}:4` }), /^scaling, /],
    ['one that runs is none', scaled('2'), stored({ parallelismOverrides: `${vertex}:2` }), /^autoscaler\/cycle/],
    [
      'W59 one that is recorded and does not run is scaled in place',
      scaled('4'),
      stored({ parallelismOverrides: `${vertex}:4` }),
      /^scaling, /,
    ],
    ['one that can not be seen is no reason to restart', scaled('4'), unknown('Timeout', 'no answer', t0), /^nothing$/],
    ['one that can not be read is no reason to restart', scaled('4'), stored({ parallelismOverrides: ':' }), /^autoscaler\/cycle/],
    ...['0', '-2', 'many', '32769', '1.5', ''].map(text =>
      [
        `A-18 one that Flink can't take is no reason to restart: '${text}'`,
        scaled('4'),
        stored({ parallelismOverrides: `${vertex}:${text}` }),
        /^autoscaler\/cycle/,
      ] as const
    ),
    ["none any more, the user's parallelism counts", scaled('4'), absent(t0), /^(?:scaling|edit\/)/],
    [
      'of another resource nothing counts',
      on,
      stored({ parallelismOverrides: `${vertex}:4` }, { ownerUids: ['another'] }),
      /^autoscaler\/foreign-state/,
    ],
  ])('%s', (_what, recorded, autoscalerState, row) => {
    expect(rowOf(given(on, recorded, seen({ autoscalerState, ...measured })))).toMatch(row)
  })
})
