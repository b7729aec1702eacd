import { describe, expect, test } from 'vitest'
import { checkpointStatistics } from '../../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../../fixtures/deployment-status.ts'
import { environment } from '../../../../fixtures/environment.ts'
import { aResource } from '../../../../fixtures/flink-deployment-resource.ts'
import { pending } from '../../../../fixtures/session-job-cases.ts'
import { steadyId as id, submit, suspend, unreadable } from '../../../../fixtures/session-job-operations.ts'
import { aSession, listed } from '../../../../fixtures/a-session-job.ts'
import { type GivenJob, jobRecord, jobWorld, steady, suspended } from '../../../../fixtures/session-job-rows.ts'
import { absent, known, unknown } from '../../../contract/fact/fact.ts'
import type { FlinkSessionJobFacts } from '../session-job-round.ts'
import { nothingRecorded } from '../../../contract/resource/last-state.ts'
import type { JobState } from '../../../contract/resource/job-status.ts'
import { observe } from './observe-session-job.ts'
import { validate } from '../validated-session-job.ts'

const started = Number(steady.status.jobStatus.startTime)
const { now } = steady
const there = { target: known(aSession(), now) }
const notReady = { target: known(aSession({}, { jobManagerDeploymentStatus: 'DEPLOYING' }), now) }
const gone = { target: absent(now) }
const goneByCache = { target: absent(now, 'cache') }
const neverDeployed = { ...aSession().status.reconciliationStatus, lastReconciledSpec: null, lastStableSpec: null }
const recreated = { target: known(aSession({}, { jobManagerDeploymentStatus: 'MISSING', reconciliationStatus: neverDeployed }), now) }
const recordUnread = { target: known(aSession({}, { reconciliationStatus: { ...neverDeployed, lastReconciledSpec: '{' } }), now) }
const { meta, spec } = aResource()
const application = { target: known({ meta, spec, status: runningStatus() }, now) }
const unseen = { target: unknown('Unreachable', 'x', now) }
const lists = (state: JobState): FlinkSessionJobFacts => ({ ...there, jobs: known([listed(id, state, started)], now) })

/** It tells that none was completed; its HA metadata is gone with its end. */
const checkpoints = {
  checkpoints: known(checkpointStatistics({ completed: null }), now),
  configMaps: known([], now),
}

const seenIn = (given: GivenJob, facts: FlinkSessionJobFacts) => {
  const { resource: { meta, status, ...resource }, now: at } = jobWorld(given)
  const env = environment(at)
  return observe(validate({ meta, status, ...resource }, env), { meta, status }, facts, env)
}
const stateIn = (given: GivenJob, facts: FlinkSessionJobFacts): string => {
  const { jobStatus: { state }, operatorRecord: { runningSince } } = seenIn(given, facts).status
  return `${state ?? '-'}${runningSince === null ? '' : ' since'}`
}

describe('how a FlinkSessionJob is seen to be (session-snapshot-bluegreen.md, section 2.3)', () => {
  test.each<readonly [string, GivenJob, FlinkSessionJobFacts, string]>([
    ['as Flink lists it', {}, lists('RESTARTING'), 'RESTARTING'],
    ['E-8 its JobManager is not ready', {}, notReady, 'RECONCILING'],
    ['E-8 its FlinkDeployment is gone', {}, gone, 'RECONCILING'],
    [
      'W14 P14 the same, and the record of its spec was removed',
      {
        reconciliation: { lastReconciledSpec: null, lastStableSpec: null, state: 'UPGRADING' },
      },
      gone,
      'RECONCILING',
    ],
    [
      'W49 P14 the same, and its record was put back to that of a stopped job',
      { reconciliation: { state: 'UPGRADING', lastReconciledSpec: jobRecord(steady, { job: { state: 'suspended' } }) } },
      gone,
      'RECONCILING',
    ],
    ['E-8 its FlinkDeployment was made anew, and nothing is deployed yet', {}, recreated, 'RECONCILING'],
    ['E-8 its FlinkDeployment is an application by now', {}, application, 'RECONCILING'],
    ['E-8 it was rolled back, and its FlinkDeployment is gone', { reconciliation: { state: 'ROLLED_BACK' } }, gone, 'RECONCILING'],
    ['P14 its cluster could not be seen: as it was', {}, unseen, 'RUNNING since'],
    ['P14 only a cache tells that its FlinkDeployment is gone: as it was', {}, goneByCache, 'RUNNING since'],
    ['P14 what was deployed of its cluster can not be read, and its JobManager is ready: as it was', {}, recordUnread, 'RUNNING since'],
    ['its cluster was not looked at: as it was', {}, {}, 'RUNNING since'],
    ['its cluster is ready: as it was', {}, there, 'RUNNING since'],
    ['E-8 P13 it has ended', { job: { state: 'FAILED' }, record: { runningSince: null, terminalSince: 5 } }, notReady, 'FAILED'],
    ['E-8 it is being cancelled', { job: { state: 'CANCELLING' } }, notReady, 'CANCELLING since'],
    ['E-8 it never ran', { job: { state: null } }, notReady, '- since'],
    ['E-8 it is being stopped', { status: { operation: suspend } }, notReady, 'RECONCILING'],
    ['E-8 it is being stopped, and its FlinkDeployment is gone', { status: { operation: suspend } }, gone, 'RECONCILING'],
    ['E-8 it is being submitted', { status: { operation: submit } }, gone, 'RUNNING since'],
    [
      'E-8 it has ended, and its FlinkDeployment is gone',
      { job: { state: 'FAILED' }, record: { runningSince: null, terminalSince: 5 } },
      gone,
      'FAILED',
    ],
    [
      'E-11 the operator before stopped it for an upgrade: RECONCILING would say that its next submit was written down',
      {
        from: suspended,
        reconciliation: { state: 'UPGRADING' },
        job: { state: 'RUNNING' },
        record: { attempts: 0, deployedAttempt: null, lastState: nothingRecorded },
      },
      gone,
      'RUNNING',
    ],
    [
      'E-8 F14 what is recorded can not be read, and its FlinkDeployment is gone',
      { reconciliation: { lastReconciledSpec: 'no json' } },
      gone,
      'RECONCILING',
    ],
    ['F14 nor what is under way: nothing of it is told', { status: { operation: unreadable } }, gone, 'RUNNING since'],
    ['it is being stopped', { status: { operation: suspend } }, lists('FAILING'), 'FAILING'],
    ["it is being submitted: what is seen is the operation's own", { status: { operation: submit } }, lists('FAILING'), 'RUNNING since'],
    ['it is recorded as suspended', { from: suspended, job: { state: 'RUNNING' } }, lists('FAILING'), 'FAILING'],
    [
      'it is stopped for an upgrade: nothing of it is looked for',
      { from: suspended, reconciliation: { state: 'UPGRADING' }, job: { state: 'RUNNING' } },
      lists('FAILING'),
      'RUNNING',
    ],
    [
      'it was rolled back',
      { from: suspended, reconciliation: { state: 'ROLLED_BACK' }, job: { state: 'RUNNING' } },
      lists('FAILING'),
      'FAILING',
    ],
    [
      'F14 what is recorded can not be read: how it is is told all the same',
      { reconciliation: { lastReconciledSpec: 'no json' } },
      lists('RESTARTING'),
      'RESTARTING',
    ],
  ])('%s', (_title, given, facts, state) => {
    expect(stateIn(given, facts)).toBe(state)
  })

  test.each<readonly [string, FlinkSessionJobFacts, string]>([
    ['ready', there, 'READY'],
    ['coming up', notReady, 'DEPLOYING'],
    ['gone', gone, 'MISSING'],
    ['P14 not seen', unseen, 'DEPLOYED_NOT_READY'],
    ['not looked at', {}, 'DEPLOYED_NOT_READY'],
  ])('how its JobManager is: %s', (_title, facts, jobManager) => {
    expect(seenIn({}, facts).host.jobManager).toBe(jobManager)
  })

  test('D-17 it is stable after the stability window, and not before', () => {
    const window = { flinkConfiguration: { 'kubernetes.operator.deployment.stability.window': '50 s' } }
    const stable = (ago: number) => {
      const text = jobRecord(steady, { rest: window })
      const { reconciliationStatus } = seenIn({
        edit: { rest: window },
        reconciliation: { lastReconciledSpec: text, lastStableSpec: null },
        record: { runningSince: now - ago },
      }, lists('RUNNING')).status
      return reconciliationStatus.lastStableSpec === text
    }
    expect([stable(49_999), stable(50_000)]).toEqual([false, true])
  })

  test.each<readonly [string, string | null, number | null, string]>([
    ['F03 the first run since its submit completed no checkpoint: it is where it was started from', 'pod', started, 's3://b/start'],
    ['P01 another run may have', 'pod', started - 1, 'Unknown'],
    ['P01 nobody saw when the first one began', 'pod', null, 'Unknown'],
    ['P01 nor in which JobManager', null, null, 'Unknown'],
  ])('it ended: %s', (_title, podUid, jobStartTime, left) => {
    const { lastState } = seenIn({
      job: { state: 'FAILED', upgradeSavepointPath: 's3://b/start' },
      record: {
        runningSince: null,
        terminalSince: now - 60_000,
        deployedSource: { _tag: 'Path', path: 's3://b/start', reason: '' },
        incarnation: podUid === null ? null : { deploymentUid: null, podUid, restartCount: 0, jobStartTime },
      },
    }, { ...lists('FAILED'), ...checkpoints }).status.operatorRecord
    expect(lastState._tag === 'Path' ? lastState.path : lastState._tag).toBe(left)
  })

  test('F14 of what can not be read nothing is marked stable', () => {
    const { reconciliationStatus } =
      seenIn({ reconciliation: { lastReconciledSpec: 'no json', lastStableSpec: null } }, lists('RUNNING')).status
    expect(reconciliationStatus.lastStableSpec).toBeNull()
  })

  test('F15 moments ahead of now are told; where there is none, nothing', () => {
    expect(seenIn({ record: { terminalSince: now + 3_600_000 } }, there).ahead).toEqual(['status.operatorRecord.terminalSince'])
    expect(seenIn({}, there)).not.toHaveProperty('ahead')
  })

  test('a savepoint that was asked for is seen to be complete', () => {
    const { jobStatus } = seenIn({ job: { savepointInfo: pending } }, {
      ...lists('RUNNING'),
      savepointOperation: known({ _tag: 'Completed', location: 's3://b/sp/m', checkpointId: null }, now),
    }).status
    expect(jobStatus.savepointInfo.lastSavepoint?.location).toBe('s3://b/sp/m')
  })
})

describe('what of a FlinkSessionJob can not be read, and what is wrong with it (B41, F14, P10)', () => {
  const env = environment(now)
  const readAs = (
    given: GivenJob,
    unread: readonly { readonly path: string; readonly found: string; readonly expected: string }[] = [],
  ) => {
    const { resource } = jobWorld(given)
    return validate({ ...resource, unread }, env)
  }
  const error = (path: string) => ({ path, found: '"x"', expected: 'a number' })

  test.each<readonly [string, GivenJob, readonly string[], readonly string[]]>([
    ['all can be', {}, [], []],
    ['the spec', {}, ['spec.job.parallelism'], ['spec.job.parallelism']],
    ['what decisions rest on', {}, ['status.operatorRecord.attempts'], ['status.operatorRecord.attempts']],
    ['what is told anew', {}, ['status.lifecycleState', 'status.conditions[0].type'], []],
    ['F14 what is under way, once', { status: { operation: unreadable } }, ['status.operation', 'status.operation.kind'], [
      'status.operation.kind',
    ]],
    ['another field of such a beginning', {}, ['status.operations'], ['status.operations']],
    ['both records', { reconciliation: { lastReconciledSpec: 'no json', lastStableSpec: 'nor this' } }, [], [
      'status.reconciliationStatus.lastReconciledSpec',
      'status.reconciliationStatus.lastStableSpec',
    ]],
    ['a record without a job', { reconciliation: { lastReconciledSpec: '{"deploymentName":"app"}' } }, [], [
      'status.reconciliationStatus.lastReconciledSpec: spec.job',
    ]],
  ])('%s', (_title, given, unread, paths) => {
    expect(readAs(given, unread.map(error)).unread.map(({ path }) => path)).toEqual(paths)
  })

  test('a record that can not be read: what was found, and what was expected', () => {
    expect(readAs({ reconciliation: { lastReconciledSpec: '{"deploymentName":"app"}' } })).toMatchObject({
      unread: [{ found: 'null', expected: 'a job' }],
      reconciled: { _tag: 'Undecodable' },
    })
    expect(readAs({ reconciliation: { lastReconciledSpec: 'no json' } }).unread).toMatchObject([{ found: 'something else' }])
    expect(readAs({ reconciliation: { lastReconciledSpec: null } }).reconciled).toEqual({ _tag: 'Never' })
  })

  test('P10 a spec that can not be read is one finding, and nothing else is asked of it', () => {
    const { specUnread, findings } = readAs({ edit: { rest: { deploymentName: 'another' } } }, [error('spec.job.parallelism')])
    expect(specUnread).toMatchObject({
      severity: 'Error',
      field: 'spec.job.parallelism',
      message: expect.stringMatching(/"x".*The running job stays as it is$/u) as string,
    })
    expect(findings).toEqual([])
    expect(readAs({ edit: { rest: { deploymentName: 'another' } } })).toMatchObject({
      specUnread: null,
      findings: [{ severity: 'Error', field: 'deploymentName' }],
    })
  })

  test('P23 what was found in a field of a secret name is not told', () => {
    const { specUnread } = readAs({}, [error('spec.flinkConfiguration.s3.secret-key')])
    expect(specUnread?.message).not.toContain('"x"')
  })

  test('the cluster is the one that it was submitted to, for good', () => {
    expect(readAs({ edit: { rest: { deploymentName: 'another' } } }).clusterName).toBe('app')
    expect(readAs({ edit: { rest: { deploymentName: 'another' } }, reconciliation: { lastReconciledSpec: null } }).clusterName).toBe(
      'another',
    )
  })
})
