import { describe, expect, test } from 'vitest'
import { activeBlue, decidedIn, edited, gone, round, served, settled, stateOf } from '../../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../../fixtures/played-blue-green.ts'
import { image, job, rowIn, doneIn, withStatus, switching, retiring, unready, savepointed } from '../../../../fixtures/blue-green-plays.ts'
import { initialBlueGreenStatus } from '../blue-green-codec.ts'

describe('P20 P25 a status of before, put back, starts nothing from what it says', () => {
  const green = settled(gone(retiring(), 'app-blue'))
  test.each([
    ['wiped', initialBlueGreenStatus],
    ['of before the switch', activeBlue().parent!.status],
    ['of the savepoint', settled(edited(activeBlue(), image('two'))).parent!.status],
    ['of the switch', switching().parent!.status],
    ['of the first deployment', settled(aPlay()).parent!.status],
  ])('%s: green, which serves, serves on', (_title, status) => {
    const restored = settled(withStatus(green, status))
    expect(restored.children['app-green']).toEqual(green.children['app-green'])
    expect([stateOf(restored), Object.keys(restored.children)]).toEqual(['ACTIVE_GREEN', ['app-green']])
  })
})

describe('P19 P25 adopted-transition/contradicted somebody changed the state beside the record of a transition: the record says where it is', () => {
  test.each([
    ['removed in a switch', withStatus(switching(), { blueGreenState: null }), 'TRANSITIONING_TO_GREEN'],
    ['put back in a switch', withStatus(switching(), { blueGreenState: 'ACTIVE_BLUE' }), 'TRANSITIONING_TO_GREEN'],
    ['removed when blue was told to go', withStatus(retiring(), { blueGreenState: null }), 'TRANSITIONING_TO_GREEN'],
    [
      'removed while a savepoint is taken',
      withStatus(settled(edited(activeBlue(), image('two'))), { blueGreenState: null }),
      'SAVEPOINTING_BLUE',
    ],
  ])('%s', (_title, play, state) => {
    const { row, round } = decidedIn(play)
    expect([round.observed.status.blueGreenState, round.observed.phase]).toEqual([
      state,
      state === 'SAVEPOINTING_BLUE' ? 'Savepointing' : 'Transitioning',
    ])
    const sound = withStatus(play, { blueGreenState: state })
    expect(row).toBe(rowIn(sound))
  })
})

describe('P01 B107 a request that was lost comes late: what it makes has no state behind it, and takes nothing over', () => {
  /** The create of the first deployment, once more: of a child that nobody asks for any more. */
  const madeLate = (play: Play): Play => {
    const first = settled(aPlay()).children['app-blue']!
    const { meta } = first.view
    const late = { ...first, view: { ...first.view, meta: { ...meta, uid: 'late', creationTimestamp: meta.creationTimestamp + 60_000 } } }
    return { ...play, children: { ...play.children, 'app-blue': late } }
  }
  test('transition/old-child-gone, active-child/other-left-over in place of blue, which was told to go: green serves, and it goes', () => {
    const late = madeLate(retiring())
    expect(rowIn(late)).toBe('transition/old-child-gone')
    const after = settled(unready(late, 'app-green'))
    expect([stateOf(after), after.log.at(-1)]).toEqual(['ACTIVE_GREEN', 'delete app-blue'])
  })
  test('active-child/other-left-over nobody knows who serves: the older one, and beside it nothing goes before it is ready', () => {
    const both = withStatus(madeLate(unready(settled(gone(retiring(), 'app-blue')), 'app-green')), initialBlueGreenStatus)
    const after = settled(both)
    expect([stateOf(after), after.log]).toEqual(['ACTIVE_GREEN', both.log])
    expect(settled(served(after, 'app-green')).log.at(-1)).toBe('delete app-blue')
  })
})

describe('B105 P01 a child is created held: a request of a process that stood still arrives any time later, and starts nothing', () => {
  /** The create of the first deployment, which lands where nothing is by then. */
  const landed = (play: Play, name = 'app-blue'): Play => {
    const first = round(round(aPlay())).children['app-blue']!
    const { meta } = first.view
    return {
      ...play,
      children: { ...play.children, [name]: { ...first, view: { ...first.view, meta: { ...meta, name, uid: 'landed' } } } },
    }
  }
  const isLanded = (play: Play, name = 'app-blue'): boolean => play.children[name]?.view.meta.deletionTimestamp === null
  test('P03 created held, seen, and let go as it was seen', () => {
    const held = round(round(aPlay()))
    const { meta } = held.children['app-blue']!.view
    expect(meta.annotations).toEqual({
      'flinkbluegreendeployment.flink.apache.org/transition': held.parent?.status.operation?.id,
      'flinkdeployment.flink.apache.org/pause': `transition=${held.parent?.status.operation?.id ?? ''}`,
    })
    expect(held.parent?.status.operation).toMatchObject({ step: 'Apply', childUid: null })
    const [apply] = decidedIn(held).actions.filter(({ _tag }) => _tag === 'ApplyObject')
    expect([rowIn(held), apply]).toMatchObject(['transition/apply', { uid: meta.uid, resourceVersion: meta.resourceVersion }])
    expect(Object.keys(round(held).children['app-blue']!.view.meta.annotations)).toEqual([
      'flinkbluegreendeployment.flink.apache.org/transition',
    ])
  })
  test('active-child/other-left-over beside the child that serves: it goes', () => {
    const late = landed(settled(gone(retiring(), 'app-blue')))
    expect([rowIn(late), stateOf(settled(late)), isLanded(settled(late))]).toEqual(['active-child/other-left-over', 'ACTIVE_GREEN', false])
    const unknown = withStatus(late, { operatorRecord: { ...late.parent?.status.operatorRecord, activeUid: null } })
    expect(rowIn(unready(unknown, 'app-green'))).toBe('active-child/other-left-over')
  })
  test('active-child/still-held E-30 in place of the child that serves, which was deleted by hand: it goes, and what is known is gone on from', () => {
    const late = landed(gone(activeBlue(), 'app-blue'))
    expect([rowIn(late), doneIn(late), stateOf(settled(late))]).toEqual(['active-child/still-held', ['DeleteObject'], 'ACTIVE_BLUE'])
    expect(rowIn(gone(settled(late), 'app-blue'))).toBe('active-child/deleted-and-state-unknown')
    expect(late.parent?.status.lastReconciledSpec).toBe(settled(late).parent?.status.lastReconciledSpec)
  })
  test('active-child/deleted-and-name-conflict, active-child/deleted-and-state-unknown, adopted-transition/older-status beside a child that was deleted by hand: it does not serve in its place', () => {
    expect(rowIn(landed(gone(activeBlue(), 'app-blue'), 'app-green'))).toBe('active-child/other-left-over')
  })
  test('transition/child-of-other-transition E-35 in place of the one that a switch makes, or a change in place: it is deleted, never changed and let go', () => {
    const late = landed(savepointed(), 'app-green')
    expect([rowIn(late), doneIn(late)]).toEqual(['transition/child-of-other-transition', ['DeleteObject']])
    const inPlace = landed(gone(settled(edited(activeBlue(), job({ state: 'suspended' }))), 'app-blue'))
    expect([stateOf(inPlace), rowIn(inPlace), doneIn(inPlace)]).toEqual(['TRANSITIONING_TO_BLUE', 'transition/child-of-other-transition', [
      'DeleteObject',
    ]])
  })
  test('B107 a child that ran is never taken for one that never began, whoever holds it', () => {
    const active = activeBlue()
    const blue = active.children['app-blue']!.view
    const annotations = { ...blue.meta.annotations, 'flinkdeployment.flink.apache.org/pause': 'transition=x' }
    const held = { ...active.children['app-blue']!, view: { ...blue, meta: { ...blue.meta, annotations } } }
    expect(rowIn({ ...active, children: { 'app-blue': held } })).toBe('active-child/no-change')
  })
  test('transition/unnamed-child it is no child that the record of a transition does not know', () => {
    expect(rowIn(landed(gone(switching(), 'app-blue')))).not.toBe('transition/unnamed-child')
  })
})
