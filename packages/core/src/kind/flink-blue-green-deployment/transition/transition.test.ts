import { describe, expect, test } from 'vitest'
import { activeBlue, edited, gone, later, served, settled } from '../../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../../fixtures/played-blue-green.ts'
import { aBlueGreen, blueGreenSpec } from '../../../../fixtures/a-blue-green.ts'
import {
  image,
  job,
  retiring,
  rowIn,
  savepointed,
  stateless,
  switching,
  withStatus,
  withUid,
  writtenIn,
} from '../../../../fixtures/blue-green-plays.ts'
import type { JsonObject } from '../../../contract/resource/json.ts'
import { lateArrivalLimit } from '../../../contract/resource/operation.ts'
import { retryAfter } from './transition.ts'

const minute = 60_000
const uidIn = (play: Play, name: string): string => play.children[name]?.view.meta.uid ?? expect.fail(`no ${name}`)
const pathIn = (play: Play, name: string) => play.children[name]?.view.spec.job?.initialSavepointPath ?? null
const withRecord = (play: Play, change: object): Play =>
  withStatus(play, { operatorRecord: { ...play.parent?.status.operatorRecord, ...change } })
const suspended = (play = activeBlue()): Play => settled(served(settled(edited(play, job({ state: 'suspended' }))), 'app-blue'))
/** The savepoint of blue is under way. */
const asked = (): Play => settled(edited(activeBlue(), image('two')))
const graceful = (name: string): JsonObject => ({
  ...image(name),
  configuration: { 'kubernetes.operator.bluegreen.abort.grace-period': '7 min' },
})
/** Blue, which once began from a path by a nonce, was taken over from by green. */
const greenOfNonce = (): Play => {
  const named = { savepointRedeployNonce: 1, initialSavepointPath: 's3://x' }
  const spec = (name: string) => blueGreenSpec({ job: named, rest: { image: name } })
  return settled(gone(settled(served(switching(spec('two'), activeBlue(spec('one'))), 'app-green')), 'app-blue'))
}

describe('P03 what is recorded of a transition before anything is done for it', () => {
  const active = activeBlue()
  const blue = active.children['app-blue']!
  test.each<readonly [string, Play, object]>([
    ['a first deployment', aPlay(), {
      kind: 'First',
      activeUid: null,
      childUid: null,
      jobId: null,
      savepointPath: null,
      giveUpAt: 600_000,
    }],
    [
      'a first deployment, with a grace period of its own',
      aPlay(aBlueGreen(graceful('one'))),
      { giveUpAt: 7 * minute },
    ],
    [
      'a change in place: of this very child',
      edited(active, job({ upgradeMode: 'last-state' })),
      { kind: 'InPlace', activeUid: blue.view.meta.uid, childUid: blue.view.meta.uid, jobId: null, giveUpAt: 600_000 },
    ],
    [
      'E-38 E-33 a savepoint: of this job of this child; as long as a checkpoint may last, and what its request may take',
      edited(active, image('two')),
      {
        kind: 'Switch',
        step: 'Savepoint',
        activeUid: blue.view.meta.uid,
        childUid: null,
        jobId: blue.job?.jobId,
        jobStartTime: blue.job?.startTime,
        giveUpAt: 10 * minute + minute,
      },
    ],
    [
      'a switch of a stateless job',
      edited(activeBlue(blueGreenSpec(stateless)), blueGreenSpec({ ...stateless, rest: { image: 'two' } })),
      { kind: 'Switch', step: 'Apply', childUid: null, jobId: null, jobStartTime: null, savepointPath: null, giveUpAt: 600_000 },
    ],
  ])('%s', (_title, play, { giveUpAt, ...wanted }: { readonly giveUpAt?: number }) => {
    const { operation, operatorRecord } = writtenIn(play)
    const before = play.parent?.status.operatorRecord.attempts ?? 0
    expect(operation).toMatchObject({ ...wanted, attempt: before + 1, mintedAt: play.now, childGeneration: null, readySince: null })
    expect(operatorRecord.attempts).toBe(before + 1)
    expect(operation?.id).toMatch(/^[0-9a-f]{32}$/u)
    expect((operation?.giveUpAt ?? 0) - play.now).toBe(giveUpAt)
  })

  test('an id is of one attempt: the second one has another', () => {
    const again = edited(settled(edited(asked(), blueGreenSpec())), image('two'))
    expect(writtenIn(again).operation?.id).not.toBe(asked().parent?.status.operation?.id)
  })

  test('switch-savepoint/complete E-33 the savepoint is there: from its path, and the grace period begins now', () => {
    const play = later(settled(edited(activeBlue(graceful('one')), graceful('two'))), 30_000)
    const [id = ''] = Object.keys(play.savepoints)
    const status = writtenIn({ ...play, savepoints: { [id]: 's3://b/sp/1' } })
    expect(status.blueGreenState).toBe('TRANSITIONING_TO_GREEN')
    expect(status.operation).toMatchObject({ step: 'Apply', savepointPath: 's3://b/sp/1', giveUpAt: play.now + 7 * minute })
  })

  test('transition/spec-changed another target: its time begins anew, and so does its proof', () => {
    const slow = (name: string): JsonObject => ({
      ...image(name),
      configuration: {
        'kubernetes.operator.bluegreen.abort.grace-period': '7 min',
        'kubernetes.operator.bluegreen.deployment-deletion.delay': '5 min',
      },
    })
    const ready = settled(served(switching(slow('two')), 'app-green'))
    expect(ready.parent?.status.operation).toMatchObject({ childGeneration: 1, readySince: ready.now })
    const play = edited(later(ready, minute), slow('three'))
    expect([rowIn(play), writtenIn(play).operation]).toMatchObject(['transition/spec-changed', {
      step: 'Apply',
      targetGeneration: play.parent?.meta.generation,
      childGeneration: null,
      readySince: null,
      readyMark: null,
      giveUpAt: play.now + 7 * minute,
    }])
  })
})

describe('P01 P02 E-35 what the job of a child starts from (section 4.5)', () => {
  test('a change in place leaves the path what it is, of the nonce of before too', () => {
    const play = greenOfNonce()
    expect(pathIn(play, 'app-green')).toBe('s3://b/sp/1')
    for (const nonce of [1, null]) {
      const named = { savepointRedeployNonce: nonce, initialSavepointPath: 's3://x', upgradeMode: 'last-state' }
      const patched = settled(edited(play, blueGreenSpec({ job: named, rest: { image: 'two' } })))
      expect([rowIn(patched), pathIn(patched, 'app-green')]).toEqual(['transition/not-ready', 's3://b/sp/1'])
    }
  })

  test('a new nonce while it is suspended: from what the spec names', () => {
    const play = settled(edited(suspended(), job({ savepointRedeployNonce: 1, initialSavepointPath: 's3://x' })))
    expect(pathIn(play, 'app-blue')).toBe('s3://x')
  })

  test('transition/spec-changed B107 an edit in the middle of a switch: from the savepoint that was taken for it', () => {
    expect(pathIn(settled(edited(switching(), image('three'))), 'app-green')).toBe('s3://b/sp/1')
  })

  test('transition/spec-changed a new nonce in the middle of a switch: from what the spec names', () => {
    const spec = blueGreenSpec({ job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://x' }, rest: { image: 'two' } })
    expect(pathIn(settled(edited(switching(), spec)), 'app-green')).toBe('s3://x')
  })

  test('active-child/deleted-and-source-known a suspended child that was deleted by hand: from what it left, or from what a new nonce names', () => {
    const play = gone(suspended(), 'app-blue')
    expect(writtenIn(play).operation).toMatchObject({
      kind: 'First',
      colour: 'BLUE',
      activeUid: null,
      savepointPath: 's3://b/sp/of-app-blue',
    })
    expect(pathIn(settled(edited(play, blueGreenSpec())), 'app-blue')).toBe('s3://b/sp/of-app-blue')
    const named = edited(play, job({ savepointRedeployNonce: 1, initialSavepointPath: 's3://x' }))
    expect(pathIn(settled(named), 'app-blue')).toBe('s3://x')
  })

  test('active-child/deleted-and-source-known, active-child/deleted-and-state-unknown what a suspended child left is a path: HA metadata goes with it, and so the state is not known', () => {
    const left = (upgradeSavepointPath: string | null): Play => {
      const play = suspended()
      const blue = play.children['app-blue']!
      const status = { ...blue.view.status, jobStatus: { ...blue.view.status.jobStatus, upgradeSavepointPath } }
      return settled({ ...play, children: { 'app-blue': { ...blue, view: { ...blue.view, status } } } })
    }
    for (const path of ['KUBERNETES_OPERATOR_LAST_STATE', '', null]) {
      const play = left(path)
      expect([play.parent?.status.operatorRecord.suspendedPath, rowIn(gone(play, 'app-blue'))]).toEqual([
        null,
        'active-child/deleted-and-state-unknown',
      ])
    }
    expect(left('s3://y').parent?.status.operatorRecord.suspendedPath).toBe('s3://y')
  })
})

describe('B105 nothing of a transition is left when it has ended, however it ended', () => {
  const late = (play: Play): Play => later(play, 10 * minute)
  const left = { operation: null, savepointTriggerId: null, abortTimestamp: null, deploymentReadyTimestamp: null }
  test.each<readonly [string, string, Play, object]>([
    [
      'transition/old-child-gone',
      'green took over',
      withRecord(gone(retiring(), 'app-blue'), {
        abandoned: 'x',
        createNotBefore: 1,
        suspendedPath: 's3://old',
        failed: { generation: 1, times: 2, retryAt: 0, reason: 'x' },
      }),
      { blueGreenState: 'ACTIVE_GREEN', error: null, observedGeneration: 2 },
    ],
    ['switch-savepoint/spec-changed', 'taken back while the savepoint is taken', edited(asked(), blueGreenSpec()), {
      blueGreenState: 'ACTIVE_BLUE',
      error: null,
    }],
    ['transition/taken-back', 'taken back when green comes up', edited(switching(), blueGreenSpec()), {
      blueGreenState: 'ACTIVE_BLUE',
      error: null,
    }],
    ['switch-savepoint/other-job', 'blue was replaced', withUid(asked(), 'app-blue', 'another'), { blueGreenState: 'ACTIVE_BLUE' }],
    ['transition/too-late', 'green does not come up', late(switching()), { blueGreenState: 'ACTIVE_BLUE' }],
    ['transition/unnamed-child', 'a child that nobody knows', withUid(switching(), 'app-blue', 'another'), {
      blueGreenState: 'ACTIVE_BLUE',
    }],
  ])('%s %s', (row, _title, play, state) => {
    expect([rowIn(play), writtenIn(play)]).toMatchObject([row, { ...left, ...state }])
  })

  test('transition/old-child-gone the record is that of green, and what it ran to is what is recorded', () => {
    const play = withRecord(gone(retiring(), 'app-blue'), { abandoned: 'x', createNotBefore: 1, suspendedPath: 's3://old' })
    const { operatorRecord, lastReconciledSpec } = writtenIn(play)
    expect(operatorRecord).toMatchObject({
      activeUid: uidIn(play, 'app-green'),
      suspendedPath: null,
      failed: null,
      abandoned: null,
      createNotBefore: null,
    })
    expect(lastReconciledSpec).toBe(play.parent?.status.operation?.target)
  })

  test('transition/only-child-deleted the only child is gone: nobody is recorded to serve', () => {
    const play = gone(settled(settled(aPlay())), 'app-blue')
    expect([rowIn(play), writtenIn(play).operatorRecord.activeUid]).toEqual(['transition/only-child-deleted', null])
  })

  test('transition/unnamed-child the child that nobody knows: neither its uid nor what another one left is recorded before it was looked at', () => {
    const play = withRecord(withUid(switching(), 'app-blue', 'another'), { suspendedPath: 's3://old' })
    expect(writtenIn(play).operatorRecord).toMatchObject({ activeUid: null, suspendedPath: null })
  })
})

describe('B107 P01 a green that was asked for and given up may come late', () => {
  const ended = (play: Play) => writtenIn(later(play, 10 * minute)).operatorRecord
  test('it was never seen: none is created before a late request can arrive no more', () => {
    const play = savepointed()
    const taken = writtenIn(edited(play, blueGreenSpec())).operatorRecord
    expect(taken).toMatchObject({ abandoned: play.parent?.status.operation?.id, createNotBefore: play.now + lateArrivalLimit })
  })
  test('it was seen: it goes, and nothing is waited for', () => {
    const play = switching()
    expect(ended(play)).toMatchObject({ abandoned: play.parent?.status.operation?.id, createNotBefore: null })
  })
  test('switch-savepoint/other-job it was never asked for: the savepoint was under way', () => {
    expect(writtenIn(withUid(asked(), 'app-blue', 'another')).operatorRecord).toMatchObject({ abandoned: null, createNotBefore: null })
  })
  test('transition/change-without-effect a change in place makes no child', () => {
    const play = settled(edited(activeBlue(), job({ upgradeMode: 'last-state' })))
    const back = settled(later(play, 10 * minute))
    expect(back.parent?.status.operatorRecord).toMatchObject({ abandoned: null, createNotBefore: null })
  })
  test('active-child/late-create the next edit waits for it', () => {
    const next = edited(settled(edited(savepointed(), blueGreenSpec())), image('three'))
    expect([rowIn(next), rowIn(later(next, lateArrivalLimit))]).toEqual(['active-child/late-create', 'active-child/savepoint'])
  })
})

describe('E-32 a spec that could not be reached is tried again, in bounds', () => {
  test.each([[1, 1], [2, 2], [3, 4], [4, 8], [7, 60], [40, 60]])('after failure %i: %i minutes', (times, minutes) => {
    expect(retryAfter(times)).toBe(minutes * minute)
  })

  const failing = (failed: object | null): Play => withRecord(later(switching(), 10 * minute), { failed })
  test.each<readonly [string, object | null, number]>([
    ['the first', null, 1],
    ['the second of the same spec', { generation: 2, times: 1, retryAt: 0, reason: 'x' }, 2],
    ['the first of this spec: that of another does not count', { generation: 1, times: 2, retryAt: 0, reason: 'x' }, 1],
  ])('transition/too-late %s', (_title, before, times) => {
    const play = failing(before)
    expect(writtenIn(play).operatorRecord.failed).toMatchObject({ generation: 2, times, retryAt: play.now + retryAfter(times) })
  })

  test('active-child/no-change the edit is taken back: it is forgotten', () => {
    const play = settled(later(switching(), 10 * minute))
    expect(play.parent?.status.operatorRecord.failed).not.toBeNull()
    const back = settled(edited(gone(play, 'app-green'), blueGreenSpec()))
    expect(back.parent?.status).toMatchObject({ operatorRecord: { failed: null }, observedGeneration: 3, error: null })
  })
})
