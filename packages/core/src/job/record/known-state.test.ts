import { describe, expect, test } from 'vitest'
import { contradictedState, type LastState, nothingRecorded, stateOfRunningJob } from '../../contract/resource/last-state.ts'
import type { SavepointInfo, SnapshotTriggerType } from '../../contract/resource/job-status.ts'
import { lastStateMarker } from '../../contract/resource/operation.ts'
import { knownState, knownStateRows, startedFrom, type StateWitnesses } from './known-state.ts'

const savepoint = (
  location: string,
  triggerType: SnapshotTriggerType | null = 'UPGRADE',
) => ({ timeStamp: 1, location, triggerType, formatType: 'CANONICAL', triggerNonce: null } as const)
const info = (...savepoints: readonly ReturnType<typeof savepoint>[]): SavepointInfo => ({
  lastSavepoint: savepoints.at(-1) ?? null,
  triggerId: null,
  triggerTimestamp: null,
  triggerType: null,
  formatType: null,
  savepointHistory: savepoints,
  lastPeriodicSavepointTimestamp: 0,
})
const path = (place: string, seen: 'Stop' | 'Adopted' | 'Source' = 'Stop'): LastState => ({ _tag: 'Path', path: place, seen })
const none: LastState = { _tag: 'None', reason: 'the job was stopped as stateless' }
const inHa: LastState = { _tag: 'InHighAvailability', jobId: 'a' }
const neverStarted: LastState = { _tag: 'NeverStarted' }
const base: StateWitnesses = {
  recorded: nothingRecorded,
  upgradeSavepointPath: null,
  savepointInfo: info(),
  used: 'savepoint',
  isSuspended: true,
  firstDeployment: false,
  jobId: 'a',
  wasSeen: true,
  isCancelled: false,
  deployedSource: null,
  deployedAttempt: null,
}

const rows: readonly (readonly [row: string, title: string, change: Partial<StateWitnesses>, want: LastState | 'Unknown'])[] = [
  ['known-state/path', 'the path agrees with its witness', { recorded: path('1'), upgradeSavepointPath: '1' }, path('1')],
  [
    'known-state/path',
    'F01 upgradeSavepointPath is gone: nothing contradicts the record',
    { recorded: path('1'), savepointInfo: info(savepoint('1')) },
    path('1'),
  ],
  ['known-state/path', 'the path was moved by hand to lastSavepoint, without a history', {
    recorded: path('1'),
    savepointInfo: { ...info(), lastSavepoint: savepoint('1', null) },
  }, path('1')],
  ['known-state/newest-savepoint', 'P25 an older path was put back: the history says which is the newest', {
    recorded: path('2'),
    upgradeSavepointPath: '1',
    savepointInfo: info(savepoint('1'), savepoint('2')),
  }, path('2')],
  ['known-state/other-path', 'P25 another path, of which nothing is known', { recorded: path('2'), upgradeSavepointPath: '1' }, 'Unknown'],
  ['known-state/other-path', 'P25 another path, newer than the recorded one', {
    recorded: path('1'),
    upgradeSavepointPath: '2',
    savepointInfo: info(savepoint('1'), savepoint('2')),
  }, 'Unknown'],
  ['known-state/other-path', 'the marker', { recorded: path('1'), upgradeSavepointPath: lastStateMarker }, 'Unknown'],
  ['known-state/ha-metadata', 'HA metadata of the job', { recorded: inHa }, inHa],
  [
    'known-state/ha-metadata-of-other-job',
    'P25 HA metadata of another job than the status names',
    { recorded: inHa, jobId: 'b' },
    'Unknown',
  ],
  ['known-state/ha-metadata-of-other-job', 'P25 HA metadata, and the job id is gone', { recorded: inHa, jobId: null }, 'Unknown'],
  [
    'known-state/never-started-but-ran',
    'P25 F02 never started, but a path is there',
    { recorded: neverStarted, upgradeSavepointPath: '1' },
    'Unknown',
  ],
  ['known-state/never-started-but-ran', 'P25 never started, but a savepoint is there', {
    recorded: neverStarted,
    savepointInfo: info(savepoint('1')),
  }, 'Unknown'],
  [
    'known-state/never-started-but-ran',
    'P25 never started, but an attempt was deployed',
    { recorded: neverStarted, deployedAttempt: 'x' },
    'Unknown',
  ],
  ['known-state/never-started-but-ran', 'V01 never started, but a run was seen', { recorded: neverStarted, wasSeen: true }, 'Unknown'],
  ['known-state/never-started', 'never started', { recorded: neverStarted, wasSeen: false }, neverStarted],
  ['known-state/never-started', 'a first deployment names the path that it starts from', {
    recorded: neverStarted,
    wasSeen: false,
    firstDeployment: true,
    upgradeSavepointPath: 'init',
  }, neverStarted],
  ['known-state/no-state', 'nothing to keep: mode and record agree', { recorded: none, used: 'stateless' }, none],
  ['known-state/no-state-but-stateful', 'P25 nothing to keep, but stopped with a savepoint', { recorded: none }, 'Unknown'],
  ['known-state/adopted-never-started', 'a first deployment that no operator carried out', {
    used: 'stateless',
    firstDeployment: true,
    wasSeen: false,
  }, neverStarted],
  ['known-state/adopted-ha-metadata', 'adopted, last-state', { used: 'last-state', upgradeSavepointPath: lastStateMarker }, inHa],
  ['known-state/adopted-path', 'adopted, savepoint', { upgradeSavepointPath: '1' }, path('1', 'Adopted')],
  ['known-state/adopted-path', 'adopted, the path is the newest of the history', {
    upgradeSavepointPath: '2',
    savepointInfo: info(savepoint('1', 'PERIODIC'), savepoint('2')),
  }, path('2', 'Adopted')],
  ['known-state/adopted-path', 'adopted, a checkpoint, which no history lists', {
    upgradeSavepointPath: 'chk-7',
    savepointInfo: info(savepoint('1', 'PERIODIC')),
  }, path('chk-7', 'Adopted')],
  ['known-state/adopted-savepoint', "adopted, only the last savepoint, which may be the stop's own", {
    savepointInfo: info(savepoint('1')),
  }, path('1', 'Adopted')],
  ['known-state/adopted-savepoint', "the reference operator's snapshot scenario: a savepoint that says nothing of its trigger", {
    savepointInfo: info(savepoint('1', null)),
  }, path('1', 'Adopted')],
  ['known-state/adopted-cancelled', 'D-01 adopted, cancelled by somebody: the checkpoint that was read', {
    used: 'stateless',
    isCancelled: true,
    upgradeSavepointPath: 'chk-7',
  }, path('chk-7', 'Adopted')],
  ['known-state/adopted-stateless', 'adopted, stateless', { used: 'stateless' }, none],
  ['known-state/as-recorded', 'F01 adopted, and nothing tells', {}, nothingRecorded],
  ['known-state/as-recorded', "P25 adopted, and the only savepoint is a manual one: the stop's own would be newer", {
    savepointInfo: info(savepoint('1', 'MANUAL')),
  }, nothingRecorded],
  ['known-state/as-recorded', 'P25 adopted, and the path is older than the newest savepoint', {
    upgradeSavepointPath: '1',
    savepointInfo: info(savepoint('1'), savepoint('2', 'MANUAL')),
  }, nothingRecorded],
  [
    'known-state/as-recorded',
    'P25 adopted as stateless, but a path is there',
    { used: 'stateless', upgradeSavepointPath: '1' },
    nothingRecorded,
  ],
  ['known-state/as-recorded', 'P25 this operator saw the job run last: an older word does not count, whatever it says', {
    recorded: stateOfRunningJob,
    upgradeSavepointPath: '1',
  }, stateOfRunningJob],
  ['known-state/as-recorded', 'the job runs', { isSuspended: false, upgradeSavepointPath: '1' }, nothingRecorded],
]

describe('what the next start goes on from (design.md, section 3): two parts of the status have to agree', () => {
  test.each(rows)('%s: %s', (row, _title, change, want) => {
    const it = { ...base, ...change }
    expect(knownStateRows.find(({ holds }) => holds(it) !== null)?.id).toBe(row)
    if (want === 'Unknown') expect(knownState(it)).toMatchObject({ _tag: 'Unknown', why: 'Contradicted' })
    else expect(knownState(it)).toEqual(want)
  })

  test('each row of the table has a case', () => {
    expect(new Set(rows.map(([row]) => row))).toEqual(new Set(knownStateRows.map(({ id }) => id)))
  })

  const taken = rows.filter(([, , , want]) => want !== 'Unknown' && want._tag !== 'Unknown')
  test.each(taken)('P25 %s: %s: without what this version recorded nothing but what the rest proves', (_row, _title, change) => {
    const without = knownState({ ...base, ...change, recorded: stateOfRunningJob })
    expect(without._tag).toBe('Unknown')
  })

  test('P25 a value that is taken away never makes an empty start of a state', () => {
    for (const [, , change, want] of rows) {
      if (want === 'Unknown' || want._tag === 'None' || want._tag === 'NeverStarted') continue
      const it = { ...base, ...change }
      const tampered: readonly StateWitnesses[] = [
        { ...it, recorded: nothingRecorded },
        { ...it, upgradeSavepointPath: null },
        { ...it, savepointInfo: info() },
        { ...it, used: null },
        { ...it, jobId: null },
        { ...it, deployedSource: null },
        { ...it, deployedAttempt: null },
        { ...it, wasSeen: false },
        { ...it, used: 'stateless' },
        { ...it, firstDeployment: true },
        { ...it, isSuspended: false },
      ]
      for (const one of tampered)
        expect([one, ['None', 'NeverStarted'].includes(knownState(one)._tag) && one.upgradeSavepointPath !== null]).toEqual([one, false])
    }
  })
})

describe('what the deployed cluster was started from', () => {
  const reason = 'test'
  test.each<readonly [string, Partial<StateWitnesses>, LastState['_tag'], string | null]>([
    ['started-from/path a path', { deployedSource: { _tag: 'Path', path: '1', reason }, upgradeSavepointPath: '1' }, 'Path', '1'],
    [
      'started-from/path F03 the path, though upgradeSavepointPath is gone',
      { deployedSource: { _tag: 'Path', path: '1', reason } },
      'Path',
      '1',
    ],
    [
      'started-from/other-path P25 another path beside it',
      { deployedSource: { _tag: 'Path', path: '1', reason }, upgradeSavepointPath: '2' },
      'Unknown',
      null,
    ],
    [
      'started-from/empty empty',
      { deployedSource: { _tag: 'Empty', reason }, used: 'stateless', upgradeSavepointPath: 'older' },
      'None',
      null,
    ],
    [
      'started-from/empty-but-path P25 empty, and yet a path',
      { deployedSource: { _tag: 'Empty', reason }, upgradeSavepointPath: '1' },
      'Unknown',
      null,
    ],
    [
      'started-from/ha-metadata-with-path HA metadata, before its first checkpoint',
      { deployedSource: { _tag: 'LastState', restorePath: '1', reason } },
      'Path',
      '1',
    ],
    [
      'started-from/ha-metadata-empty HA metadata of a job that began empty',
      { deployedSource: { _tag: 'LastState', restorePath: null, reason } },
      'None',
      null,
    ],
    [
      'started-from/ha-metadata-alone HA metadata with a checkpoint',
      { deployedSource: { _tag: 'LastState', restorePath: lastStateMarker, reason } },
      'Unknown',
      null,
    ],
    ['started-from/unknown-stateless of the reference operator, stateless', { used: 'stateless' }, 'None', null],
    ['started-from/unknown-savepoint of the reference operator, from a path', { upgradeSavepointPath: '1' }, 'Path', '1'],
    ['started-from/unknown P25 not known', {}, 'Unknown', null],
    ['started-from/unknown P25 the marker', { upgradeSavepointPath: lastStateMarker }, 'Unknown', null],
  ])('%s', (_title, change, tag, place) => {
    const got = startedFrom({ ...base, isSuspended: false, ...change })
    expect([got._tag, got._tag === 'Path' ? got.path : null]).toEqual([tag, place])
  })

  test('P25 what contradicts is told', () => {
    expect(startedFrom({ ...base, deployedSource: { _tag: 'Path', path: '1', reason }, upgradeSavepointPath: '2' })).toEqual(
      contradictedState('the job was started from 1, but status.jobStatus.upgradeSavepointPath is 2'),
    )
  })
})
