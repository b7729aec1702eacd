import { describe, expect, test } from 'vitest'
import { checkpointStatistics } from '../../../../fixtures/cluster-facts.ts'
import { aDeploy } from '../../../../fixtures/deployment-status.ts'
import { failed, noFallback, unstable } from '../../../../fixtures/session-job-cases.ts'
import { steadyId as id } from '../../../../fixtures/session-job-operations.ts'
import { SessionWorld } from '../../../../fixtures/session-job-round.ts'
import { aSession, listed } from '../../../../fixtures/a-session-job.ts'
import { type GivenJob, jobRecord, jobWorld, steady } from '../../../../fixtures/session-job-rows.ts'
import type { RunJar } from '../../../contract/action/run-jar.ts'
import { encodeRecordOf } from '../../../crd/recorded-spec.ts'
import type { UpgradeMode } from '../../../contract/resource/flink-deployment-spec.ts'
import type { JobState } from '../../../contract/resource/job-status.ts'
import { contradictedState, stateOfRunningJob } from '../../../contract/resource/last-state.ts'

const runs = ({ done }: SessionWorld): readonly RunJar[] => done.filter((it): it is RunJar => it._tag === 'RunJar')
const running = (upgradeMode: string): SessionWorld => new SessionWorld({ job: { upgradeMode } }).rounds(20)
const other = { job: { parallelism: 3 } }

/** As the operator before left it: nothing of it is in a record of ours. */
const taken = (
  world: SessionWorld,
  jobId: string | null,
  state: JobState,
  job: object,
  upgradeSavepointPath: string | null,
): SessionWorld => {
  const { spec, status } = world.resource
  const recorded = { ...spec, job: { ...spec.job, ...job } }
  world.resource = {
    ...world.resource,
    status: {
      ...new SessionWorld().status,
      jobStatus: { ...new SessionWorld().status.jobStatus, jobId, state, startTime: '1', upgradeSavepointPath },
      reconciliationStatus: {
        ...status.reconciliationStatus,
        state: 'UPGRADING',
        lastReconciledSpec: encodeRecordOf('FlinkSessionJob', { spec: recorded as never, firstDeployment: false }),
      },
    },
  }
  world.jobs = []
  world.done = []
  return world
}

describe('an edit of a session job that has ended (session-snapshot-bluegreen.md, section 2.6)', () => {
  test.each<JobState>(['CANCELED', 'FAILED'])(
    'F01 an edit of a session job that was %s: it goes on from the checkpoint that it left',
    state => {
      const world = running('savepoint')
      world.setState(world.alive[0] ?? '', state)
      world.edit(other).rounds(30)
      expect(runs(world).map(({ savepointPath }) => savepointPath)).toEqual([null, expect.stringMatching(/chk-7$/u)])
    },
  )

  test.each(['last-state', 'savepoint'])(
    'L2 a session job that FINISHED is not started empty by a stateful edit: a person is asked (%s)',
    mode => {
      const world = running(mode)
      world.setState(world.alive[0] ?? '', 'FINISHED')
      world.edit(other).rounds(30)
      expect(runs(world).length).toBe(1)
      expect(world.status.error).toContain('initialSavepointPath')
      world.edit({ job: { initialSavepointPath: 's3://b/named', savepointRedeployNonce: 1 } }).rounds(20)
      expect(runs(world).at(-1)?.savepointPath).toBe('s3://b/named')
    },
  )

  test('L2 a session job that comes to its end before it is cancelled for its last checkpoint is not run again from nowhere', () => {
    const world = running('last-state')
    world.checkpoints = checkpointStatistics({ completed: null })
    const [id = ''] = world.alive
    world.failing = { at: 'CancelJob', happens: false, error: { _tag: 'JobTerminated', applied: 'No' } }
    world.edit(other)
    for (let i = 0; i < 10 && world.failing !== null; i += 1) world.rounds(1)
    world.setState(id, 'FINISHED')
    world.rounds(30)
    expect(runs(world).length).toBe(1)
    expect(world.status.error).toContain('initialSavepointPath')
  })

  test.each(['stateless', 'last-state'])(
    'S-CANCEL-ERROR an error that Flink answers a cancel with is told, and the cancel is sent again (%s)',
    mode => {
      const world = running(mode)
      world.failing = { at: 'CancelJob', happens: false, error: { _tag: 'Other', applied: 'Maybe', message: 'Internal server error' } }
      world.edit(other)
      for (let i = 0; i < 10 && world.failing !== null; i += 1) world.rounds(1)
      expect(world.status.error).toContain('CancelJob: Internal server error')
      world.rounds(30)
      expect(world.effects('CancelJob').length).toBe(1)
      expect(world.status).toMatchObject({ error: null, jobStatus: { state: 'RUNNING' } })
    },
  )

  test.each(['stateless', 'last-state'])(
    'V09 a cancel that fails each time it is sent: its error stays until it is answered (%s)',
    mode => {
      const world = running(mode)
      world.edit(other)
      const errors: (string | null)[] = []
      for (let i = 0; i < 60; i += 1) {
        world.failing = { at: 'CancelJob', happens: false, error: { _tag: 'Other', applied: 'Maybe', message: 'Internal server error' } }
        world.rounds(1)
        errors.push(world.status.error)
      }
      const from = errors.findIndex(it => it !== null)
      expect(errors[from]).toContain('CancelJob: Internal server error')
      // once more when it has failed so often that the pauses grow
      const changes = errors.slice(from + 1).filter((it, at) => it !== errors[from + at])
      expect(changes.filter(it => it === null || !it.includes('times in a row'))).toEqual([])
      expect(changes.length).toBeLessThan(2)
      expect(world.effects('CancelJob').length).toBe(0)
      world.failing = null
      world.rounds(40)
      expect(world.status).toMatchObject({ error: null, lifecycleState: 'STABLE' })
    },
  )

  test.each<readonly [UpgradeMode, string | null]>([['last-state', null], ['last-state', 's3://b/sp-9'], ['savepoint', null]])(
    'F01 a stopped session job (%s) of which the status names no state to go on from is not started empty: a person is asked',
    (upgradeMode, path) => {
      for (const jobId of ['d'.repeat(32), null])
        for (const state of ['FINISHED', 'CANCELED'] as const) {
          const world = taken(running(upgradeMode), jobId, state, { state: 'suspended', upgradeMode }, path).rounds(30)
          expect(runs(world)).toEqual([])
          expect(world.status.error).toContain('initialSavepointPath')
          world.edit({ job: { initialSavepointPath: 's3://b/named', savepointRedeployNonce: 1 } }).rounds(20)
          expect(runs(world).map(({ savepointPath }) => savepointPath)).toEqual(['s3://b/named'])
        }
    },
  )
})

const started = Number(steady.status.jobStatus.startTime)
const edit = { job: { entryClass: 'x' } }
const stateless = { job: { entryClass: 'x', upgradeMode: 'stateless' } }
const changing = aSession({}, { operation: aDeploy() })
const going = { ...changing, meta: { ...changing.meta, deletionTimestamp: steady.now - 1_000 } }
const restarting = { jobs: [listed(id, 'RESTARTING', started)], job: { state: 'RESTARTING' } } as const
const ended: GivenJob = {
  jobs: [listed(id, 'FINISHED', started)],
  job: { state: 'FINISHED' },
  record: { terminalSince: steady.now - 60_000, runningSince: null, lastState: contradictedState('x') },
}
const failing = (job: object, lastState: NonNullable<GivenJob['record']>['lastState']): GivenJob => {
  const rest = { flinkConfiguration: { 'kubernetes.operator.job.restart.failed': 'true' } }
  return {
    ...failed,
    edit: { rest, job: job as never },
    job: { state: 'FAILED', upgradeSavepointPath: null },
    record: { terminalSince: steady.now - 60_000, runningSince: null, lastState: lastState ?? stateOfRunningJob },
  }
}

describe('rows U: an edit that can not be done in place (session-snapshot-bluegreen.md, section 2.6)', () => {
  test.each<readonly [string, GivenJob, string]>([
    ['edit/retry-later P17 the time of the next attempt has not come', { edit, record: { retryAt: steady.now + 1 } }, 'Blocked'],
    ['edit/stop it has come', { edit, record: { retryAt: steady.now } }, 'UpgradeDue'],
    ['edit/stop E-7 a savepoint before the cluster is deleted', { edit, session: going }, 'UpgradeDue'],
    ['edit/cluster-changes P01 not while the cluster is changed', { edit, session: changing }, 'Blocked'],
    ['edit/stop a stateless job has nothing to lose in it', { edit: stateless, session: changing }, 'UpgradeDue'],
    [
      'edit/cluster-changes U09 one that is to be suspended waits, too',
      { edit: { job: { state: 'suspended' } }, session: changing },
      'Blocked',
    ],
    [
      'edit/stop U09 not where the cluster is deleted, which waits for its jobs',
      { edit: { job: { state: 'suspended' } }, session: going },
      'UpgradeDue',
    ],
    ['edit/user-decides P01 it ended, and what it left is not known', { edit, ...ended }, 'Blocked'],
    ['edit/suspend-ended the same, and it is to be suspended', { edit: { job: { state: 'suspended' } }, ...ended }, 'SuspendedToRecord'],
    ['edit/not-available it does not run', { edit: { ...edit, ...noFallback }, ...restarting }, 'Blocked'],
    ['edit/stop it does not run, and may fall back to its last checkpoint', { edit, ...restarting }, 'UpgradeDue'],
    ['edit/cluster-changes B33 a savepoint by nonce does not wait for that', {
      edit: { job: { entryClass: 'x', savepointTriggerNonce: 1 } },
      session: changing,
    }, 'Snapshot'],
    ['rollback it did not become stable in time', unstable, 'RollbackDue'],
    [
      'nothing it has time',
      { ...unstable, reconciliation: { ...unstable.reconciliation, reconciliationTimestamp: steady.now - 1_000 } },
      'Settled',
    ],
    ['nothing there is no stable spec', { ...unstable, reconciliation: { ...unstable.reconciliation, lastStableSpec: null } }, 'Settled'],
    ['nothing rollback is off', {
      ...restarting,
      reconciliation: { lastStableSpec: jobRecord(steady, { ...edit }), reconciliationTimestamp: steady.now - 3_600_000 },
      edit: {},
    }, 'Settled'],
    ['failed it failed, and its last checkpoint is known', failed, 'RestartFailed'],
    ['failed B29 a stateless one begins anew', failing({ upgradeMode: 'stateless' }, contradictedState('x')), 'RestartFailed'],
  ])('%s', (title, given, situation) => {
    const explained = jobWorld(given).situation
    const [row = ''] = title.split(' ')
    expect(explained.situation).toBe(situation)
    expect(explained.row.startsWith(row) || explained.row.includes(` ${row}`)).toBe(true)
  })

  test('B33 what goes on beside an upgrade that waits tells for what it waits', () => {
    const { row, reason } = jobWorld({ edit: { job: { entryClass: 'x', savepointTriggerNonce: 1 } }, session: changing }).situation
    expect([row, reason]).toEqual([
      expect.stringMatching(/^snapshot, snapshot-step\/[a-z-]+, edit\/cluster-changes$/u),
      'savepointTriggerNonce is 1, while the upgrade waits: session cluster app is being changed (Deploy): its JobManager may be deleted before the job has ended with its state',
    ])
  })

  test('what a job that failed is started again from', () => {
    const sourceOf = (given: GivenJob): string => jobWorld(given).situation.waitingFor
    expect(sourceOf(failed)).toContain('submit from s3://b/cp/7')
    expect(sourceOf(failing({ upgradeMode: 'stateless' }, contradictedState('x')))).toContain('submit from empty state')
  })

  test('P01 what a person is told', () => {
    const [persist] = jobWorld({ edit, ...ended }).next
    expect(persist?._tag === 'PersistStatus' ? persist.status : null).toMatchObject({
      error: expect.stringContaining('UpgradeFailureException') as string,
      operatorRecord: { errorOwner: 'upgrade' },
    })
  })
})

describe('rows U: an upgrade by the last checkpoint', () => {
  const aged = (age: string, job: object = {}): GivenJob => ({
    edit: {
      job: { entryClass: 'x', upgradeMode: 'last-state', ...job },
      rest: { flinkConfiguration: { 'kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age': age } },
    },
  })
  const deletedOnCancel = { isDeletedOnCancel: true }
  test.each<readonly [string, GivenJob, situation: string, row: string, reason: string]>([
    [
      'P14 its age can not be read',
      { ...aged('1 s'), world: { unobservable: ['GetCheckpoints'] } },
      'Blocked',
      'edit/not-available, checkpoint-age/last-checkpoint',
      'the age of the last checkpoint could not be read: not seen',
    ],
    [
      'B33 a savepoint by nonce does not wait for that',
      { ...aged('1 s', { savepointTriggerNonce: 1 }), world: { unobservable: ['GetCheckpoints'] } },
      'Snapshot',
      'snapshot, snapshot-step/due, edit/not-available, checkpoint-age/last-checkpoint',
      'savepointTriggerNonce is 1, while the upgrade waits: the age of the last checkpoint could not be read: not seen',
    ],
    [
      'checkpoint-age/too-old it is too old',
      aged('1 s'),
      'UpgradeDue',
      'edit/stop, checkpoint-age/too-old',
      'the last checkpoint is too old: a savepoint is taken instead',
    ],
    [
      'B23 P01 a cancel would take it away',
      { ...aged('1 h'), world: deletedOnCancel },
      'Blocked',
      'edit/not-available, checkpoint-age/job-is-young',
      'The operator does not stop the job: it could only cancel it, and the cancel would delete its checkpoints',
    ],
    [
      'B23 P01 nor for a rollback',
      { ...unstable, world: deletedOnCancel },
      'Blocked',
      'edit/not-available, upgrade-mode/none',
      "the job is RESTARTING and can't be stopped with its state",
    ],
    [
      'a rollback by cancel',
      unstable,
      'RollbackDue',
      'rollback, upgrade-mode/cancel',
      'the spec did not become stable in time: the cancelled job leaves its last checkpoint',
    ],
  ])('%s', (_title, given, situation, row, reason) => {
    const reported = jobWorld(given).situation
    expect([reported.situation, reported.row]).toEqual([situation, row])
    expect(reported.reason).toContain(reason)
    const does = jobWorld(given).next.map(({ _tag }) => _tag)
    if (situation === 'Blocked') expect(does).not.toContain('CancelJob')
  })

  test('B23 what would be lost is told, as an error of the upgrade', () => {
    const status = jobWorld({ ...aged('1 h'), world: deletedOnCancel }).next.find(it => it._tag === 'PersistStatus')?.status
    expect(status).toMatchObject({
      error: expect.stringContaining('UpgradeFailureException') as string,
      operatorRecord: { errorOwner: 'upgrade' },
    })
  })
})

const adaptive = aSession({ configuration: { 'jobmanager.scheduler': 'adaptive', 'parallelism.default': '1' } })

const scaled = (from: number, to: number): SessionWorld => {
  const world = new SessionWorld({ job: { parallelism: from } }, adaptive).rounds(20)
  world.requirements = { a: { lower: 1, upper: from }, b: { lower: 1, upper: from } }
  return world.edit({ job: { parallelism: to } }).rounds(20)
}

describe('an edit of a session job that only scales it (control-flow.md, section 4.5)', () => {
  test('in place: what the job was run with counts, not what the cluster has for jobs that do not say', () => {
    const world = scaled(2, 3)
    expect(world.effects('UpdateResourceRequirements')).toMatchObject([{ bounds: { a: { upper: 3 }, b: { upper: 3 } } }])
    expect(world.effects('RunJar').length).toBe(1)
  })

  test('from 1, where nobody can tell which vertices follow: by an upgrade, and never told as done while nothing was', () => {
    const world = scaled(1, 2)
    expect(world.effects('UpdateResourceRequirements')).toEqual([])
    expect(world.effects('RunJar').map(it => ('parallelism' in it ? it.parallelism : null))).toEqual([1, 2])
  })
})
