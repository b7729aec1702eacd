import { describe, expect, test } from 'vitest'
import { activeBlue, decidedIn, edited, later, type Play, served, settled } from '../../../../fixtures/blue-green.ts'
import { image, writtenIn } from '../../../../fixtures/blue-green-plays.ts'
import { absent, known, unknown } from '../../../fact/fact.ts'
import type { Facts } from '../../../fact/facts.ts'
import type { AsynchronousOperation, CheckpointView } from '../../../fact/flink-rest.ts'

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
const told = (value: AsynchronousOperation): Facts => ({ 'savepointOperation@blue': known(value, 0) })
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
  test.each<readonly [row: string, string, Facts, after: number, told: string]>([
    ['G42', 'it is complete', { ...listed(), ...told({ _tag: 'Completed', location: 's3://y', checkpointId: 3 }) }, 0, 's3://y'],
    [
      'G42',
      'the job is not listed, and it is complete',
      { ...noJob, ...told({ _tag: 'Completed', location: 's3://y', checkpointId: 3 }) },
      0,
      's3://y',
    ],
    [
      'G43',
      'it is complete without a path: there is nothing to start from',
      { ...listed(), ...told({ _tag: 'Completed', location: null, checkpointId: 3 }) },
      0,
      'Could not start Transition. Details: it completed without a location',
    ],
    ['G43', 'it failed', { ...listed(), ...told(failure('no space')) }, 0, 'Could not start Transition. Details: no space'],
    ['G45', 'it is under way', { ...listed(), ...told({ _tag: 'InProgress' }) }, 0, ''],
    ['G45', 'P14 it could not be seen', { ...listed(), ...unseen }, moments, ''],
    ['G44', 'the JobManager does not know it: sent again', { ...listed(), ...notKnown }, minute, ''],
    ['G44', 'the same, beside another job', { ...listed({}, [{ ...another, startTime: 1 }]), ...notKnown }, minute, ''],
    ['G45', 'it does not know it, and the job is not RUNNING', { ...listed({ state: 'RESTARTING' }), ...notKnown }, minute, ''],
    ['G45', 'B107 it does not know it, and does not list the job: that tells nothing', { ...noJob, ...notKnown }, moments, ''],
    ['G45', 'the same, of another job alone', { 'jobs@blue': known([another as never], 0), ...notKnown }, moments, ''],
    ['G45', 'P14 the jobs could not be seen', { 'jobs@blue': unknown('Timeout', 'x', 0, 'live'), ...notKnown }, moments, ''],
    [
      'G43',
      'the JobManager was replaced: another incarnation knows no operation',
      { ...listed({ startTime: own.startTime + 1 }), ...notKnown },
      0,
      'Could not start Transition. Details: the JobManager was replaced',
    ],
    ['G42', 'not known for long, and its checkpoints have it', { ...listed(), ...notKnown, ...savepoints({}) }, moments, 's3://b/sp/found'],
    [
      'G43',
      'not known for long, and what they have is of before',
      { ...listed(), ...notKnown, ...savepoints({ triggerTimestamp: operation.mintedAt - 1 }) },
      moments,
      'Could not start Transition. Details: Flink does not know it',
    ],
    [
      'G43',
      'not known for long, and they have none',
      { ...listed(), ...notKnown, ...savepoints(null) },
      moments,
      'Could not start Transition. Details: Flink does not know it',
    ],
  ])('%s %s', (row, _title, facts, after, words) => {
    const play = later(asked, after)
    expect(decidedIn(play, {}, facts).row).toBe(row)
    const status = writtenIn(play, facts)
    if (row === 'G42') expect(status.operation).toMatchObject({ step: 'Apply', savepointPath: words })
    else expect(status.operatorRecord.failed?.reason ?? '').toBe(words)
    if (row === 'G44' || row === 'G45') expect(status.operation).toEqual(operation)
  })

  test('G44 P03 what is sent again is the same request, to the same job', () => {
    const { actions } = decidedIn(later(asked, minute), {}, { ...listed(), ...notKnown })
    expect(actions.filter(({ _tag }) => _tag === 'TriggerSavepoint')).toMatchObject([
      { jobId: own.jobId, triggerId: operation.id, targetDirectory: 's3://b/sp', formatType: 'CANONICAL' },
    ])
  })

  test('G41 E-38 blue was edited behind our back, and has another job: its savepoint is worth nothing', () => {
    const blue = asked.children['app-blue'] ?? expect.fail('no blue')
    const changed = { ...blue, view: { ...blue.view, meta: { ...blue.view.meta, generation: 9 } } }
    const play = served({ ...asked, children: { 'app-blue': changed } }, 'app-blue')
    expect([play.children['app-blue']?.job?.jobId === own.jobId, decidedIn(play).row]).toEqual([false, 'G41'])
  })

  test('G43 E-33 it is given up after the time that it may last, whatever Flink says', () => {
    const late = (millis: number) => decidedIn(later(asked, millis), {}, { ...listed(), ...told({ _tag: 'InProgress' }) }).row
    expect([late(11 * minute - 1), late(11 * minute)]).toEqual(['G45', 'G43'])
  })

  test('G45 the round is not kept waiting long: a savepoint is looked at every second', () => {
    expect(decidedIn(asked).actions.at(-1)).toMatchObject({ _tag: 'Requeue', after: 1_000 })
  })
})

describe('G36 G37 G38 TRANSITION of a stateful job: only what Flink itself shows RUNNING is asked for a savepoint', () => {
  const edit = edited(activeBlue(), image('two'))
  test.each<readonly [row: string, string, Facts]>([
    ['G38', 'it is RUNNING', listed()],
    ['G38', 'it is RUNNING, beside another one', listed({}, [{ ...another, state: 'FAILED' }])],
    ['G37', 'it is not', listed({ state: 'RESTARTING' })],
    ['G37', 'another one is', listed({ state: 'FAILED' }, [another])],
    ['G37', 'none is listed', noJob],
    ['G37', 'P14 the jobs could not be seen', { 'jobs@blue': unknown('Timeout', 'x', 0, 'live') }],
  ])('%s %s', (row, _title, facts) => {
    expect(decidedIn(edit, {}, facts).row).toBe(row)
  })

  test('G38 P03 the request that is sent is the one that is recorded', () => {
    const { actions } = decidedIn(edit, {}, listed())
    const { operation: recorded } = writtenIn(edit, listed())
    expect(actions.map(({ _tag }) => _tag)).toEqual(['PersistStatus', 'EmitEvent', 'TriggerSavepoint', 'Requeue'])
    expect(actions.find(({ _tag }) => _tag === 'TriggerSavepoint')).toMatchObject({ jobId: own.jobId, triggerId: recorded?.id })
  })
})
