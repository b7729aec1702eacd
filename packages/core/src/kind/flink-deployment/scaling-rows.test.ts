import { describe, expect, test } from 'vitest'
import { aDeployment, jobId, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aTearDown, runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { name, namespace, type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import type { Given } from '../../../fixtures/round.ts'
import { seenRound } from '../../../fixtures/seen-round.ts'
import { known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { ConfiguredSpec } from '../../spec/configured-spec.ts'
import type { DeployedSpec } from '../../cluster/deployed-spec.ts'
import { events } from './application/report/application-events.ts'
import type { Round, Situation } from './application/application-round.ts'
import { scaling } from './application/scale/application-scaling.ts'
import { scalingQueries as queriesOf, scalingSituation as situationOf } from '../../job/scale/scale-in-place.ts'
import { decideJob } from '../../job/decide-job.ts'
import { ownCluster } from './own-cluster.ts'

const scalingQueries = (round: Round) => queriesOf(scaling, round)
const scalingSituation = (round: Round) => {
  const { deployed, wanted } = round.desired
  return deployed._tag === 'Deployed' && wanted !== null ? situationOf(scaling, round, { deployed, wanted }) : null
}

const vertexA = '0'.repeat(31) + 'a'
const vertexB = '0'.repeat(31) + 'b'
const overrides = 'pipeline.jobvertex-parallelism-overrides'
const adaptive = (text: string | null, more: SpecChange = {}): SpecChange => ({
  ...more,
  configuration: { 'jobmanager.scheduler': 'Adaptive', ...(text === null ? {} : { [overrides]: text }) },
})
const seen: FlinkDeploymentFacts = runningCluster(t0, {
  resourceRequirements: known({ [vertexA]: { lower: 1, upper: 2 }, [vertexB]: { lower: 1, upper: 2 } }, t0),
})
const edited = (before: SpecChange, after: SpecChange, { facts = seen, ...more }: Given & { readonly change?: StatusChange } = {}): Round =>
  seenRound({
    spec: after,
    status: runningStatus({ recorded: { spec: before }, ...more.change }),
    facts,
    metadata: { generation: 2, ...more.metadata },
  })

const scaleUp = (more: Given & { readonly change?: StatusChange } = {}) => edited(adaptive(`${vertexA}:2`), adaptive(`${vertexA}:4`), more)
const wider = (more: Given = {}) => edited(adaptive(null), adaptive(null, { job: { parallelism: 5 } }), more)
const reactive = (parallelism: number): SpecChange => ({
  job: { parallelism },
  configuration: { 'scheduler-mode': 'reactive' },
  rest: { mode: 'standalone' },
})
const taskManagers = (facts: FlinkDeploymentFacts = {}) => edited(reactive(1), reactive(3), { facts: runningCluster(t0, facts) })
const replicas = (wantedReplicas: number) => ({
  taskManagerDeployment: known(aDeployment({ name: `${name}-taskmanager`, uid: 'uid-tm', wantedReplicas }), t0),
})

const withOption = (spec: ConfiguredSpec, key: string, value: string | undefined): ConfiguredSpec => {
  const { [key]: _old, ...rest } = spec.effective.configuration
  return { ...spec, effective: { ...spec.effective, configuration: value === undefined ? rest : { ...rest, [key]: value } } }
}
const wantedWith = (key: string, value?: string) => (it: Round): Round => ({
  ...it,
  desired: { ...it.desired, wanted: it.desired.wanted === null ? null : withOption(it.desired.wanted, key, value) },
})
const withDeployed = (change: (deployed: Extract<DeployedSpec, { _tag: 'Deployed' }>) => DeployedSpec) => (it: Round): Round => ({
  ...it,
  desired: { ...it.desired, deployed: it.desired.deployed._tag === 'Deployed' ? change(it.desired.deployed) : it.desired.deployed },
})
const runningWith = (key: string, value?: string) =>
  withDeployed(deployed => ({ ...deployed, running: withOption(deployed.running, key, value) }))

describe('what an edit that only scales is found to be (control-flow.md, section 4.5)', () => {
  const due = (row: string, reason: string) => ({ _tag: 'ScaleDue', row, reason })
  test.each<readonly [string, Round, object | null]>([
    ['a vertex is given another parallelism', scaleUp(), {
      _tag: 'ScaleDue',
      answer: { _tag: 'ScaleVertices', bounds: { [vertexA]: { lower: 1, upper: 4 } } },
    }],
    ['requirements have to be seen first', scaleUp({ facts: runningCluster() }), {
      _tag: 'NeedsFacts',
      row: 'scaling, in-place/requirements',
      reason: 'how is the job scaled?',
      queries: [{ _tag: 'GetResourceRequirements', jobId }],
    }],
    [
      "P14 requirements can't be read",
      scaleUp({ facts: { ...seen, resourceRequirements: unknown('Timeout', 'late', t0) } }),
      due('scaling, in-place/requirements', 'the resource requirements of the job could not be read: late'),
    ],
    ['there is no job to ask for them', scaleUp({ facts: runningCluster(), change: { job: { jobId: null } } }), null],
    ['TaskManagers have to be seen first', taskManagers(), {
      _tag: 'NeedsFacts',
      row: 'scaling, in-place/taskmanager-deployment',
      reason: 'how many TaskManagers does the Deployment ask for?',
      queries: [{ _tag: 'ReadTaskManagerDeployment', name: `${name}-taskmanager` }],
    }],
    [
      'TaskManagers',
      taskManagers(replicas(1)),
      due('scaling, in-place/taskmanagers', '3 TaskManagers instead of 1: the job rescales to the available ones'),
    ],
    [
      'TaskManagers that are there',
      taskManagers(replicas(3)),
      due('scaling, in-place/taskmanagers', 'the Deployment asks for 3 TaskManagers already'),
    ],
    ['the edit changes more', edited(adaptive(`${vertexA}:2`), adaptive(`${vertexA}:4`, { rest: { image: 'other' } })), null],
    ['there is no edit', edited(adaptive(`${vertexA}:2`), adaptive(`${vertexA}:2`)), null],
  ])('%s', (_title, round, want) => {
    const situation = scalingSituation(round)
    if (want === null) expect(situation).toBeNull()
    else expect(situation).toMatchObject(want)
    expect(scalingQueries(round)).toEqual(situation?._tag === 'NeedsFacts' ? situation.queries : [])
  })
})

describe('4.5/5 what the parallelism of vertices and of the job is read from', () => {
  const isScaled = (round: Round) => scalingSituation(round)?._tag === 'ScaleDue'
  test.each<readonly [string, (it: Round) => Round, boolean]>([
    ['a number for each vertex', it => it, true],
    ['one of them is no number', wantedWith(overrides, `${vertexA}:4,${vertexB}:x`), false],
    ['the only one is no number', wantedWith(overrides, `${vertexA}:x`), false],
    ['it is no map', wantedWith(overrides, 'x'), false],
    ['that of what runs is no number', runningWith(overrides, `${vertexA}:x`), false],
  ])('overrides: %s', (_title, change, want) => {
    expect(isScaled(change(scaleUp()))).toBe(want)
  })

  test.each<readonly [string, Round, (it: Round) => Round, boolean]>([
    ['the edit changes it', wider(), it => it, true],
    [
      'the edit changes it, and beside it what does not matter',
      edited(adaptive(null), adaptive(null, { job: { parallelism: 5, upgradeMode: 'last-state' } })),
      it => it,
      true,
    ],
    [
      'it comes from the number of TaskManagers',
      edited(adaptive(null), adaptive(null, { rest: { taskManager: { resource: { memory: '1g', cpu: 1 }, replicas: 5 } } })),
      it => it,
      true,
    ],
    ['it is not known of what is wanted', wider(), wantedWith('parallelism.default'), false],
    ['it is not known of what runs', wider(), runningWith('parallelism.default'), false],
    ['it is known of neither', wider(), it => wantedWith('parallelism.default')(runningWith('parallelism.default')(it)), false],
  ])('job parallelism: %s', (_title, round, change, want) => {
    expect(isScaled(change(round))).toBe(want)
  })
})

describe('D-26 only a job that runs as it is recorded is scaled (control-flow.md, section 4.5)', () => {
  const same = (it: Round): Round => it
  test.each<readonly [string, Round, (it: Round) => Round]>([
    ['an operation is under way', scaleUp({ change: { operation: aTearDown() } }), same],
    ['UPGRADING', scaleUp({ change: { reconciliation: { state: 'UPGRADING' } } }), same],
    ['the resource is being deleted', scaleUp({ metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' } }), same],
    [
      'its record says that nothing runs',
      scaleUp(),
      withDeployed(it => ({ ...it, reconciled: { ...it.reconciled, job: { ...it.reconciled.job, state: 'suspended' } } })),
    ],
    ['nothing is deployed', scaleUp(), withDeployed(() => ({ _tag: 'Never' }))],
    ['there is no spec to deploy', scaleUp(), it => ({ ...it, desired: { ...it.desired, wanted: null } })],
  ])('not so: %s', (_title, round, change) => {
    expect([scalingSituation(change(round)), scalingQueries(change(round))]).toEqual([null, []])
  })
})

describe('what is done (control-flow.md, section 4.5)', () => {
  const due = (round: Round): Extract<Situation, { _tag: 'ScaleDue' }> => {
    const situation = scalingSituation(round)
    return situation?._tag === 'ScaleDue' ? situation : expect.fail('it is not to be scaled')
  }
  const done = (round: Round) => decideJob(ownCluster, round, due(round))

  test('vertices: their bounds are sent to the job, and that is told', () => {
    expect(done(scaleUp())).toMatchObject({
      events: [{ reason: 'SpecChanged' }, events.scaling],
      effects: [{ _tag: 'UpdateResourceRequirements', jobId, bounds: { [vertexA]: { lower: 1, upper: 4 } } }],
      status: { observedGeneration: 1 },
    })
  })

  test('TaskManagers: the replicas of their very Deployment are patched, and that is told', () => {
    expect(done(taskManagers(replicas(1)))).toMatchObject({
      events: [{ reason: 'SpecChanged' }, events.scaling],
      reason: '3 TaskManagers instead of 1: the job rescales to the available ones',
      effects: [{
        _tag: 'PatchObject',
        target: { apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: `${name}-taskmanager`, uid: 'uid-tm' },
        patch: { spec: { replicas: 3 } },
        why: 'the job rescales to the TaskManagers that are available',
      }],
    })
  })

  test('seen done: the new spec is recorded, what was announced is told and no more', () => {
    expect(done(taskManagers(replicas(3)))).toMatchObject({
      events: [{ reason: 'SpecChanged' }],
      effects: [],
      status: { observedGeneration: 2 },
      reason: 'the Deployment asks for 3 TaskManagers already',
    })
  })

  test('B101 it waits, and says for what', () => {
    expect(done(scaleUp({ facts: { ...seen, resourceRequirements: unknown('Timeout', 'late', t0) } }))).toMatchObject({
      effects: [],
      events: [],
      after: 10_000,
      waitingFor: 'the resource requirements of the job',
      reason: 'the resource requirements of the job could not be read: late',
    })
  })
})
