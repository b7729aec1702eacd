import { describe, expect, test } from 'vitest'
import { pending } from '../../../fixtures/session-job-cases.ts'
import { notListed, steadyId as id } from '../../../fixtures/session-job-operations.ts'
import { SessionWorld } from '../../../fixtures/session-job-round.ts'
import { listed } from '../../../fixtures/a-session-job.ts'
import { type GivenJob, jobRecord, jobWorld, steady } from '../../../fixtures/session-job-rows.ts'
import type { JobState } from '../../contract/resource/job-status.ts'
import { stateOfRunningJob } from '../../contract/resource/last-state.ts'

const started = Number(steady.status.jobStatus.startTime)
const seen = (state: JobState, given: GivenJob = {}): GivenJob => ({ jobs: [listed(id, state, started)], ...given })
const ended = (state: 'FINISHED' | 'CANCELED', ago: number, given: GivenJob = {}): GivenJob =>
  seen(state, {
    job: { state },
    record: { terminalSince: steady.now - ago, runningSince: null, lastState: stateOfRunningJob },
    world: { unobservable: ['GetCheckpoints'] },
    ...given,
  })
const withOptions = (flinkConfiguration: Readonly<Record<string, string>>): GivenJob => ({
  edit: { rest: { flinkConfiguration } },
  reconciliation: { lastReconciledSpec: jobRecord(steady, { rest: { flinkConfiguration } }) },
})
const window = (ago: number): GivenJob => ({
  ...withOptions({ 'kubernetes.operator.deployment.stability.window': '50 s' }),
  record: { runningSince: steady.now - ago },
})
const periodic = (interval: string): GivenJob => withOptions({ 'kubernetes.operator.periodic.savepoint.interval': interval })

describe('when a FlinkSessionJob is looked at again of which nothing is to be done (L13, P12)', () => {
  test.each<readonly [string, GivenJob, number, string]>([
    ['it runs', {}, 60_000, 'a change'],
    ['Flink could not be reached', { world: { rest: 'no answer' } }, 10_000, 'Flink to be reached (Unreachable: no answer)'],
    [
      'not all of its tasks run',
      { jobs: [{ ...listed(id, 'RUNNING', started), tasks: { total: 2, running: 1, finished: 0 } }] },
      1_000,
      'all tasks of the job to run',
    ],
    ['it restarts', seen('RESTARTING'), 1_000, 'all tasks of the job to run'],
    ['it is not listed, for a moment', { jobs: [] }, 60_000, 'a change'],
    ['P25 it is not listed, for longer', notListed, 10_000, 'the JobManager to recover the job from high-availability metadata'],
    ['D-17 B37 the stability window is not over', window(20_000), 30_000, 'the job to run for the stability window'],
    ['the stability window is over soon', window(49_500), 1_000, 'the job to run for the stability window'],
    ['D-17 B37 the stability window is over', window(50_000), 60_000, 'a change'],
    [
      'L2 it ended, and its last checkpoint may still be shown',
      ended('FINISHED', 1_000),
      2_500,
      'Flink to show the last checkpoint of the job',
    ],
    ['L2 it may be shown in the next moment', ended('FINISHED', 3_400), 1_000, 'Flink to show the last checkpoint of the job'],
    ['L2 not longer than twice as old as REST may be', ended('FINISHED', 7_000), 1_000, 'Flink to show the last checkpoint of the job'],
    ['L2 what is not shown by then is not shown', ended('FINISHED', 7_001), 60_000, 'a change'],
    [
      'it ended, and what it left is known',
      ended('FINISHED', 1_000, {
        record: {
          terminalSince: steady.now - 1_000,
          runningSince: null,
          lastState: { _tag: 'Path', path: 's3://b/cp', seen: 'Checkpoints' },
        },
      }),
      60_000,
      'a change',
    ],
    [
      'it ended, and when is not known',
      ended('FINISHED', 0, { record: { terminalSince: null, runningSince: null, lastState: stateOfRunningJob } }),
      3_500,
      'Flink to show the last checkpoint of the job',
    ],
    [
      'a savepoint is under way',
      {
        job: { savepointInfo: pending },
        world: { stops: new Map([[pending.triggerId, { _tag: 'InProgress' }]]) },
      },
      1_000,
      `savepoint ${pending.triggerId}`,
    ],
    ['a savepoint is due later', periodic('1 h'), 60_000, 'a change'],
    [
      'a savepoint is due soon',
      {
        ...periodic('1 h'),
        record: { lastPeriodicSavepointTrigger: steady.now - 3_580_000 },
      },
      20_001,
      'the time of the next savepoint',
    ],
  ])('%s', (_title, given, after, waitingFor) => {
    const requeue = jobWorld(given).next.at(-1)
    expect(requeue).toMatchObject({ _tag: 'Requeue', after, waitingFor })
  })

  test.each<readonly [string, GivenJob, string]>([
    ['nothing new was seen', { status: { conditions: [] } }, 'nothing is to be done'],
    ['the job restarts', seen('RESTARTING'), 'observed: job RESTARTING'],
  ])('why its status is written: %s', (_title, given, reason) => {
    expect(jobWorld(given).next[0]).toMatchObject({ _tag: 'PersistStatus', reason })
  })

  test.each<readonly [string, GivenJob, string | null]>([
    ['nothing', {}, null],
    ['P10 a spec that is refused', { edit: { job: { parallelism: -1 } } }, 'ValidationError'],
    ['D-01 it was cancelled by somebody', ended('CANCELED', 60_000, { world: {} }), 'JobCancelled'],
    ['P10 both: the spec', ended('CANCELED', 60_000, { edit: { job: { parallelism: -1 } }, world: {} }), 'ValidationError'],
  ])('what is told: %s', (_title, given, reason) => {
    const events = jobWorld(given).next.flatMap(it => (it._tag === 'EmitEvent' && it.type === 'Warning' ? [it.reason] : []))
    expect(events).toEqual(reason === null ? [] : [reason])
  })
})

test('B45 one that was created suspended waits for no job', () => {
  const world = new SessionWorld({ job: { state: 'suspended' } }).rounds(10)
  expect(world.next.at(-1)).toMatchObject({ _tag: 'Requeue', after: 60_000, waitingFor: 'a change' })
  expect(world.effects('UploadJar', 'RunJar')).toEqual([])
})
