import { describe, expect, test } from 'vitest'
import { aJob, goneCluster, haConfigMap, jobId, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aSuspend, runningStatus, type StatusChange, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, eventsOf, type Given, lookedAndDecided, requeueOf, reread, written } from '../../../fixtures/round.ts'
import { decodeRecordedSpec } from '../../codec/recorded-spec.ts'
import { absent, known, unknown } from '../../fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { mintId } from '../../resource/mint-id.ts'
import type { SuspendOperation } from '../../resource/operation.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const asks = (change: object = {}): SpecChange => ({ job: { savepointRedeployNonce: 7, initialSavepointPath: ' s3://b/init ', ...change } })
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
