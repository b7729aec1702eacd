import { describe, expect, test } from 'vitest'
import {
  activeBlue,
  decidedIn,
  done,
  edited,
  gone,
  later,
  round,
  savepointsDone,
  served,
  settled,
  stateOf,
} from '../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../fixtures/played-blue-green.ts'
import { blueGreenSpec } from '../../../fixtures/a-blue-green.ts'
import { image, switching } from '../../../fixtures/blue-green-plays.ts'

describe('session-snapshot-bluegreen.md, section 4.10: the whole of it', () => {
  test('create → ACTIVE_BLUE', () => {
    const begun = settled(aPlay())
    expect([stateOf(begun), begun.log]).toEqual(['TRANSITIONING_TO_BLUE', ['create app-blue', 'let go app-blue']])
    const active = settled(served(begun, 'app-blue'))
    expect([stateOf(active), active.parent?.status.jobStatus.state]).toEqual(['ACTIVE_BLUE', 'RUNNING'])
    expect(active.parent?.status).toMatchObject({ operation: null, error: null, abortTimestamp: null, observedGeneration: 1 })
  })

  test('edit → savepoint of blue → green from it → blue goes → ACTIVE_GREEN', () => {
    const asked = settled(edited(activeBlue(), image('two')))
    expect([stateOf(asked), asked.log.at(-1)]).toEqual(['SAVEPOINTING_BLUE', 'savepoint of app-blue-rest'])
    const created = settled(savepointsDone(asked))
    expect([stateOf(created), created.log.at(-1)]).toEqual(['TRANSITIONING_TO_GREEN', 'let go app-green from s3://b/sp/1'])
    const retired = settled(served(created, 'app-green'))
    expect([stateOf(retired), retired.log.at(-1)]).toEqual(['TRANSITIONING_TO_GREEN', 'delete app-blue'])
    const active = settled(gone(retired, 'app-blue'))
    expect(stateOf(active)).toBe('ACTIVE_GREEN')
    expect(active.parent?.status).toMatchObject({ operation: null, savepointTriggerId: null, observedGeneration: 2 })
    expect(active.parent?.status.lastReconciledSpec).toContain('"image":"two"')
  })

  test('B105 P19 an aborted switch leaves blue as it is, and nothing of it behind; it is tried again, in bounds, then an edit is waited for', () => {
    const begun = switching()
    const blue = begun.children['app-blue']
    const late = settled(later(begun, 600_001))
    expect([stateOf(late), late.log.at(-1)]).toEqual(['ACTIVE_BLUE', 'delete app-green'])
    expect(late.children['app-blue']).toEqual(blue)
    expect(late.parent?.status).toMatchObject({
      operation: null,
      abortTimestamp: null,
      deploymentReadyTimestamp: null,
      savepointTriggerId: null,
    })
    expect(late.parent?.status.error).toMatch(/^Aborting deployment 'app-green', rolling B\/G deployment back to ACTIVE_BLUE/)
    const again = (play: Play): Play => settled(later(settled(savepointsDone(settled(later(gone(play, 'app-green'), 600_000)))), 600_001))
    const third = again(again(late))
    expect(third.log.filter(line => line.startsWith('create app-green'))).toHaveLength(3)
    const given = settled(later(gone(third, 'app-green'), 86_400_000))
    expect([stateOf(given), decidedIn(given).row, given.log.filter(line => line.startsWith('create app-green')).length]).toEqual([
      'ACTIVE_BLUE',
      'active-child/given-up',
      3,
    ])
    expect(decidedIn(settled(edited(given, image('three')))).row).toBe('switch-savepoint/in-progress')
  })
})

/** Rounds until they rest, and the events that they told. */
const reported = (play: Play, events: readonly string[] = [], most = 12): readonly [Play, readonly string[]] => {
  const { actions } = decidedIn(play)
  const after = actions.reduce(done, play)
  const all = [...events, ...actions.flatMap(it => (it._tag === 'EmitEvent' ? [`${it.type} ${it.reason} ${it.message}`] : []))]
  return most === 0 || JSON.stringify(after) === JSON.stringify(play) ? [after, all] : reported(after, all, most - 1)
}

describe('E-54 each change is told by an event, once', () => {
  const changes = (events: readonly string[]): readonly string[] =>
    events.flatMap(it => (it.startsWith('Normal BlueGreenStateChanged') ? [(/ (\S+):/u.exec(it) ?? [])[1] ?? it] : []))

  test('E-54 each state that it goes through', () => {
    const [asked, first] = reported(edited(activeBlue(), image('two')))
    const [created, second] = reported(savepointsDone(asked))
    const [retired, third] = reported(served(created, 'app-green'))
    const [, fourth] = reported(gone(retired, 'app-blue'))
    expect([first, second, third, fourth].map(changes)).toEqual([['SAVEPOINTING_BLUE'], ['TRANSITIONING_TO_GREEN'], [], ['ACTIVE_GREEN']])
  })

  test('E-54 an attempt that was given up, with its reason', () => {
    const [, events] = reported(later(switching(), 600_001))
    expect(events.filter(it => it.startsWith('Warning TransitionFailed'))).toEqual([
      expect.stringContaining("Aborting deployment 'app-green'"),
    ])
    expect(changes(events)).toEqual(['ACTIVE_BLUE'])
  })
})

test('E-37 the ingress is written where it differs, not in every round', () => {
  const ingress = (template: string) => blueGreenSpec({}, { ingress: { template } })
  const active = activeBlue(ingress('a.example.org'))
  const written = ({ log }: Play): number => log.filter(line => line.startsWith('ingress')).length
  expect(written(active)).toBe(1)
  expect(written(Array.from({ length: 5 }).reduce<Play>(play => round(later(play, 60_000)), active))).toBe(1)
  const other = settled(edited(active, ingress('b.example.org')))
  expect([written(other), stateOf(other)]).toEqual([2, 'ACTIVE_BLUE'])
})

test('the rounds come to rest', () => {
  const active = activeBlue()
  expect(round(active)).toEqual(active)
})
