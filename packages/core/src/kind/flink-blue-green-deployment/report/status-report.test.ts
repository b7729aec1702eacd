import { describe, expect, test } from 'vitest'
import { activeBlue, decidedIn, edited, gone, later, savepointsDone, served, settled } from '../../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../../fixtures/played-blue-green.ts'
import { aBlueGreen } from '../../../../fixtures/a-blue-green.ts'
import { image, job, retiring, switching, unready, withMeta, withStatus, writtenIn } from '../../../../fixtures/blue-green-plays.ts'
import { formatInstant } from '../../../crd/instant.ts'

const minute = 60_000
const asked = (): Play => settled(edited(activeBlue(), image('two')))
const slow = (name: string) => ({ ...image(name), configuration: { 'kubernetes.operator.bluegreen.deployment-deletion.delay': '5 min' } })
const statusIn = (play: Play) => play.parent?.status ?? expect.fail('gone')
const suspended = (): Play => settled(served(settled(edited(activeBlue(), job({ state: 'suspended' }))), 'app-blue'))

describe('the fields of the reference operator say what is recorded (section 4)', () => {
  test.each<readonly [string, () => Play, readonly [trigger: boolean, abort: number | null, ready: number | null]]>([
    ['nothing is under way', () => activeBlue(), [false, null, null]],
    ['a savepoint is taken: its id; it has no abort', asked, [true, null, null]],
    ['green comes up: when it is given up', () => switching(), [false, 10 * minute, null]],
    ['green is ready: since when', () => settled(served(switching(slow('two')), 'app-green')), [false, 10 * minute, 0]],
  ])('%s', (_title, made, [trigger, abort, ready]) => {
    const play = made()
    const { savepointTriggerId, abortTimestamp, deploymentReadyTimestamp, operation } = statusIn(play)
    const at = (millis: number | null): string | null => (millis === null ? null : formatInstant(play.now + millis))
    expect([savepointTriggerId, abortTimestamp, deploymentReadyTimestamp]).toEqual([trigger ? operation?.id : null, at(abort), at(ready)])
  })

  test('lastReconciledTimestamp is the moment of the last change of state', () => {
    const play = later(activeBlue(), 7_000)
    expect(statusIn(settled(later(play, 9_000))).lastReconciledTimestamp).toBe(statusIn(activeBlue()).lastReconciledTimestamp)
    const changed = settled(edited(play, image('two')))
    expect(statusIn(changed).lastReconciledTimestamp).toBe(formatInstant(play.now))
    const other = withStatus(later(asked(), 3_000), { error: 'x' })
    expect(writtenIn(other).lastReconciledTimestamp).toBe(statusIn(asked()).lastReconciledTimestamp)
  })

  test.each<readonly [string, Play, string]>([
    ['new', aPlay(), 'RECONCILING'],
    ['created suspended', aPlay(aBlueGreen(job({ state: 'suspended' }))), 'SUSPENDED'],
    ['a first deployment', settled(aPlay()), 'RECONCILING'],
    ['blue serves', activeBlue(), 'RUNNING'],
    ['blue is not ready', unready(activeBlue(), 'app-blue'), 'RECONCILING'],
    ['blue is suspended', suspended(), 'SUSPENDED'],
    [
      'blue is suspended, and an edit of its state is not valid',
      edited(suspended(), job({ state: 'suspended', parallelism: -1 })),
      'SUSPENDED',
    ],
    ['a savepoint of it is taken', asked(), 'RUNNING'],
    ['green comes up', switching(), 'RECONCILING'],
    ['green is ready', retiring(), 'RECONCILING'],
    ['an edit is not valid: what runs goes on', edited(activeBlue(), job({ parallelism: -1 })), 'RUNNING'],
    ['blue is gone', gone(activeBlue(), 'app-blue'), 'FAILING'],
    ['a switch was given up', settled(later(switching(), 10 * minute)), 'FAILING'],
  ])('jobStatus.state, one of four words: %s', (_title, play, state) => {
    expect(writtenIn(play).jobStatus.state).toBe(state)
  })
})

describe('the next look comes at once where what is decided by has changed', () => {
  const afterIn = (play: Play): number | null => decidedIn(play).actions.flatMap(it => (it._tag === 'Requeue' ? [it.after] : []))[0] ?? null
  test.each<readonly [string, Play, number]>([
    ['another state', edited(settled(edited(activeBlue(), image('two'))), image('one')), 0],
    ['another step', savepointsDone(asked()), 0],
    ['another target', edited(settled(edited(switching(), image('three'))), image('four')), 0],
    ['the same', asked(), 1_000],
    ['nothing is to be done', activeBlue(), minute],
  ])('%s', (_title, play, after) => {
    expect(afterIn(play)).toBe(after)
  })
  const failing = (millis: number): Play => {
    const play = edited(activeBlue(), image('two'))
    const failed = { generation: 2, times: 1, retryAt: play.now + millis, reason: 'x' }
    return withStatus(play, { operatorRecord: { ...play.parent?.status.operatorRecord, failed } })
  }
  const quiet = (millis: number): Play => {
    const play = edited(activeBlue(), image('two'))
    return withStatus(play, { operatorRecord: { ...play.parent?.status.operatorRecord, createNotBefore: play.now + millis } })
  }
  const delayed = (delay: string): Play => {
    const spec = (name: string) => ({ ...image(name), configuration: { 'kubernetes.operator.bluegreen.deployment-deletion.delay': delay } })
    return settled(served(switching(spec('two')), 'app-green'))
  }
  test.each<readonly [string, Play, number]>([
    ['active-child/retry-later the next attempt', failing(7_000), 7_000],
    ['active-child/retry-later it is far', failing(10 * minute), minute],
    ['active-child/late-create what was sent arrives no more', quiet(7_000), 7_000],
    ['transition/deletion-delay the deletion delay', delayed('7 s'), 7_000],
    ['transition/deletion-delay some of it is over', later(delayed('7 s'), 3_000), 4_000],
    ['transition/deletion-delay it is far', delayed('5 min'), 15_000],
    ['transition/not-ready it is given up', later(switching(), 10 * minute - 5_000), 5_000],
    ['transition/not-ready in a moment', later(switching(), 10 * minute - 5), 1_000],
    ['transition/not-ready it is far', switching(), 15_000],
  ])('nothing is looked at later than it is due: %s', (_title, play, after) => {
    expect(afterIn(play)).toBe(after)
  })
  test('the reschedule interval of the resource, not shorter than a second, not longer than the reconcile interval', () => {
    const every = (interval: string): number | null => {
      const spec = (name: string) => ({
        ...image(name),
        configuration: { 'kubernetes.operator.bluegreen.reconciliation.reschedule-interval': interval },
      })
      return afterIn(switching(spec('two')))
    }
    expect([every('30 s'), every('0 s'), every('5 min')]).toEqual([30_000, 1_000, minute])
  })
  test('P08 nothing is written where nothing changed', () => {
    for (const play of [activeBlue(), asked(), switching(), suspended()])
      expect(decidedIn(play).actions.map(({ _tag }) => _tag)).toEqual(['Requeue'])
  })
  test('a deleted resource is left alone, as it was recorded', () => {
    const play = withMeta(withStatus(activeBlue(), { error: 'of before' }), { deletionTimestamp: 1 })
    expect(decidedIn(play).actions.map(({ _tag }) => _tag)).toEqual(['Requeue'])
  })
})
