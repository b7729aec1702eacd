import { describe, expect, test } from 'vitest'
import { activeBlue, decidedIn, edited, later, savepointsDone, served, settled } from '../../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../../fixtures/played-blue-green.ts'
import { aBlueGreen } from '../../../../fixtures/a-blue-green.ts'
import { image, job, switching, unready, withStatus } from '../../../../fixtures/blue-green-plays.ts'
import type { Condition } from '../../../contract/resource/condition.ts'
import type { Problem } from '../../../contract/round/decision.ts'
import { conditionsOf } from './blue-green-conditions.ts'

const suspended = (): Play => settled(served(settled(edited(activeBlue(), job({ state: 'suspended' }))), 'app-blue'))
const asked = (): Play => settled(edited(activeBlue(), image('two')))
const problem = (reason: string): Problem => ({ owner: 'upgrade', type: 'x', reason, message: 'so it is' })
const statusIn = (play: Play) => play.parent?.status ?? expect.fail('gone')
const of = (play: Play, wrong: Problem | null = null, before?: readonly Condition[]): readonly Condition[] =>
  conditionsOf(decidedIn(play).round, before === undefined ? statusIn(play) : { ...statusIn(play), conditions: before }, wrong)
const inWords = (conditions: readonly Condition[]): readonly string[] =>
  conditions.map(({ type, status, reason, message }) => [type, status, reason, message].join(' ').trim())

describe('A4 Ready, Reconciling and Stalled as kstatus reads them: at most one of them is True', () => {
  const rest = ['Reconciling False ActiveBlue', 'Stalled False NotStalled']
  const under = (state: string, what: string): readonly string[] => [
    `Ready False ${state} ${what}`,
    `Reconciling True ${state} ${what}`,
    'Stalled False NotStalled',
  ]
  test.each<readonly [string, Play, Problem | null, readonly string[]]>([
    ['it serves', activeBlue(), null, ['Ready True ActiveBlue Blue serves', ...rest]],
    ['it is suspended', suspended(), null, ['Ready True ActiveBlue The job is stopped, as the spec says', ...rest]],
    [
      'E-9 it was created suspended',
      settled(aPlay(aBlueGreen(job({ state: 'suspended' })))),
      null,
      [
        'Ready True InitializingBlue The job is stopped, as the spec says',
        'Reconciling False InitializingBlue',
        'Stalled False NotStalled',
      ],
    ],
    ['new', aPlay(), null, under('InitializingBlue', 'Nothing serves yet: blue is the first to be started')],
    [
      'new, and of this very generation: nothing is suspended that way',
      withStatus(aPlay(), { observedGeneration: 1, blueGreenState: 'INITIALIZING_BLUE' }),
      null,
      under('InitializingBlue', 'Nothing serves yet: blue is the first to be started'),
    ],
    ['the child that serves is not ready', unready(activeBlue(), 'app-blue'), null, under('ActiveBlue', 'Blue serves, and is not ready')],
    [
      'and its state of before said SUSPENDED',
      withStatus(unready(activeBlue(), 'app-blue'), { jobStatus: { ...statusIn(activeBlue()).jobStatus, state: 'SUSPENDED' } }),
      null,
      under('ActiveBlue', 'Blue serves, and is not ready'),
    ],
    [
      'an edit was not taken over yet',
      edited(activeBlue(), image('two')),
      null,
      under('ActiveBlue', 'Blue serves; generation 2 is not deployed yet'),
    ],
    [
      'a savepoint is taken',
      asked(),
      null,
      under('SavepointingBlue', 'Blue serves, and takes the savepoint from which green starts (step Savepoint)'),
    ],
    [
      'a transition is under way, of a generation that was taken over',
      withStatus(switching(), { observedGeneration: 2 }),
      null,
      under('TransitioningToGreen', 'Blue serves until green is ready (step Await)'),
    ],
    [
      'something is late: it goes on by itself',
      activeBlue(),
      problem('NotReady'),
      ['Ready False NotReady so it is', 'Reconciling True NotReady so it is', 'Stalled False NotStalled'],
    ],
    ...['Error', 'ValidationError', 'InTheWay', 'Missing', 'TransitionGivenUp', 'SavepointError'].map(reason =>
      [
        `${reason}: a person has to do something`,
        activeBlue(),
        problem(reason),
        [`Ready False ${reason} so it is`, `Reconciling False ${reason}`, `Stalled True ${reason} so it is`],
      ] as const
    ),
  ])('%s', (_title, play, wrong, wanted) => {
    expect(inWords(of(play, wrong))).toEqual(wanted)
  })

  test('each is of the generation that was looked at, and fits', () => {
    const play = edited(activeBlue(), image('two'))
    const conditions = of(play, { ...problem('NotReady'), message: 'x'.repeat(2_000) })
    expect(conditions.map(({ observedGeneration }) => observedGeneration)).toEqual([2, 2, 2])
    expect(Buffer.byteLength(conditions[0]?.message ?? '')).toBe(1_000)
  })
})

describe('A4 P08 what did not change is the same condition, and a list that did not change the same list', () => {
  const play = activeBlue()
  const before = statusIn(play).conditions
  const afterwards = (change: Partial<Condition>): Condition | undefined =>
    of(later(play, 5_000), null, before.map(it => (it.type === 'Ready' ? { ...it, ...change } : it)))[0]
  test('the same', () => {
    expect(of(later(play, 5_000))).toBe(before)
  })
  test.each<readonly [string, Partial<Condition>, 'then' | 'now']>([
    ['reason', { reason: 'Other' }, 'then'],
    ['message', { message: 'other' }, 'then'],
    ['generation', { observedGeneration: 7 }, 'then'],
    ['status', { status: 'False' }, 'now'],
  ])('another %s is written, and the moment moves with the status alone', (_field, change, moment) => {
    const [then] = before
    const now = new Date(play.now + 5_000).toISOString()
    const { lastTransitionTime, ...rest } = afterwards(change) ?? expect.fail('none')
    expect({ ...then, ...rest }).toEqual(then)
    expect(Date.parse(lastTransitionTime)).toBe(Date.parse(moment === 'now' ? now : then?.lastTransitionTime ?? ''))
  })
  test('one that is not there any more makes another list, and so does a new one', () => {
    const paused = { ...before[0]!, type: 'Paused' }
    expect(of(play, null, [...before, paused])).toEqual(before)
    expect(of(play, null, before.slice(0, 2))).toHaveLength(3)
    expect(of(settled(savepointsDone(asked())), null, before)).not.toBe(before)
  })
})
