import { describe, expect, test } from 'vitest'
import { activeBlue, decidedIn, edited, later, served, settled } from '../../../../fixtures/blue-green.ts'
import type { Play } from '../../../../fixtures/played-blue-green.ts'
import { image, writtenIn } from '../../../../fixtures/blue-green-plays.ts'
import { absent, known, unknown } from '../../../contract/fact/fact.ts'
import type { Facts } from '../../../contract/fact/facts.ts'
import type { AsynchronousOperation, CheckpointView } from '../../../contract/fact/flink-rest.ts'

/** A savepoint of blue was asked for. */
const asked: Play = settled(edited(activeBlue(), image('two')))
const own = asked.children['app-blue']?.job ?? expect.fail('no job')
const operation = asked.parent?.status.operation ?? expect.fail('no savepoint')
const [minute, moments] = [60_000, 300_000]

const listed = (change: object = {}, others: readonly object[] = []): Facts => ({
  'jobs@blue': known([...others, { name: 'job', endTime: -1, tasks: {}, ...own, ...change }], 0),
})
const another = { jobId: 'f'.repeat(32), name: 'other', state: 'RUNNING', startTime: own.startTime, endTime: -1, tasks: {} }
const noJob: Facts = { 'jobs@blue': known([], 0) }
const reported = (value: AsynchronousOperation): Facts => ({ 'savepointOperation@blue': known(value, 0) })
const notKnown: Facts = { 'savepointOperation@blue': absent(0) }
const unseen: Facts = { 'savepointOperation@blue': unknown('Timeout', 'no answer', 0, 'live') }
const checkpoint: CheckpointView = {
  id: 7,
  externalPath: 's3://b/sp/found',
  addressable: true,
  discarded: false,
  isSavepoint: true,
  isStop: false,
  triggerTimestamp: operation.mintedAt,
}
const savepoints = (change: Partial<CheckpointView> | null): Facts => ({
  'checkpoints@blue': known(
    {
      restored: null,
      completed: null,
      savepoint: change === null ? null : { ...checkpoint, ...change },
      inProgress: null,
      completedCount: 1,
      inProgressCount: 0,
      stateSize: null,
    },
    0,
  ),
})
const failure = (message: string): AsynchronousOperation => ({
  _tag: 'Failed',
  causes: [{ type: 'java.x.Y', message }],
  savepointPath: null,
})

describe('SAVEPOINTING_a: what Flink tells of the savepoint, and what comes of it (section 4.3, E-33, E-38)', () => {
  test.each<readonly [row: string, string, Facts, after: number, reported: string]>([
    [
      'switch-savepoint/complete',
      'it is complete',
      { ...listed(), ...reported({ _tag: 'Completed', location: 's3://y', checkpointId: 3 }) },
      0,
      's3://y',
    ],
    [
      'switch-savepoint/complete',
      'the job is not listed, and it is complete',
      { ...noJob, ...reported({ _tag: 'Completed', location: 's3://y', checkpointId: 3 }) },
      0,
      's3://y',
    ],
    [
      'switch-savepoint/failed',
      'it is complete without a path: there is nothing to start from',
      { ...listed(), ...reported({ _tag: 'Completed', location: null, checkpointId: 3 }) },
      0,
      'Could not start Transition. Details: the savepoint completed without a location',
    ],
    [
      'switch-savepoint/failed',
      'it failed',
      { ...listed(), ...reported(failure('no space')) },
      0,
      'Could not start Transition. Details: no space',
    ],
    ['switch-savepoint/in-progress', 'it is under way', { ...listed(), ...reported({ _tag: 'InProgress' }) }, 0, ''],
    ['switch-savepoint/in-progress', 'P14 it could not be seen', { ...listed(), ...unseen }, moments, ''],
    ['switch-savepoint/send-again', 'the JobManager does not know it: sent again', { ...listed(), ...notKnown }, minute, ''],
    [
      'switch-savepoint/send-again',
      'the same, beside another job',
      { ...listed({}, [{ ...another, startTime: 1 }]), ...notKnown },
      minute,
      '',
    ],
    [
      'switch-savepoint/in-progress',
      'it does not know it, and the job is not RUNNING',
      { ...listed({ state: 'RESTARTING' }), ...notKnown },
      minute,
      '',
    ],
    [
      'switch-savepoint/in-progress',
      'B107 it does not know it, and does not list the job: that tells nothing',
      { ...noJob, ...notKnown },
      moments,
      '',
    ],
    [
      'switch-savepoint/in-progress',
      'the same, of another job alone',
      { 'jobs@blue': known([another as never], 0), ...notKnown },
      moments,
      '',
    ],
    [
      'switch-savepoint/in-progress',
      'P14 the jobs could not be seen',
      { 'jobs@blue': unknown('Timeout', 'x', 0, 'live'), ...notKnown },
      moments,
      '',
    ],
    [
      'switch-savepoint/failed',
      'the JobManager was replaced: another incarnation knows no operation',
      { ...listed({ startTime: own.startTime + 1 }), ...notKnown },
      0,
      'Could not start Transition. Details: the JobManager was replaced',
    ],
    [
      'switch-savepoint/complete',
      'not known for long, and its checkpoints have it',
      { ...listed(), ...notKnown, ...savepoints({}) },
      moments,
      's3://b/sp/found',
    ],
    [
      'switch-savepoint/failed',
      'not known for long, and what they have is of before',
      { ...listed(), ...notKnown, ...savepoints({ triggerTimestamp: operation.mintedAt - 1 }) },
      moments,
      'Could not start Transition. Details: Flink does not know the operation',
    ],
    [
      'switch-savepoint/failed',
      'not known for long, and they have none',
      { ...listed(), ...notKnown, ...savepoints(null) },
      moments,
      'Could not start Transition. Details: Flink does not know the operation',
    ],
  ])('%s %s', (row, _title, facts, after, words) => {
    const play = later(asked, after)
    expect(decidedIn(play, {}, facts).row).toBe(row)
    const status = writtenIn(play, facts)
    if (row === 'switch-savepoint/complete') expect(status.operation).toMatchObject({ step: 'Apply', savepointPath: words })
    else expect(status.operatorRecord.failed?.reason ?? '').toBe(words)
    if (row === 'switch-savepoint/send-again' || row === 'switch-savepoint/in-progress') expect(status.operation).toEqual(operation)
  })

  test('switch-savepoint/send-again P03 what is sent again is the same request, to the same job', () => {
    const { actions } = decidedIn(later(asked, minute), {}, { ...listed(), ...notKnown })
    expect(actions.filter(({ _tag }) => _tag === 'TriggerSavepoint')).toMatchObject([
      { jobId: own.jobId, triggerId: operation.id, targetDirectory: 's3://b/sp', formatType: 'CANONICAL' },
    ])
  })

  test('switch-savepoint/other-job E-38 blue was edited behind our back, and has another job: its savepoint is worth nothing', () => {
    const blue = asked.children['app-blue'] ?? expect.fail('no blue')
    const changed = { ...blue, view: { ...blue.view, meta: { ...blue.view.meta, generation: 9 } } }
    const play = served({ ...asked, children: { 'app-blue': changed } }, 'app-blue')
    expect([play.children['app-blue']?.job?.jobId === own.jobId, decidedIn(play).row]).toEqual([false, 'switch-savepoint/other-job'])
  })

  test('switch-savepoint/failed E-33 it is given up after the time that it may last, whatever Flink says', () => {
    const late = (millis: number) => decidedIn(later(asked, millis), {}, { ...listed(), ...reported({ _tag: 'InProgress' }) }).row
    expect([late(11 * minute - 1), late(11 * minute)]).toEqual(['switch-savepoint/in-progress', 'switch-savepoint/failed'])
  })

  test('switch-savepoint/in-progress the round is not kept waiting long: a savepoint is looked at every second', () => {
    expect(decidedIn(asked).actions.at(-1)).toMatchObject({ _tag: 'Requeue', after: 1_000 })
  })
})

describe('active-child/no-savepoint-directory, active-child/job-not-running, active-child/savepoint TRANSITION of a stateful job: only what Flink itself shows RUNNING is asked for a savepoint', () => {
  const edit = edited(activeBlue(), image('two'))
  test.each<readonly [row: string, string, Facts]>([
    ['active-child/savepoint', 'it is RUNNING', listed()],
    ['active-child/savepoint', 'it is RUNNING, beside another one', listed({}, [{ ...another, state: 'FAILED' }])],
    ['active-child/job-not-running', 'it is not', listed({ state: 'RESTARTING' })],
    ['active-child/job-not-running', 'another one is', listed({ state: 'FAILED' }, [another])],
    ['active-child/job-not-running', 'none is listed', noJob],
    ['active-child/job-not-running', 'P14 the jobs could not be seen', { 'jobs@blue': unknown('Timeout', 'x', 0, 'live') }],
  ])('%s %s', (row, _title, facts) => {
    expect(decidedIn(edit, {}, facts).row).toBe(row)
  })

  test('active-child/savepoint P03 the request that is sent is the one that is recorded', () => {
    const { actions } = decidedIn(edit, {}, listed())
    const { operation: recorded } = writtenIn(edit, listed())
    expect(actions.map(({ _tag }) => _tag)).toEqual(['PersistStatus', 'EmitEvent', 'TriggerSavepoint', 'Requeue'])
    expect(actions.find(({ _tag }) => _tag === 'TriggerSavepoint')).toMatchObject({ jobId: own.jobId, triggerId: recorded?.id })
  })
})
