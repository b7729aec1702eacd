import { describe, expect, test } from 'vitest'
import {
  aDeployment,
  aJob,
  aPod,
  goneCluster,
  haConfigMap,
  jobId,
  ofNobody,
  runningCluster,
} from '../../../../../fixtures/cluster-facts.ts'
import { aDeploy, freshStatus, runningStatus, suspendedStatus } from '../../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, errorMessageOf, type Given, situationOf, written } from '../../../../../fixtures/round.ts'
import { attemptAnnotation } from '../../../../contract/resource/annotations.ts'
import { absent, known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import { contradictedState, nothingRecorded, stateOfRunningJob } from '../../../../contract/resource/last-state.ts'

const withState = (lastState: FlinkDeploymentStatus['operatorRecord']['lastState']): FlinkDeploymentStatus => ({
  ...freshStatus,
  operatorRecord: { ...freshStatus.operatorRecord, lastState },
})
const wiped = withState(nothingRecorded)
const nothing = goneCluster(t0, { configMaps: known([], t0) })
const old = { creationTimestamp: '2023-11-14T20:00:00Z' }
const young = { creationTimestamp: '2023-11-14T22:13:00Z' }
const fromPath = { job: { upgradeMode: 'stateless', initialSavepointPath: 's3://b/initial' } } as const
const running = runningStatus()
const withoutRecord: FlinkDeploymentStatus = {
  ...running,
  reconciliationStatus: { ...running.reconciliationStatus, lastReconciledSpec: null, lastStableSpec: null },
}

describe('F02 P25 nothing is recorded as deployed', () => {
  test.each<readonly [string, Given, object]>([
    ['created-suspended never started, suspended', { status: freshStatus, spec: { job: { state: 'suspended' } } }, {
      _tag: 'SuspendedToRecord',
      row: 'created-suspended',
    }],
    ['never-started never started', { status: freshStatus }, { _tag: 'FirstDeployment', row: 'never-started', asked: 'Spec' }],
    ['record-lost-and-answered the same of a stateless job: the newest word counts', {
      status: withState(contradictedState('x', 1)),
      spec: { job: { upgradeMode: 'stateless', savepointRedeployNonce: 2, initialSavepointPath: 's3://b/sp' } },
    }, { _tag: 'FirstDeployment', row: 'record-lost-and-answered', asked: 'Redeploy' }],
    ['record-lost-and-stateless not known, stateless', { status: wiped, metadata: old, spec: { job: { upgradeMode: 'stateless' } } }, {
      _tag: 'FirstDeployment',
      row: 'record-lost-and-stateless',
      asked: 'Stateless',
    }],
    ['record-lost-and-answered not known, told, and answered since then', {
      status: withState(contradictedState('x', 1)),
      spec: { job: { savepointRedeployNonce: 2, initialSavepointPath: 's3://b/sp' } },
    }, { _tag: 'FirstDeployment', row: 'record-lost-and-answered', asked: 'Redeploy' }],
    ['record-lost the nonce that the spec had when it was told is no answer', {
      status: withState(contradictedState('x', 1)),
      spec: { job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://b/sp' } },
    }, { _tag: 'RecordLost', row: 'record-lost', found: 'x' }],
    ['record-lost a nonce before anything was told is none either', {
      status: wiped,
      metadata: old,
      spec: { job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://b/sp' } },
      facts: nothing,
    }, { _tag: 'RecordLost', row: 'record-lost', toldNonce: 1 }],
    ['record-lost what there is of a cluster is looked at first', { status: wiped }, { _tag: 'NeedsFacts', row: 'record-lost' }],
    ['record-lost the status was wiped', { status: wiped, metadata: old, facts: nothing }, {
      _tag: 'RecordLost',
      found: expect.stringContaining('lastReconciledSpec is missing'),
    }],
    ['record-lost the same, edited once: it had another life', { status: wiped, metadata: { ...young, generation: 2 }, facts: nothing }, {
      _tag: 'RecordLost',
    }],
    ['record-lost the same, beside HA metadata', {
      status: wiped,
      metadata: young,
      facts: goneCluster(t0, { configMaps: known([haConfigMap()], t0) }),
    }, { _tag: 'RecordLost', found: expect.stringContaining(`HA metadata of job ${jobId} exists`) }],
    ['record-lost the same, beside its cluster', {
      status: wiped,
      metadata: young,
      facts: { ...nothing, deployment: known(aDeployment(), t0) },
    }, {
      _tag: 'RecordLost',
      found: expect.stringContaining('Deployment app exists'),
    }],
    ['record-lost the same, beside what an attempt of this operator left that belongs to nobody', {
      status: wiped,
      metadata: young,
      facts: { ...nothing, deployment: known(aDeployment(ofNobody), t0) },
    }, { _tag: 'RecordLost', found: expect.stringContaining('Deployment app exists, which attempt d') }],
    ['record-lost the same, beside pods of its JobManager', {
      status: wiped,
      metadata: young,
      facts: { ...nothing, jobManagerPods: known([aPod()], t0) },
    }, { _tag: 'RecordLost', found: expect.stringContaining('JobManager pod app-1 exists') }],
    ['new the same, beside a Deployment that only has the name', {
      status: wiped,
      metadata: young,
      facts: { ...nothing, deployment: known(aDeployment({ ...ofNobody, annotations: {} }), t0) },
    }, { _tag: 'FirstDeployment', row: 'new' }],
    ['record-lost only the record is gone', { status: withoutRecord, facts: nothing }, {
      _tag: 'RecordLost',
      found: expect.stringContaining(`the status names job ${jobId}`),
    }],
    ['record-lost the job ran', { status: withState(stateOfRunningJob), facts: nothing }, { _tag: 'RecordLost' }],
    ['record-lost an operation without a record', { status: { ...freshStatus, operation: aDeploy() }, facts: nothing }, {
      _tag: 'RecordLost',
    }],
    ['new new: the operator before had only put its finalizer on', { status: wiped, metadata: young, facts: nothing }, {
      _tag: 'FirstDeployment',
      row: 'new',
      asked: 'Spec',
    }],
    ['new the same, suspended', { status: wiped, metadata: young, facts: nothing, spec: { job: { state: 'suspended' } } }, {
      _tag: 'SuspendedToRecord',
      row: 'new',
    }],
    ['new B20 the same, stateless: initialSavepointPath counts, whatever the mode', {
      status: wiped,
      metadata: young,
      facts: nothing,
      spec: fromPath,
    }, {
      _tag: 'FirstDeployment',
      row: 'new',
      asked: 'Spec',
    }],
    ['record-lost what there is of a cluster is looked at first, stateless', { status: wiped, metadata: young, spec: fromPath }, {
      _tag: 'NeedsFacts',
      row: 'record-lost',
    }],
    ['new P14 stateless, and what is there could not be seen: it does not begin empty for that', {
      status: wiped,
      metadata: young,
      facts: { ...nothing, configMaps: unknown('Timeout', 'x', t0) },
      spec: fromPath,
    }, { _tag: 'Blocked', row: 'new', problem: null }],
    ['record-lost-and-stateless stateless, and something of an earlier run is there', {
      status: wiped,
      metadata: young,
      facts: { ...nothing, deployment: known(aDeployment(), t0) },
      spec: fromPath,
    }, { _tag: 'FirstDeployment', row: 'record-lost-and-stateless', asked: 'Stateless' }],
    ['P05 P14 not by a cache', { status: wiped, metadata: young, facts: { ...nothing, deployment: absent(t0, 'cache') } }, {
      row: 'record-lost',
    }],
  ])('%s', (_title, given, want) => {
    expect(situationOf(given)).toMatchObject(want)
  })

  test('P07 nothing is done, and a person is told what was found and what can be done', () => {
    const actions = decided({ status: wiped, metadata: old, facts: goneCluster(t0, { configMaps: known([haConfigMap()], t0) }) })
    expect(effectsOf(actions)).toEqual([])
    const status = written(actions)!
    expect(status).toMatchObject({
      lifecycleState: 'FAILED',
      operatorRecord: { lastState: { _tag: 'Unknown', why: 'Contradicted', toldNonce: null } },
    })
    for (
      const words of [
        'HA metadata of job',
        'It starts and deletes nothing',
        'spec.job.savepointRedeployNonce',
        'upgradeMode: stateless',
        'put the status back',
      ]
    ) expect(errorMessageOf(status)).toContain(words)
  })
})

describe('suspended/job-alive P25 P06 the record says suspended, and a job is alive that it does not tell of', () => {
  const suspended: Given = { spec: { job: { state: 'suspended' } }, status: suspendedStatus({ jobManagerDeploymentStatus: 'READY' }) }
  const unknownOne = runningCluster(t0, {
    jobs: known([aJob('RUNNING', { jobId: 'c'.repeat(32) })], t0),
    deployment: known(aDeployment({ annotations: { [attemptAnnotation]: 'f'.repeat(32) } }), t0),
  })
  const byTheWatchUnknown = {
    ...unknownOne,
    deployment: known(aDeployment({ annotations: { [attemptAnnotation]: 'f'.repeat(32) } }), t0, 'cache'),
  }
  const withoutState = suspendedStatus({
    jobManagerDeploymentStatus: 'READY',
    job: { state: 'RUNNING' },
    record: { terminalSince: null, lastState: stateOfRunningJob },
  })

  test.each<readonly [string, Given, object]>([
    ['in a cluster that the status does not know of', { ...suspended, facts: unknownOne }, {
      _tag: 'RecordLost',
      row: 'suspended/job-alive',
      found: expect.stringContaining('is of attempt ffff'),
    }],
    ['the same by the watch: looked at live first', { ...suspended, facts: byTheWatchUnknown }, {
      _tag: 'NeedsFacts',
      row: 'suspended/job-alive',
    }],
    ['in its own cluster, and its last state is not recorded', { ...suspended, status: withoutState, facts: runningCluster() }, {
      _tag: 'RecordLost',
      row: 'suspended/job-alive',
      found: expect.stringContaining('its last state is not recorded'),
    }],
    ['the job has ended', { ...suspended, facts: { ...unknownOne, jobs: known([aJob('FINISHED')], t0) } }, { row: 'suspended' }],
    ['it is not known whether one is alive', { ...suspended, facts: { ...unknownOne, jobs: unknown('Timeout', 'late', t0) } }, {
      row: 'suspended',
    }],
    ['what it was left with is known: it is a stray, or REST is late', { ...suspended, facts: runningCluster() }, {
      row: expect.stringMatching(/^(?:orphan-job|suspended)$/u),
    }],
  ])('%s', (_title, given, want) => {
    expect(situationOf(given)).toMatchObject(want)
  })

  test('nothing is done, a person is told, and what it was left with counts as not known from then on', () => {
    const actions = decided({ ...suspended, facts: unknownOne })
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({ lifecycleState: 'SUSPENDED', operatorRecord: { lastState: { why: 'Contradicted' } } })
    expect(errorMessageOf(written(actions)!)).toMatch(
      /the status records the job as suspended, but job c+ is alive.*savepointRedeployNonce.*stateless/u,
    )
    // P08 the next round writes nothing
    expect(written(decided({ ...suspended, status: written(actions)!, facts: unknownOne }))).toBeNull()
  })
})
