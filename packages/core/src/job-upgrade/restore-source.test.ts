import { describe, expect, test } from 'vitest'
import type { UpgradeMode } from '../resource/flink-deployment-spec.ts'
import { restoreSource, type RestoreAnswer, type RestoreInputs } from './restore-source.ts'
import { upgradeErrors } from './upgrade-answer.ts'

const path = { _tag: 'Path', path: 's3://b/sp' } as const
const none = { _tag: 'None' } as const
const marker = { _tag: 'Marker' } as const
const lastState = 'KUBERNETES_OPERATOR_LAST_STATE'
const base: RestoreInputs = { requested: 'savepoint', used: 'savepoint', recordedPath: path, haMetadata: 'Available', hasCheckpoint: true, deployedSource: null }
const of = (change: Partial<RestoreInputs>): RestoreAnswer => restoreSource({ ...base, ...change })
const fromPath = { _tag: 'Path', path: 's3://b/init', reason: '' } as const
const empty = { _tag: 'Empty', reason: '' } as const

describe('restore source (control-flow.md, sections 4.4/3 and 4.6)', () => {
  test.each<readonly [string, Partial<RestoreInputs>, object]>([
    ['B24 a stateless job starts empty, whatever there is', { requested: 'stateless', used: 'last-state' }, { _tag: 'Empty', reason: 'the job is stateless' }],
    ['D-01 suspended stateless: there is nothing to go on from', { used: 'stateless' }, { _tag: 'Empty', reason: 'the job was stateless when it was suspended' }],
    ['B30 suspended with a savepoint: that one', {}, { _tag: 'Path', path: 's3://b/sp' }],
    ['B35 the suspend\'s mode decides, not the newest spec', { requested: 'last-state' }, { _tag: 'Path', path: 's3://b/sp' }],
    ['B35 the other way round', { requested: 'savepoint', used: 'last-state' }, { _tag: 'LastState', restorePath: lastState }],
    ['B11 known that there never was any state', { recordedPath: none }, { _tag: 'Empty', reason: 'it is known that the job never had state' }],
    ['E1 only the marker: a person', { recordedPath: marker }, { _tag: 'Blocked', eventReason: 'UpgradeFailed', error: upgradeErrors.E1 }],
    ['B10 HA metadata with a checkpoint: the marker beside it, so that its loss fails instead of starting empty', { used: 'last-state' }, { _tag: 'LastState', restorePath: lastState }],
    ['B09 HA metadata is gone: a person', { used: 'last-state', haMetadata: 'NotAvailable' }, { _tag: 'Blocked', eventReason: 'RestoreFailed', error: upgradeErrors.E3 }],
    ['P14 HA metadata could not be read: wait', { used: 'last-state', haMetadata: 'Unknown' }, { _tag: 'Wait', reason: 'HA metadata could not be read' }],
    ['HA metadata was not looked at: look', { used: 'last-state', haMetadata: 'NotLooked' }, { _tag: 'LookFirst', reason: 'is HA metadata of the job there?' }],
  ])('%s', (_title, change, want) => {
    expect(of(change)).toMatchObject(want)
  })
})

describe('B07 HA metadata without a checkpoint yet: on from what the job was started from', () => {
  test.each<readonly [string, Partial<RestoreInputs>, object]>([
    ['from a path', { deployedSource: fromPath, recordedPath: path }, { _tag: 'LastState', restorePath: 's3://b/init' }],
    ['from nothing', { deployedSource: empty, recordedPath: path }, { _tag: 'LastState', restorePath: null }],
    ['from its own HA metadata, started with a path', { deployedSource: { _tag: 'LastState', restorePath: 's3://b/init', reason: '' } }, { _tag: 'LastState', restorePath: 's3://b/init' }],
    ['from its own HA metadata, started from nothing', { deployedSource: { _tag: 'LastState', restorePath: null, reason: '' } }, { _tag: 'LastState', restorePath: null }],
    ['P01 from a checkpoint in HA metadata that is not there any more: a person', { deployedSource: { _tag: 'LastState', restorePath: lastState, reason: '' } }, { _tag: 'Blocked', eventReason: 'RestoreFailed', error: upgradeErrors.E3 }],
    ['another operator deployed it: the recorded path', { recordedPath: path }, { _tag: 'LastState', restorePath: 's3://b/sp' }],
    ['another operator deployed it from nothing', { recordedPath: none }, { _tag: 'LastState', restorePath: null }],
    ['P01 another operator deployed it from HA metadata: a person', { recordedPath: marker }, { _tag: 'Blocked', eventReason: 'RestoreFailed', error: upgradeErrors.E3 }],
  ])('%s', (_title, change, want) => {
    const got = of({ used: 'last-state', hasCheckpoint: false, ...change })
    expect(got).toMatchObject(want)
    if (got._tag === 'LastState') expect(got.reason).toBe('HA metadata is there and holds no checkpoint yet')
  })
})

const modes: readonly UpgradeMode[] = ['stateless', 'savepoint', 'last-state']
const everything = modes.flatMap(requested => modes.flatMap(used => [path, none, marker].flatMap(recordedPath =>
  (['Available', 'NotAvailable', 'Unknown', 'NotLooked'] as const).flatMap(haMetadata => [true, false].flatMap(hasCheckpoint =>
    [null, empty, fromPath].map((deployedSource): RestoreInputs => ({ requested, used, recordedPath, haMetadata, hasCheckpoint, deployedSource })))))))

describe('laws over all inputs', () => {
  test('P01 B29 never empty, unless stateless by wish or by what was used, or nothing ever was', () => {
    for (const it of everything)
      if (restoreSource(it)._tag === 'Empty') expect(it.requested === 'stateless' || it.used === 'stateless' || it.recordedPath._tag === 'None').toBe(true)
  })

  test('P14 what could not be seen never makes a source', () => {
    for (const it of everything.filter(({ requested, used }) => requested !== 'stateless' && used === 'last-state'))
      for (const haMetadata of ['Unknown', 'NotLooked'] as const)
        expect(['Wait', 'LookFirst']).toContain(restoreSource({ ...it, haMetadata })._tag)
  })

  test('B09 HA metadata is restored from only if it was seen', () => {
    for (const it of everything) if (restoreSource(it)._tag === 'LastState') expect([it.haMetadata, it.used]).toEqual(['Available', 'last-state'])
  })

  test('P07 every answer says why', () => {
    for (const it of everything) {
      const answer = restoreSource(it)
      expect(answer._tag === 'Blocked' ? answer.error : answer.reason).not.toBe('')
    }
  })
})
