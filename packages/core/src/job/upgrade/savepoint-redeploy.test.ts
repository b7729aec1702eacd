import { describe, expect, test } from 'vitest'
import { aJob, goneCluster, haConfigMap, jobId, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aSuspend, freshStatus, runningStatus, type StatusChange, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, eventsOf, type Given, lookedAndDecided, requeueOf, reread, written } from '../../../fixtures/round.ts'
import { seenRound } from '../../../fixtures/seen-round.ts'
import type { JobAct, JobDecision, Round, Situation } from '../../kind/flink-deployment/application/application-round.ts'
import { events } from '../../kind/flink-deployment/application/report/application-events.ts'
import { decodeRecordedSpec } from '../../crd/recorded-spec.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { ownCluster } from '../../kind/flink-deployment/own-cluster.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { mintId } from '../../contract/resource/mint-id.ts'
import type { SuspendOperation } from '../../contract/resource/operation.ts'
import { finishStop } from '../stop/finish-stop.ts'
import { ended as endOf } from '../stop/stop-host.ts'
import { askedRedeploy } from './redeploy-start.ts'
import { beginRedeploy } from './savepoint-redeploy.ts'

const asks = (change: object = {}): SpecChange => ({ job: { savepointRedeployNonce: 7, initialSavepointPath: ' s3://b/init ', ...change } })
const acted = (decision: JobDecision): JobAct => (decision._tag === 'Act' ? decision : expect.fail(`it looks: ${decision.why}`))
const round = (status: FlinkDeploymentStatus, spec: SpecChange = asks(), facts = runningCluster(), now = t0): Round =>
  seenRound({ status, spec, facts, metadata: { generation: 2 }, now })
const ended = runningStatus({ job: { state: 'FAILED' }, record: { terminalSince: t0 - 60_000 } })
const pathReason = 'savepointRedeployNonce asks for initialSavepointPath'

const due = (it: Round): Extract<Situation, { _tag: 'RedeployDue' }> => {
  const { deployed, wanted } = it.desired
  const redeploy = askedRedeploy(it)
  return deployed._tag === 'Deployed' && wanted !== null && redeploy !== null
    ? { _tag: 'RedeployDue', row: 'savepoint-redeploy', reason: 'asked', redeploy, wanted, deployed }
    : expect.fail('no redeploy is asked for')
}
const begin = (it: Round): JobDecision => beginRedeploy(ownCluster, it, due(it))

describe('what asks for a savepoint redeploy (control-flow.md, section 4.12)', () => {
  const withoutDiff = (it: Round): Round => ({ ...it, desired: { ...it.desired, diff: { ...it.desired.diff, type: 'UPGRADE' } } })
  const withJob = (
    it: Round,
    change: object,
  ): Round => (it.desired.wanted === null ? it
    : { ...it, desired: { ...it.desired, wanted: { ...it.desired.wanted, job: { ...it.desired.wanted.job, ...change } } } })
  const withoutWanted = (it: Round): Round => ({ ...it, desired: { ...it.desired, wanted: null } })
  const same = (it: Round): Round => it

  test.each<readonly [string, (it: Round) => Round, boolean]>([
    ['another nonce and a path', same, true],
    ['the edit is of another kind', withoutDiff, false],
    ['there is no nonce', it => withJob(it, { savepointRedeployNonce: null }), false],
    ['there is no path', it => withJob(it, { initialSavepointPath: null }), false],
    ['its path is blank', it => withJob(it, { initialSavepointPath: '  ' }), false],
    ['there is no spec to deploy', withoutWanted, false],
  ])('%s', (_title, change, isAsked) => {
    expect(askedRedeploy(change(round(runningStatus())))).toEqual(isAsked ? { nonce: 7, path: 's3://b/init' } : null)
  })
})

describe('how it begins, by what runs (control-flow.md, section 4.12; D-11)', () => {
  test('the job is stopped without its state, with what was asked for in the record', () => {
    expect(acted(begin(round(runningStatus())))).toMatchObject({
      events: [{ reason: 'SpecChanged' }, events.suspended],
      reason: `${pathReason}: the running job is stopped first`,
      status: {
        operation: {
          kind: 'Suspend',
          mode: 'STATELESS',
          restoreMode: 'savepoint',
          purpose: 'SavepointRedeploy',
          redeploy: { nonce: 7, path: 's3://b/init' },
        },
        reconciliationStatus: { state: 'DEPLOYED' },
      },
    })
  })

  test.each<readonly [string, FlinkDeploymentStatus]>([
    ['its job ended', ended],
    ['its record says that nothing runs, whatever the status says of the job', suspendedStatus({ job: { state: 'RECONCILING' } })],
    ['its job ended and its record says that nothing runs', suspendedStatus()],
  ])('nothing is to be stopped: it is started at once: %s', (_title, status) => {
    const begun = acted(begin(round(status, asks(), goneCluster())))
    expect(begun).toMatchObject({
      effects: [],
      events: [{ reason: 'SpecChanged' }],
      reason: `${pathReason}: deploy from s3://b/init`,
      status: {
        operation: { kind: 'Deploy', purpose: 'SavepointRedeploy', source: { _tag: 'Path', path: 's3://b/init', reason: pathReason } },
      },
    })
  })

  test('D-11 before it is stopped it is looked at, which JobManager it is', () => {
    expect(begin(round(runningStatus(), asks(), { jobs: known([aJob('RUNNING')], t0) }))).toMatchObject({
      _tag: 'Look',
      queries: [{ _tag: 'ReadDeployment' }, { _tag: 'ListJobManagerPods' }],
    })
  })

  test.each([['ROLLING_BACK', 'DEPLOYED'], ['ROLLED_BACK', 'ROLLED_BACK'], ['UPGRADING', 'UPGRADING'], ['DEPLOYED', 'DEPLOYED']] as const)(
    '1.4 only a rollback that was begun is over: %s becomes %s',
    (before, after) => {
      const status = runningStatus({ reconciliation: { state: before } })
      expect(acted(begin(round(status))).status.reconciliationStatus.state).toBe(after)
    },
  )
})

describe('the old cluster is seen gone (control-flow.md, section 4.12; P03)', () => {
  const gone = goneCluster(t0, { configMaps: known([], t0), ingress: absent(t0) })
  const torn = aSuspend({ purpose: 'SavepointRedeploy', mode: 'STATELESS', step: 'TearDown', redeploy: { nonce: 6, path: 's3://b/begun' } })
  const start = (status: FlinkDeploymentStatus, spec: SpecChange = asks(), change: (it: Round) => Round = it => it): JobAct =>
    acted(finishStop(ownCluster, change(round(status, spec, gone)), endOf(torn, { _tag: 'None' })))
  const recorded = ({ reconciliationStatus }: FlinkDeploymentStatus) => {
    const read = decodeRecordedSpec(reconciliationStatus.lastReconciledSpec ?? '')
    return read._tag === 'Left' ? expect.fail('no record') : read.right.spec
  }

  test.each<readonly [string, SpecChange, string]>([
    ['the newest spec asks', asks(), 's3://b/init'],
    ['the newest spec asks for nothing: what was begun', {}, 's3://b/begun'],
  ])('%s', (_title, spec, path) => {
    expect(start(runningStatus(), spec)).toMatchObject({
      reason: `${pathReason}: deploy from ${path}`,
      status: {
        jobStatus: { upgradeSavepointPath: path, state: 'FINISHED' },
        jobManagerDeploymentStatus: 'MISSING',
        reconciliationStatus: { lastStableSpec: null, state: 'UPGRADING' },
      },
    })
  })

  test.each([[null, t0], [t0 - 9_000, t0 - 9_000]])('1.1 the end of the job is when it was first seen: %s', (terminalSince, want) => {
    const { operatorRecord } = start(runningStatus({ record: { terminalSince, jobMissedSince: t0 - 1, runningSince: t0 - 2 } })).status
    expect(operatorRecord).toMatchObject({
      terminalSince: want,
      lastState: { _tag: 'Path', path: 's3://b/init' },
      jobMissedSince: null,
      runningSince: null,
    })
  })

  test('the job is to be suspended: the path is recorded, and why', () => {
    expect(start(runningStatus(), asks({ state: 'suspended' }))).toMatchObject({
      reason: 'the job is stopped; when it is resumed it starts from initialSavepointPath',
      status: { operation: null, jobStatus: { upgradeSavepointPath: 's3://b/init' }, reconciliationStatus: { state: 'DEPLOYED' } },
    })
  })

  test('P10 B39 the edit is not valid: the last good spec with the nonce that was begun, in its record and its job alike', () => {
    const spec = recorded(start(runningStatus(), asks({ parallelism: -1 })).status)
    expect(spec).toMatchObject({ image: 'flink:1.20', flinkVersion: 'v1_20', job: { parallelism: 2, savepointRedeployNonce: 6 } })
  })

  test('a valid edit is recorded with its own nonce, though what is started is what was begun', () => {
    expect(recorded(start(runningStatus(), {}).status).job?.savepointRedeployNonce).toBeNull()
  })

  test('there is no spec to deploy: nothing is started', () => {
    expect(start(freshStatus, asks(), it => ({ ...it, desired: { ...it.desired, wanted: null } }))).toMatchObject({
      effects: [],
      status: { operation: null },
    })
  })
})

const uid = '00000000-0000-4000-8000-000000000001'
const given = (status: FlinkDeploymentStatus, spec: SpecChange = asks(), more: Given = {}): Given => ({
  status,
  spec,
  metadata: { generation: 2 },
  ...more,
})
const recordedJob = ({ reconciliationStatus }: FlinkDeploymentStatus) => {
  const read = decodeRecordedSpec(reconciliationStatus.lastReconciledSpec ?? '')
  return read._tag === 'Left' || read.right.spec.job === null ? expect.fail('no record') : read.right.spec.job
}
const stopping = (change: Partial<SuspendOperation> = {}, rest: StatusChange = {}) =>
  runningStatus({
    operation: aSuspend({ purpose: 'SavepointRedeploy', mode: 'STATELESS', redeploy: { nonce: 7, path: 's3://b/init' }, ...change }),
    ...rest,
  })
const gone = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  goneCluster(t0, { configMaps: known([], t0), ingress: absent(t0), ...change })
const tearingDown = (rest: StatusChange = {}) => stopping({ step: 'TearDown' }, rest)
const started = (status: FlinkDeploymentStatus, spec: SpecChange = asks()): FlinkDeploymentStatus =>
  written(decided(given(status, spec, { facts: gone() }))) ?? expect.fail('nothing is written')

describe('a savepoint redeploy (control-flow.md, section 4.12)', () => {
  test('D-11 D-06 begin: what was asked for is recorded, then the job is cancelled; the record says that it runs and the nonce is due', () => {
    const status = runningStatus()
    const actions = lookedAndDecided(given(status), runningCluster())
    expect(actions.map(({ _tag }) => _tag)).toEqual(['PersistStatus', 'EmitEvent', 'EmitEvent', 'CancelJob', 'Requeue'])
    expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['SpecChanged', 'Suspended'])
    expect(written(actions)).toMatchObject({
      operation: {
        kind: 'Suspend',
        purpose: 'SavepointRedeploy',
        mode: 'STATELESS',
        step: 'Requested',
        jobId,
        targetGeneration: 2,
        redeploy: { nonce: 7, path: 's3://b/init' },
      },
      reconciliationStatus: { state: 'DEPLOYED', lastReconciledSpec: status.reconciliationStatus.lastReconciledSpec },
      lifecycleState: 'UPGRADING',
    })
  })

  test('what was asked for survives the status', () => {
    expect(reread(stopping()).operation).toEqual(stopping().operation)
  })

  test('5.8 a job that is being cancelled is not told so again', () => {
    const actions = lookedAndDecided(
      given(runningStatus({ job: { state: 'CANCELLING' } })),
      runningCluster(t0, { jobs: known([aJob('CANCELLING')], t0) }),
    )
    expect([effectsOf(actions), written(actions)?.operation]).toMatchObject([[], { purpose: 'SavepointRedeploy', step: 'Requested' }])
  })

  test.each<readonly [string, StatusChange, FlinkDeploymentFacts]>([
    ['REST does not answer', { job: { state: 'RECONCILING' } }, runningCluster(t0, { jobs: unknown('Timeout', 'late', t0) })],
    ['the job is not listed', { job: { state: 'RECONCILING' } }, runningCluster(t0, { jobs: known([], t0) })],
  ])('B85 where there is nobody to tell the cluster is taken away: %s', (_title, status, facts) => {
    const actions = lookedAndDecided(given(runningStatus(status)), facts)
    expect([effectsOf(actions), written(actions)?.operation]).toMatchObject([[], {
      purpose: 'SavepointRedeploy',
      step: 'TearDown',
      redeploy: { path: 's3://b/init' },
    }])
  })

  test.each<readonly [string, FlinkDeploymentStatus, FlinkDeploymentFacts]>([
    ['the job ended', runningStatus({ job: { state: 'FAILED' } }), runningCluster(t0, { jobs: known([aJob('FAILED')], t0) })],
    ['nothing runs', suspendedStatus({ reconciliation: { state: 'UPGRADING' } }), gone()],
  ])('D-11 %s: target, path and id are recorded at once', (_title, status, facts) => {
    const actions = lookedAndDecided(given(status), facts)
    expect(effectsOf(actions)).toEqual([])
    expect(eventsOf(actions).map(({ reason }) => reason).filter(reason => reason === 'SpecChanged')).toHaveLength(1)
    expect(written(actions)).toMatchObject({
      operation: {
        kind: 'Deploy',
        purpose: 'SavepointRedeploy',
        source: { _tag: 'Path', path: 's3://b/init' },
        jobId: mintId('job', uid, 4, t0),
        targetGeneration: 2,
      },
      jobStatus: { upgradeSavepointPath: 's3://b/init' },
      reconciliationStatus: { state: 'UPGRADING', lastStableSpec: null },
      lifecycleState: 'UPGRADING',
      observedGeneration: 2,
    })
  })

  test.each<readonly [string, readonly string[], FlinkDeploymentFacts]>([
    ['the job is cancelled', ['PatchObject Deployment app'], runningCluster(t0, { jobs: known([aJob('CANCELED')], t0) })],
    ['P14 REST answers no more: in a round of its own', [], runningCluster(t0, { jobs: unknown('Unreachable', 'no', t0) })],
  ])('after the cancel the cluster goes: %s', (_title, effects, facts) => {
    const actions = lookedAndDecided(given(stopping()), facts)
    expect([effectsOf(actions), written(actions)?.operation]).toMatchObject([effects, { kind: 'Suspend', step: 'TearDown' }])
  })

  test('P17 a cancel that does not come off is not waited for without end', () => {
    expect(written(lookedAndDecided(given(stopping()), runningCluster()))?.operation ?? stopping().operation).toMatchObject({
      step: 'Requested',
    })
    const late = stopping().operation?.giveUpAt ?? 0
    expect(written(lookedAndDecided(given(stopping(), asks(), { now: late + 1 }), runningCluster(late + 1)))?.operation).toMatchObject({
      step: 'TearDown',
    })
  })

  test('B24 D-09 HA metadata goes before the next start, once the cluster is seen gone', () => {
    const actions = decided(given(tearingDown(), asks(), { facts: gone({ configMaps: known([haConfigMap()], t0) }) }))
    expect(effectsOf(actions)).toEqual(['DeleteHaMetadata'])
  })

  test('P03 D-34 only when the cluster is seen gone the record says stopped, with target, path and a new id; no rollback goes across it', () => {
    const status = started(tearingDown())
    expect(status).toMatchObject({
      operation: { kind: 'Deploy', purpose: 'SavepointRedeploy', source: { _tag: 'Path', path: 's3://b/init' }, step: 'TearDown' },
      jobManagerDeploymentStatus: 'MISSING',
      jobStatus: { upgradeSavepointPath: 's3://b/init', state: 'FINISHED' },
      reconciliationStatus: { state: 'UPGRADING', lastStableSpec: null },
    })
    expect(status.operation?.jobId).not.toBe(jobId)
    expect(recordedJob(status)).toMatchObject({ state: 'suspended', upgradeMode: 'savepoint', savepointRedeployNonce: 7 })
  })
})

describe('an edit while a savepoint redeploy is under way: the old job is gone, so the path that was asked for is all there is', () => {
  test.each<readonly [string, SpecChange, string]>([
    ['the nonce is taken back', {}, 's3://b/init'],
    ['another spec', { job: { parallelism: 5 } }, 's3://b/init'],
    ['stateless by now', { job: { upgradeMode: 'stateless' } }, 's3://b/init'],
    ['another nonce and path', asks({ savepointRedeployNonce: 8, initialSavepointPath: 's3://b/other' }), 's3://b/other'],
  ])('P01 %s', (_title, spec, path) => {
    expect(started(tearingDown(), spec).operation).toMatchObject({ kind: 'Deploy', source: { _tag: 'Path', path } })
  })

  test('P01 suspended: the path is kept for when the job is resumed', () => {
    const status = started(tearingDown(), asks({ state: 'suspended' }))
    expect(status).toMatchObject({
      operation: null,
      reconciliationStatus: { state: 'DEPLOYED' },
      jobStatus: { upgradeSavepointPath: 's3://b/init' },
    })
    const resumed = written(decided(given(status, asks(), { metadata: { generation: 3 }, facts: gone() })))
    expect(resumed?.operation).toMatchObject({ kind: 'Deploy', source: { _tag: 'Path', path: 's3://b/init' } })
  })

  test('P10 B39 not valid: the last good spec is started from the path, and the nonce does not ask again when the edit is mended', () => {
    const status = started(tearingDown(), asks({ parallelism: -1 }))
    expect(status.operation).toMatchObject({ kind: 'Deploy', source: { _tag: 'Path', path: 's3://b/init' } })
    expect(recordedJob(status)).toMatchObject({ parallelism: 2, savepointRedeployNonce: 7 })
  })

  test('deleted: nothing is started', () => {
    const actions = lookedAndDecided(
      given(stopping(), asks(), {
        metadata: { generation: 2, deletionTimestamp: '2023-11-14T22:13:20Z', finalizers: ['flinkdeployments.flink.apache.org/finalizer'] },
      }),
      runningCluster(),
    )
    expect(written(actions)?.operation).toMatchObject({ purpose: 'Deletion' })
    expect(requeueOf(actions)).toBeDefined()
  })

  test('a rollback that the operator before had begun is over', () => {
    expect(
      written(lookedAndDecided(given(runningStatus({ reconciliation: { state: 'ROLLING_BACK' } })), runningCluster()))?.reconciliationStatus
        .state,
    ).toBe('DEPLOYED')
  })
})
