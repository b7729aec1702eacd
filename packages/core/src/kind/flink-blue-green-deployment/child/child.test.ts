import { describe, expect, test } from 'vitest'
import { initialFlinkDeploymentStatus } from '../../../crd/flink-deployment-status-fields.ts'
import { activeBlue, settled, served, edited } from '../../../../fixtures/blue-green.ts'
import { parentUid } from '../../../../fixtures/a-blue-green.ts'
import { job } from '../../../../fixtures/blue-green-plays.ts'
import { absent, known, unknown, type Fact } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import type { JobStatus } from '../../../contract/resource/job-status.ts'
import { resourceOptions } from '../../../options/resource-options.ts'
import {
  begunOf,
  childOf,
  heldOf,
  isOfTransition,
  isProved,
  isProvedSuspended,
  isReady,
  isSuspended,
  readyMarkOf,
  childJobOf,
} from './child.ts'

/** Blue, which serves. */
const view: FlinkDeploymentView = activeBlue().children['app-blue']!.view
const suspendedView: FlinkDeploymentView =
  settled(served(settled(edited(activeBlue(), job({ state: 'suspended' }))), 'app-blue')).children['app-blue']!.view
const { generation, uid } = view.meta

const withMeta = (change: Partial<FlinkDeploymentView['meta']>, of = view): FlinkDeploymentView => ({
  ...of,
  meta: { ...of.meta, ...change },
})
const withStatus = (change: Partial<FlinkDeploymentView['status']>, of = view): FlinkDeploymentView => ({
  ...of,
  status: { ...of.status, ...change },
})
const withJob = (change: Partial<JobStatus>, of = view): FlinkDeploymentView =>
  withStatus({ jobStatus: { ...of.status.jobStatus, ...change } }, of)
const owner = (of: string) => ({ kind: 'FlinkBlueGreenDeployment', name: 'app', uid: of })
const hold = { 'flinkdeployment.flink.apache.org/pause': 'transition=x' }
const { jobStatus, operatorRecord } = initialFlinkDeploymentStatus
const nothingRecorded = {
  reconciliationStatus: { ...view.status.reconciliationStatus, lastReconciledSpec: null },
  jobStatus,
  operatorRecord,
}

describe('section 4.1 which child is there: owner references prove whose it is, a live look that it is not there (P05, P14, B50)', () => {
  test.each<readonly [string, Fact<FlinkDeploymentView> | undefined, string]>([
    ['nobody looked', undefined, 'NotLookedAt'],
    ['it could not be seen', unknown('Timeout', 'late', 0), 'Unseen'],
    ['it is not there', absent(0, 'live'), 'Absent'],
    ['P05 a cache does not have it: that is no look', absent(0, 'cache'), 'NotLookedAt'],
    ['it is ours', known(view, 0), 'There'],
    ['it is ours, and of somebody else besides', known(withMeta({ ownerReferences: [owner('other'), owner(parentUid)] }), 0), 'There'],
    ['it is of another one of our name', known(withMeta({ ownerReferences: [owner('other')] }), 0), 'Others'],
    ['it has no owner', known(withMeta({ ownerReferences: [] }), 0), 'Others'],
  ])('%s', (_title, fact, tag) => {
    expect(childOf({ uid: parentUid }, fact)._tag).toBe(tag)
  })
})

describe('P01 B105 a child that is held, and of which its own operator recorded nothing, never ran', () => {
  test.each<readonly [string, FlinkDeploymentView, 'begun' | 'held' | 'neither']>([
    ['it serves', view, 'begun'],
    ['it was let go, and nothing is recorded yet', withStatus(nothingRecorded), 'begun'],
    ['it is held', withStatus(nothingRecorded, withMeta({ annotations: hold })), 'held'],
    ['it ran, and somebody holds it', withMeta({ annotations: hold }), 'begun'],
    ...([
      ['a job', { jobStatus: view.status.jobStatus }],
      ['when a job began', { jobStatus: { ...jobStatus, startTime: '1' } }],
      ['an attempt', { operatorRecord: { ...operatorRecord, attempts: 1 } }],
      ['a deploy', { operatorRecord: { ...operatorRecord, deployedAttempt: 'x' } }],
    ] as const).map(([what, change]) =>
      [
        `V01 it is held, the record is gone, and its status tells of ${what}`,
        withStatus({ ...nothingRecorded, ...change }, withMeta({ annotations: hold })),
        'begun',
      ] as const
    ),
    [
      'its operator is about to deploy it, and somebody holds it',
      withStatus({ ...nothingRecorded, operation: {} as never }, withMeta({ annotations: hold })),
      'begun',
    ],
    ['it is held, and being deleted', withStatus(nothingRecorded, withMeta({ annotations: hold, deletionTimestamp: 1 })), 'neither'],
    ['it is being deleted', withMeta({ deletionTimestamp: 1 }), 'neither'],
  ])('%s', (_title, of, is) => {
    const child = { _tag: 'There', view: of } as const
    expect([begunOf(child) !== null, heldOf(child) !== null]).toEqual([is === 'begun', is === 'held'])
  })
})

describe('section 4.1, E-31 B107 ready: its own operator has taken over this very generation, STABLE, its job RUNNING', () => {
  test.each<readonly [string, FlinkDeploymentView | null, boolean]>([
    ['it serves', view, true],
    ['there is none', null, false],
    ['it is being deleted', withMeta({ deletionTimestamp: 1 }), false],
    ['it was edited since', withMeta({ generation: generation + 1 }), false],
    ['DEPLOYED, not STABLE', withStatus({ lifecycleState: 'DEPLOYED' }), false],
    ['its job is not RUNNING', withJob({ state: 'RECONCILING' }), false],
  ])('%s', (_title, of, is) => {
    expect(isReady(of)).toBe(is)
    expect(isProved(of, { childUid: uid, childGeneration: generation })).toBe(is)
  })
  test.each<readonly [string, FlinkDeploymentView | null, boolean]>([
    ['it is', suspendedView, true],
    ['there is none', null, false],
    ['its spec does not ask for it', withStatus({ lifecycleState: 'SUSPENDED' }), false],
    ['it is not yet', withStatus({ lifecycleState: 'UPGRADING' }, suspendedView), false],
    ['of the generation before', withMeta({ generation: suspendedView.meta.generation + 1 }, suspendedView), false],
  ])('suspended, as its spec asks: %s', (_title, of, is) => {
    expect(isSuspended(of)).toBe(is)
    expect(isProvedSuspended(of, { childUid: uid, childGeneration: suspendedView.meta.generation })).toBe(is)
  })
  test.each<readonly [string, string | null, number | null]>([
    ['another uid', 'other', generation],
    ['another generation', uid, 99],
    ['none was seen', null, null],
  ])('B107 of %s: that proves nothing', (_title, childUid, childGeneration) => {
    expect(isProved(view, { childUid, childGeneration })).toBe(false)
    expect(isProvedSuspended(suspendedView, { childUid, childGeneration })).toBe(false)
  })
  test.each<readonly [string, Partial<JobStatus>]>([
    ['another job', { jobId: 'f'.repeat(32) }],
    ['none', { jobId: null }],
    ['another start', { startTime: '7' }],
    ['no start', { startTime: null }],
    ['a change of its state', { updateTime: '7' }],
    ['no change of its state', { updateTime: null }],
  ])('E-31 ready without a break: %s is another mark', (_title, change) => {
    expect(readyMarkOf(withJob(change))).not.toBe(readyMarkOf(view))
    expect(readyMarkOf(withJob({}))).toBe(readyMarkOf(view))
  })
  test.each<readonly [string, string, string | null, boolean]>([
    ['it was created for it', 'mine', null, true],
    ['it was seen as its child before', 'other', uid, true],
    ['neither', 'other', 'other', false],
  ])('E-35 of a transition: %s', (_title, mark, childUid, is) => {
    const of = withMeta({ annotations: { 'flinkbluegreendeployment.flink.apache.org/transition': mark } })
    expect(isOfTransition(of, { id: 'mine', childUid })).toBe(is)
  })
})

describe('E-38 the job of a child, by what was deployed', () => {
  const flinkDefaults = { configuration: {}, logConfiguration: {} }
  const recorded = (lastReconciledSpec: string | null): FlinkDeploymentView =>
    withStatus({ reconciliationStatus: { ...view.status.reconciliationStatus, lastReconciledSpec } })
  test.each<readonly [string, FlinkDeploymentView, string]>([
    ['no job id', withJob({ jobId: null }), 'app-blue has no job yet'],
    ['nothing deployed', recorded(null), 'app-blue has no job yet'],
    ['what was deployed can not be read', recorded('{'), "the recorded deployed spec of app-blue can't be read"],
  ])('%s: none that could be asked', (_title, of, reason) => {
    expect(childJobOf(of, flinkDefaults)).toEqual({ _tag: 'None', reason })
  })
  test('it is asked where it runs, and savepoints go where the newest spec says', () => {
    const next = { ...view.spec.flinkConfiguration, 'rest.port': '9999', 'execution.checkpointing.savepoint-dir': 's3://new' }
    const seen = childJobOf({ ...view, spec: { ...view.spec, flinkConfiguration: next } }, flinkDefaults)
    expect(seen).toMatchObject({
      _tag: 'Job',
      jobId: view.status.jobStatus.jobId,
      endpoint: { namespace: 'ns', service: 'app-blue-rest', port: resourceOptions({}).options.restPort },
      options: { savepointDirectory: 's3://new' },
    })
  })
})
