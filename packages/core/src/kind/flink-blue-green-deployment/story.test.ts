import { describe, expect, test } from 'vitest'
import {
  activeBlue,
  aPlay,
  blueGreenSpec,
  decidedIn,
  edited,
  gone,
  later,
  type Play,
  round,
  savepointsDone,
  served,
  settled,
  stateOf,
} from '../../../fixtures/blue-green.ts'

const image = (name: string) => blueGreenSpec({ rest: { image: name } })

/** Up to the moment when green has to come up. */
const switching = (play: Play = activeBlue(), spec = image('two')): Play => settled(savepointsDone(settled(edited(play, spec))))

describe('session-snapshot-bluegreen.md, section 4.10: the whole of it', () => {
  test('create → ACTIVE_BLUE', () => {
    const begun = settled(aPlay())
    expect([stateOf(begun), begun.log]).toEqual(['TRANSITIONING_TO_BLUE', ['create app-blue']])
    const active = settled(served(begun, 'app-blue'))
    expect([stateOf(active), active.parent?.status.jobStatus.state]).toEqual(['ACTIVE_BLUE', 'RUNNING'])
    expect(active.parent?.status).toMatchObject({ operation: null, error: null, abortTimestamp: null, observedGeneration: 1 })
  })

  test('edit → savepoint of blue → green from it → blue goes → ACTIVE_GREEN', () => {
    const asked = settled(edited(activeBlue(), image('two')))
    expect([stateOf(asked), asked.log.at(-1)]).toEqual(['SAVEPOINTING_BLUE', 'savepoint of app-blue-rest'])
    const created = settled(savepointsDone(asked))
    expect([stateOf(created), created.log.at(-1)]).toEqual(['TRANSITIONING_TO_GREEN', 'create app-green from s3://b/sp/1'])
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
      'G27',
      3,
    ])
    expect(decidedIn(settled(edited(given, image('three')))).row).toBe('G45')
  })
})

test('the rounds come to rest', () => {
  const active = activeBlue()
  expect(round(active)).toEqual(active)
})
