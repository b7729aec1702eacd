import { describe, expect, test } from 'vitest'
import { initialFlinkDeploymentStatus } from '../../../crd/flink-deployment-status-fields.ts'
import { activeBlue, decidedIn, edited, gone, later, round, served, settled, stateOf } from '../../../../fixtures/blue-green.ts'
import type { Play } from '../../../../fixtures/played-blue-green.ts'
import { blueGreenSpec } from '../../../../fixtures/a-blue-green.ts'
import { image, retiring, rowIn, switching, unready, withMeta, withStatus, writtenIn } from '../../../../fixtures/blue-green-plays.ts'
import { unknown } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/custom-resource-views.ts'
import type { Transition } from '../blue-green-resource.ts'
import type { Child } from '../child/child.ts'
import { isNewOfAnother, isNewUnbegun, isOldAlive, isOldKept, oldView, foreignObjectOf } from './evidence.ts'
import { flinkBlueGreenDeploymentKind as kind } from '../flink-blue-green-deployment-kind.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'

const minute = 60_000
const base = switching()
const sound = decidedIn(base).round
const transition = base.parent?.status.operation ?? expect.fail('no transition')
const mark = 'flinkbluegreendeployment.flink.apache.org/transition'

const some = (uid: string, annotations: Readonly<Record<string, string>> = {}, deletionTimestamp: number | null = null): Child => {
  const { view } = base.children['app-blue'] ?? expect.fail('no blue')
  return { _tag: 'There', view: { ...view, meta: { ...view.meta, uid, annotations, deletionTimestamp } } }
}
const heldChild = (uid: string): Child => {
  const child = some(uid, { 'flinkdeployment.flink.apache.org/pause': 'transition=x' })
  if (child._tag !== 'There') return child
  const { status } = child.view
  const view: FlinkDeploymentView = {
    ...child.view,
    status: {
      ...status,
      reconciliationStatus: { ...status.reconciliationStatus, lastReconciledSpec: null },
      jobStatus: initialFlinkDeploymentStatus.jobStatus,
      operatorRecord: initialFlinkDeploymentStatus.operatorRecord,
    },
  }
  return { _tag: 'There', view }
}
const none: Child = { _tag: 'Absent' }
/** What is recorded of a transition, blue and green. */
const inRound = (operation: Partial<Transition> | null, BLUE: Child, GREEN: Child): BlueGreenRound => ({
  ...sound,
  observed: {
    ...sound.observed,
    children: { BLUE, GREEN },
    status: {
      ...sound.observed.status,
      operation: operation === null ? null : { ...transition, activeUid: 'b', childUid: null, ...operation },
    },
  },
})
const made = (uid = 'g'): Child => some(uid, { [mark]: transition.id })

describe('transition/unnamed-child P20 B107 whom the record of a transition does not know', () => {
  const first = { kind: 'First', colour: 'BLUE', activeUid: null } as const
  const inPlace = { kind: 'InPlace', colour: 'BLUE' } as const
  const reported = { step: 'Retire', childUid: 'g' } as const
  test.each<readonly [string, Partial<Transition> | null, Child, Child, 'BLUE' | 'GREEN' | null]>([
    ['nothing is under way', null, some('x'), some('y'), null],
    ['a savepoint is: its child is asked by its own row', { step: 'Savepoint' }, some('x'), some('y'), null],
    ['a first deployment, alone', first, some('x'), none, null],
    ['a first deployment, and another one is there', first, some('x'), some('y'), 'GREEN'],
    ['a first deployment, and what is there is held: it never ran', first, none, heldChild('y'), null],
    ['in place, and it is there', inPlace, some('b'), none, null],
    ['in place, and it is not there', inPlace, none, none, null],
    ['in place, and another one is in its place', inPlace, some('x'), none, 'BLUE'],
    ['in place, and what is in its place is held', inPlace, heldChild('x'), none, null],
    ['a switch, both known', {}, some('b'), made(), null],
    ['a switch, green not there yet', {}, some('b'), none, null],
    ['a switch, another blue', {}, some('x'), made(), 'BLUE'],
    ['a switch of another operator, which wrote down no uid', { activeUid: null }, some('x'), made(), null],
    ['a switch, blue gone, and green of it', {}, none, made(), null],
    ['a switch, blue gone, and green seen as its child', { childUid: 'g' }, none, some('g'), null],
    ['a switch, blue gone, and green of another one', {}, none, some('g', { [mark]: 'other' }), 'GREEN'],
    ['a switch, both gone', {}, none, none, null],
    ['blue was told to go, and a late request made another one', reported, some('x'), made(), null],
    ['blue was told to go, and green is not the one that was seen', reported, some('x'), made('other'), 'BLUE'],
    ['blue was told to go, and green is not there', reported, some('x'), none, 'BLUE'],
  ])('%s', (_title, operation, blue, green, foreignObject) => {
    expect(foreignObjectOf(inRound(operation, blue, green))).toBe(foreignObject)
  })
})

describe('B107 E-35 the old child, and the new one', () => {
  const kept = { 'flinkbluegreendeployment.flink.apache.org/kept': transition.id }
  test.each<readonly [string, Partial<Transition> | null, Child, readonly [there: boolean, alive: boolean, kept: boolean]]>([
    ['it is the one that served', {}, some('b'), [true, true, false]],
    ['it was marked when the switch was to go back', {}, some('b', kept), [true, true, true]],
    ['it was marked in another switch', {}, some('b', { ...kept, 'flinkbluegreendeployment.flink.apache.org/kept': 'other' }), [
      true,
      true,
      false,
    ]],
    ['it is going', {}, some('b', {}, 1), [true, false, false]],
    ['it is another one', {}, some('x'), [false, false, false]],
    ['nobody wrote down which one served', { activeUid: null }, some('x'), [true, true, false]],
    ['it is gone', {}, none, [false, false, false]],
    ['no switch is under way', { kind: 'InPlace' }, some('b'), [false, false, false]],
  ])('the old one: %s', (_title, operation, blue, is) => {
    const round = inRound(operation, blue, made())
    expect([oldView(round) !== null, isOldAlive(round), isOldKept(round)]).toEqual(is)
  })
  test.each<readonly [string, Partial<Transition> | null, Child, readonly [other: boolean, unbegun: boolean]]>([
    ['it was made by it', {}, made(), [false, false]],
    ['it was made by another switch', {}, some('g'), [true, false]],
    ['it was made by another switch, and held', {}, heldChild('g'), [true, true]],
    ['it is changed in place', { kind: 'InPlace', colour: 'GREEN' }, some('g'), [false, false]],
    ['in place, and a late request made it', { kind: 'InPlace', colour: 'GREEN' }, heldChild('g'), [false, true]],
    ['it is not there', {}, none, [false, false]],
    ['nothing is under way', null, some('g'), [false, false]],
  ])('the new one: %s', (_title, operation, green, is) => {
    const round = inRound(operation, some('b'), green)
    expect([isNewOfAnother(round), isNewUnbegun(round)]).toEqual(is)
  })
})

describe('the colours change places: what is true of blue is true of green', () => {
  const green = settled(gone(retiring(), 'app-blue'))
  test('a savepoint of green, blue from it, green goes', () => {
    const asked = settled(edited(green, image('three')))
    expect([stateOf(asked), asked.log.at(-1)]).toEqual(['SAVEPOINTING_GREEN', 'savepoint of app-green-rest'])
    const created = settled({ ...asked, savepoints: { [asked.parent?.status.operation?.id ?? '']: 's3://b/sp/of-green' } })
    expect([stateOf(created), created.log.at(-1)]).toEqual(['TRANSITIONING_TO_BLUE', 'let go app-blue from s3://b/sp/of-green'])
    const going = settled(served(created, 'app-blue'))
    expect([stateOf(going), going.log.at(-1)]).toEqual(['TRANSITIONING_TO_BLUE', 'delete app-green'])
    expect(stateOf(settled(gone(going, 'app-green')))).toBe('ACTIVE_BLUE')
  })
  test('P14 E-30 it could not be seen, and it was deleted by hand', () => {
    const seen = { 'target@green': unknown('Timeout', 'late', 0, 'live') } as const
    expect([decidedIn(green, {}, seen).row, rowIn(gone(green, 'app-green'))]).toEqual([
      'blue-green/child-unobservable',
      'active-child/deleted-and-state-unknown',
    ])
  })
  test('transition/reverted a change in place of it does not work: back to it', () => {
    const patched = settled(edited(green, blueGreenSpec({ job: { upgradeMode: 'last-state' }, rest: { image: 'two' } })))
    const back = round(later(patched, 10 * minute))
    expect([rowIn(back), writtenIn(back).blueGreenState]).toEqual(['transition/reverted', 'ACTIVE_GREEN'])
  })
})

describe('F15 a clock that was ahead: moments count as now, and nothing waits longer than what begins now', () => {
  const ahead = 86_400_000
  const far = (play: Play): number => play.now + ahead
  const observed = (play: Play) => decidedIn(play).round.observed.status
  const operationIn = (change: Partial<Transition>, play = base) =>
    observed(withStatus(play, { operation: { ...transition, ...change } })).operation
  const recordIn = (change: object, play = activeBlue()) =>
    observed(withStatus(play, { operatorRecord: { ...play.parent?.status.operatorRecord, ...change } })).operatorRecord
  test('an operation', () => {
    expect(operationIn({ mintedAt: far(base), giveUpAt: far(base) })).toMatchObject({ giveUpAt: base.now + 60 * minute })
    expect((operationIn({ mintedAt: far(base) })?.mintedAt ?? 0) - base.now).toBeLessThanOrEqual(5 * minute)
    expect(operationIn({ giveUpAt: base.now + 30 * minute })).toMatchObject({
      giveUpAt: base.now + 30 * minute,
      mintedAt: transition.mintedAt,
    })
  })
  test('a grace period that is longer counts', () => {
    const slow = { ...image('two'), configuration: { 'kubernetes.operator.bluegreen.abort.grace-period': '3 h' } }
    const play = edited(base, slow)
    expect(operationIn({ giveUpAt: base.now + 180 * minute }, play)).toMatchObject({ giveUpAt: base.now + 180 * minute })
    expect(operationIn({ giveUpAt: far(base) }, play)).toMatchObject({ giveUpAt: base.now + 180 * minute })
  })
  test('what failed, and what may come late', () => {
    const failed = (retryAt: number) => ({ generation: 1, times: 1, retryAt, reason: 'x' })
    const { now } = activeBlue()
    expect(recordIn({ failed: failed(now + ahead), createNotBefore: now + ahead })).toMatchObject({
      failed: { retryAt: now + 60 * minute },
      createNotBefore: now + 60 * minute,
    })
    expect(recordIn({ failed: failed(now + minute), createNotBefore: now + minute })).toMatchObject({
      failed: { retryAt: now + minute },
      createNotBefore: now + minute,
    })
    expect(recordIn({ failed: null, createNotBefore: null })).toMatchObject({ failed: null, createNotBefore: null })
  })
  test('since when the new child is ready', () => {
    const slow = (name: string) => ({
      ...image(name),
      configuration: { 'kubernetes.operator.bluegreen.deployment-deletion.delay': '5 min' },
    })
    const play = settled(served(switching(slow('two')), 'app-green'))
    const at = (readySince: number) =>
      observed(withStatus(play, { operation: { ...play.parent?.status.operation, readySince } })).operation?.readySince
    expect([at(play.now - minute), at(play.now), at(far(play))]).toEqual([play.now - minute, play.now, play.now])
  })
})

describe('E-31 B105 what is seen of the new child is of this very look', () => {
  const slow = (name: string) => ({ ...image(name), configuration: { 'kubernetes.operator.bluegreen.deployment-deletion.delay': '5 min' } })
  const ready = (): Play => settled(served(switching(slow('two')), 'app-green'))
  const seen = (play: Play) => decidedIn(play).round.observed.status.operation
  const since = (change: object): number | null => {
    const play = later(ready(), minute)
    return seen(withStatus(play, { operation: { ...play.parent?.status.operation, ...change } }))?.readySince ?? null
  }
  test.each<readonly [string, object, number]>([
    ['the same', {}, 0],
    ['another mark: it was not RUNNING without a break', { readyMark: 'other' }, minute],
    ['another generation', { childGeneration: 7 }, minute],
    ['it was not ready', { readySince: null, readyMark: null }, minute],
    ['it was not ready, though the mark is the same', { readySince: null }, minute],
  ])('ready since: %s', (_title, change, millis) => {
    expect(since(change)).toBe(ready().now + millis)
  })
  test('it is not ready any more, or not as the target wants it: neither since when nor which generation', () => {
    expect(seen(unready(ready(), 'app-green'))).toMatchObject({ readySince: null, readyMark: null, step: 'Await', childGeneration: 1 })
    const green = ready().children['app-green'] ?? expect.fail('no green')
    const changed = {
      ...ready().children,
      'app-green': { ...green, view: { ...green.view, spec: { ...green.view.spec, image: 'other' } } },
    }
    expect(seen({ ...ready(), children: changed })).toMatchObject({
      readySince: null,
      childGeneration: null,
      step: 'Apply',
      childUid: green.view.meta.uid,
    })
  })
  test('P14 as long as it could not be seen, what is recorded stays', () => {
    const { parent } = ready()
    const { desired, env, observed } = decidedIn(ready()).round
    const recorded = parent ?? expect.fail('gone')
    const { 'target@green': _notLooked, ...others } = observed.facts
    for (const facts of [others, { ...others, 'target@green': unknown<never>('Timeout', 'late', 0) }])
      expect(kind.observe(desired, recorded, facts, env).status.operation).toEqual(recorded.status.operation)
  })
  test('the steps Savepoint and Revert are of other rows: what is recorded stays', () => {
    for (const step of ['Savepoint', 'Revert']) {
      const play = ready()
      const operation = { ...play.parent?.status.operation, step, readySince: 1, childGeneration: 7 }
      expect(seen(withStatus(play, { operation }))).toMatchObject({ step, readySince: 1, childGeneration: 7 })
    }
  })
  test('F14 nothing is adopted where the record can not be read', () => {
    const play = withStatus(gone(ready(), 'app-blue'), { blueGreenState: 'ACTIVE_BLUE', operation: null, lastReconciledSpec: '{' })
    expect(decidedIn(play).round.observed).toMatchObject({ serving: null, target: null, status: { blueGreenState: 'ACTIVE_BLUE' } })
  })
})

test('A8 blue-green/paused a paused switch is left as it is', () => {
  const paused = withMeta(later(base, 10 * minute), { annotations: { 'flinkdeployment.flink.apache.org/pause': 'true' } })
  expect([rowIn(paused), settled(paused).log]).toEqual(['blue-green/paused', base.log])
})
