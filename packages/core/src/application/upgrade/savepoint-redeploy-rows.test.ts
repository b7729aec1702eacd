import { describe, expect, test } from 'vitest'
import { aJob, goneCluster, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { freshStatus, runningStatus, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { seenRound } from '../../../fixtures/seen-round.ts'
import { decodeRecordedSpec } from '../../codec/recorded-spec.ts'
import { absent, known } from '../../fact/fact.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { events } from '../told/events.ts'
import { askedRedeploy } from '../../job/upgrade/asked-redeploy.ts'
import { beginRedeploy, startRedeploy } from './savepoint-redeploy.ts'
import type { Situation } from '../situation.ts'
import type { JobAct, JobDecision, Round } from '../round.ts'

const asks = (change: object = {}): SpecChange => ({ job: { savepointRedeployNonce: 7, initialSavepointPath: ' s3://b/init ', ...change } })
const acted = (decision: JobDecision): JobAct => (decision._tag === 'Act' ? decision : expect.fail(`it looks: ${decision.why}`))
const round = (status: FlinkDeploymentStatus, spec: SpecChange = asks(), facts = runningCluster(), now = t0): Round =>
  seenRound({ status, spec, facts, metadata: { generation: 2 }, now })
const ended = runningStatus({ job: { state: 'FAILED' }, record: { terminalSince: t0 - 60_000 } })
const announced = [events.scaling]
const pathReason = 'savepointRedeployNonce asks for initialSavepointPath'

const due = (it: Round): Extract<Situation, { _tag: 'RedeployDue' }> => {
  const { deployed, wanted } = it.desired
  const redeploy = askedRedeploy(it)
  return deployed._tag === 'Deployed' && wanted !== null && redeploy !== null
    ? { _tag: 'RedeployDue', row: 'C21', reason: 'asked', redeploy, wanted, deployed } : expect.fail('no redeploy is asked for')
}
const begin = (it: Round, announce = announced): JobDecision => beginRedeploy(it, due(it), announce)

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
      events: [events.scaling, events.suspended],
      reason: `${pathReason}: what runs is stopped first`,
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
      events: announced,
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
      expect(acted(begin(round(status), [])).status.reconciliationStatus.state).toBe(after)
    },
  )
})

describe('the old cluster is seen gone (control-flow.md, section 4.12; P03)', () => {
  const gone = goneCluster(t0, { configMaps: known([], t0), ingress: absent(t0) })
  const begun = { nonce: 6, path: 's3://b/begun' }
  const start = (status: FlinkDeploymentStatus, spec: SpecChange = asks(), change: (it: Round) => Round = it => it): JobAct =>
    acted(startRedeploy(change(round(status, spec, gone)), begun))
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
      reason: 'the job is stopped; when it is resumed it starts from the path that was asked for',
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
