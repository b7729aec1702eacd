import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { describe, expect, test } from 'vitest'
import type { HaMetadata } from '../../contract/fact/zookeeper-ha-view.ts'
import type { Query } from '../../contract/query/query.ts'
import type { UpgradeMode } from '../../contract/resource/flink-deployment-spec.ts'
import {
  contradictedState,
  type LastState,
  nothingRecorded,
  stateOfRunningJob,
  stateUnderDeploy,
} from '../../contract/resource/last-state.ts'
import { restoreSource, type RestoreAnswer, type RestoreInputs } from './restore-source.ts'
import { upgradeErrors, whatAPersonCanDo } from './upgrade-answer.ts'

const path: LastState = { _tag: 'Path', path: 's3://b/sp', seen: 'Stop' }
const none: LastState = { _tag: 'None', reason: 'the job was stopped as stateless' }
const inHa: LastState = { _tag: 'InHighAvailability', jobId: 'a' }
const neverStarted: LastState = { _tag: 'NeverStarted' }
const lastState = 'KUBERNETES_OPERATOR_LAST_STATE'
type Given = Omit<RestoreInputs, 'haMetadata'> & { readonly haMetadata: HaMetadata }
type AnswerOrQueries = RestoreAnswer | { readonly _tag: 'Asks'; readonly reason: string }
const query: Query = { _tag: 'ListConfigMaps', namespace: 'ns', clusterId: 'app' }
const sourceOf = ({ haMetadata, ...rest }: Given): AnswerOrQueries =>
  pipe(
    restoreSource({ ...rest, haMetadata: haMetadata === 'NotLooked' ? E.left([query]) : E.right(haMetadata) }),
    E.getOrElseW(() => ({ _tag: 'Asks', reason: 'HA metadata' }) as const),
  )
const base: Given = {
  requested: 'savepoint',
  lastState: path,
  haMetadata: 'Available',
  checkpoint: 'There',
  startedFrom: nothingRecorded,
  readsHaMetadata: true,
  leftIn: 'Kubernetes',
}
const of = (change: Partial<Given>): AnswerOrQueries => sourceOf({ ...base, ...change })

describe('restore source (control-flow.md, sections 4.4/3 and 4.6; design.md, section 3)', () => {
  test.each<readonly [string, Partial<Given>, object]>([
    ['B24 a stateless job starts empty, whatever there is', { requested: 'stateless', lastState: inHa }, {
      _tag: 'Empty',
      reason: 'the job is stateless',
      left: inHa,
    }],
    ['P01 what it does not go on from is remembered', { requested: 'stateless' }, { left: base.lastState }],
    ['P25 also that it is not known', { requested: 'stateless', lastState: nothingRecorded }, { left: nothingRecorded }],
    ['D-01 suspended stateless: there is nothing to go on from', { lastState: none }, {
      _tag: 'Empty',
      reason: 'the job was stopped as stateless',
    }],
    ['never started', { lastState: neverStarted }, { _tag: 'Empty', reason: 'the job was never started' }],
    ['B30 suspended with a savepoint: that one', {}, { _tag: 'Path', path: 's3://b/sp' }],
    ['B35 how it was suspended decides, not the newest spec', { requested: 'last-state' }, { _tag: 'Path', path: 's3://b/sp' }],
    ['B35 the other way round', { requested: 'savepoint', lastState: inHa }, { _tag: 'LastState', restorePath: lastState }],
    ['F01 P25 not known: a person', { lastState: nothingRecorded }, {
      _tag: 'Blocked',
      eventReason: 'RestoreFailed',
      error: expect.stringContaining('nothing is recorded'),
    }],
    ['P25 contradicted: a person is told what was found', { lastState: contradictedState('this and that') }, {
      _tag: 'Blocked',
      error: expect.stringContaining('this and that'),
    }],
    ['B10 HA metadata with a checkpoint: the marker beside it, so that its loss fails instead of starting empty', { lastState: inHa }, {
      _tag: 'LastState',
      restorePath: lastState,
    }],
    ['B09 HA metadata is gone: a person', { lastState: inHa, haMetadata: 'NotAvailable' }, {
      _tag: 'Blocked',
      eventReason: 'RestoreFailed',
      error: `${upgradeErrors.E3} ${whatAPersonCanDo}`,
    }],
    ['H-D09 HA metadata that only Flink can read: a person', { lastState: inHa, haMetadata: 'Unreadable' }, {
      _tag: 'Blocked',
      error: expect.stringContaining(upgradeErrors.unreadableHaLost),
    }],
    ['F11 a cluster of the new spec could not read it: a person, and taking the edit back helps', {
      lastState: inHa,
      readsHaMetadata: false,
    }, { _tag: 'Blocked', error: expect.stringContaining('Change high-availability.type back') }],
    ['P01 HA metadata without a checkpoint or a counter: the job may have ended', {
      lastState: inHa,
      checkpoint: 'Unknown',
      startedFrom: none,
    }, { _tag: 'Blocked', error: expect.stringContaining(upgradeErrors.noCheckpoint) }],
    ['P14 HA metadata could not be read: wait', { lastState: inHa, haMetadata: 'Unknown' }, {
      _tag: 'Wait',
      reason: 'HA metadata could not be read',
    }],
    ['HA metadata was not looked at: look', { lastState: inHa, haMetadata: 'NotLooked' }, { _tag: 'Asks' }],
  ])('%s', (_title, change, want) => {
    expect(of(change)).toMatchObject(want)
  })
})

describe('B07 HA metadata without a checkpoint yet: on from what the job was started from', () => {
  test.each<readonly [string, LastState, object]>([
    ['from a path', { _tag: 'Path', path: 's3://b/init', seen: 'Source' }, { _tag: 'LastState', restorePath: 's3://b/init' }],
    ['from nothing', none, { _tag: 'LastState', restorePath: null }],
    ['P01 from a checkpoint in HA metadata that is not there any more: a person', inHa, { _tag: 'Blocked', eventReason: 'RestoreFailed' }],
    ['P25 it is not known from what: a person', nothingRecorded, { _tag: 'Blocked', eventReason: 'RestoreFailed' }],
  ])('%s', (_title, startedFrom, want) => {
    const got = of({ lastState: inHa, checkpoint: 'NotYet', startedFrom })
    expect(got).toMatchObject(want)
    if (got._tag === 'LastState') expect(got.reason).toBe('HA metadata exists and holds no checkpoint yet')
  })
})

const modes: readonly UpgradeMode[] = ['stateless', 'savepoint', 'last-state']
const states: readonly LastState[] = [
  path,
  none,
  inHa,
  neverStarted,
  nothingRecorded,
  stateOfRunningJob,
  stateUnderDeploy,
  contradictedState('x'),
]
const everything = modes.flatMap(requested =>
  states.flatMap(it =>
    (['Available', 'NotAvailable', 'Unknown', 'NotLooked', 'Unreadable'] as const).flatMap(haMetadata =>
      (['There', 'NotYet', 'Unknown'] as const).flatMap(checkpoint =>
        states.flatMap(startedFrom =>
          [true, false].map((readsHaMetadata): Given => ({
            requested,
            lastState: it,
            haMetadata,
            checkpoint,
            startedFrom,
            readsHaMetadata,
            leftIn: 'Kubernetes',
          }))
        )
      )
    )
  )
)

describe('laws over all inputs', () => {
  test('P01 P25 B29 never empty, unless by wish or by a positive record', () => {
    for (const it of everything)
      if (sourceOf(it)._tag === 'Empty')
        expect(it.requested === 'stateless' || it.lastState._tag === 'None' || it.lastState._tag === 'NeverStarted').toBe(true)
  })

  test('P25 what is not known starts nothing', () => {
    for (const it of everything.filter(({ requested, lastState: state }) => requested !== 'stateless' && state._tag === 'Unknown'))
      expect(sourceOf(it)._tag).toBe('Blocked')
  })

  test('P14 what could not be seen never makes a source', () => {
    for (
      const it of everything.filter(({ requested, lastState: state }) => requested !== 'stateless' && state._tag === 'InHighAvailability')
    )
      for (const haMetadata of ['Unknown', 'NotLooked'] as const)
        expect(['Wait', 'Asks']).toContain(sourceOf({ ...it, haMetadata })._tag)
  })

  test('B09 HA metadata is restored from only if it was seen, and by a cluster that can read it', () => {
    for (const it of everything)
      if (sourceOf(it)._tag === 'LastState')
        expect([it.haMetadata, it.lastState._tag, it.readsHaMetadata]).toEqual([
          'Available',
          'InHighAvailability',
          true,
        ])
  })

  test('P07 every answer says why', () => {
    for (const it of everything) {
      const answer = sourceOf(it)
      expect(answer._tag === 'Blocked' ? answer.error : answer.reason).not.toBe('')
    }
  })
})
