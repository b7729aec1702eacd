import { describe, expect, test } from 'vitest'
import { activeBlue, edited, gone, round, savepointsDone, served, settled, stateOf } from '../../../fixtures/blue-green.ts'
import type { Play } from '../../../fixtures/played-blue-green.ts'
import { blueGreenSpec } from '../../../fixtures/a-blue-green.ts'
import { image, rowIn, withStatus } from '../../../fixtures/blue-green-plays.ts'
import { initialBlueGreenStatus } from './blue-green-codec.ts'
import type { JsonObject } from '../../contract/resource/json.ts'

/** Children that were let go without a path to start from, after the first one, whose job had state. */
const fromNothing = ({ log }: Play): readonly string[] => log.slice(2).filter(line => /^let go \S+$/u.test(line))
/** Savepoints that are asked for are there; children come up; what is told to go is gone. */
const playedOut = (play: Play, rounds = 6): Play => {
  const next = settled(savepointsDone(play))
  const up = settled(Object.keys(next.children).reduce(served, next))
  const going = Object.entries(up.children).flatMap(([name, child]) => (child?.view.meta.deletionTimestamp == null ? [] : [name]))
  return rounds === 0 ? up : playedOut(settled(going.reduce(gone, up)), rounds - 1)
}
const nonce = (savepointRedeployNonce: number | null, path: string | null, rest: JsonObject = {}): JsonObject =>
  blueGreenSpec({ job: { savepointRedeployNonce, initialSavepointPath: path }, rest })

const pathIn = ({ children }: Play) => children['app-green']?.view.spec.job?.initialSavepointPath

describe('P01 P02 B29 a job with state is started from empty state only where the spec that it is started for says stateless', () => {
  const active = activeBlue()
  const stateless = blueGreenSpec({ job: { upgradeMode: 'stateless' }, rest: { image: 'two' } })
  test.each<readonly [string, Play]>([
    ['a savepointRedeployNonce that names no path (row 9e of a FlinkDeployment)', edited(active, nonce(1, null))],
    ['the same while a savepoint is taken', edited(settled(edited(active, image('two'))), nonce(1, null))],
    ['the same when the child was deleted by hand', edited(gone(active, 'app-blue'), nonce(1, null))],
    [
      'a redeploy is begun, and the spec asks for an upgrade in place of it',
      edited(round(edited(active, nonce(1, 's3://x'))), image('two')),
    ],
    ['the same, its child created and held', edited(round(round(edited(active, nonce(1, 's3://x')))), image('two'))],
    [
      'a redeploy is begun, and its path is taken away',
      edited(round(edited(active, nonce(1, 's3://x'))), nonce(1, null, { image: 'two' })),
    ],
    [
      'a redeploy is begun, and one of before is asked for without a path',
      edited(
        round(edited(activeBlue(nonce(1, 's3://x')), nonce(2, 's3://y'))),
        nonce(1, null, { image: 'two' }),
      ),
    ],
    ['a stateless switch is begun, and the spec has state again', edited(round(edited(active, stateless)), image('three'))],
    ['the same, its child created and held', edited(round(round(edited(active, stateless))), image('three'))],
    [
      'a redeploy is begun, blue is deleted by hand, and the path is taken away',
      gone(
        edited(round(edited(active, nonce(1, 's3://x'))), image('two')),
        'app-blue',
      ),
    ],
    [
      'a child that was deleted by hand is created again from a path, which is taken away',
      edited(
        round(edited(gone(active, 'app-blue'), nonce(1, 's3://x'))),
        image('two'),
      ),
    ],
    ['P25 the status was wiped: a nonce that names no path', edited(withStatus(active, initialBlueGreenStatus), nonce(1, null))],
  ])('%s', (_title, play) => {
    expect(fromNothing(playedOut(play))).toEqual([])
  })

  test('P10 a nonce that names no path is told as row 9e of a FlinkDeployment is, and what runs goes on', () => {
    const play = settled(edited(active, nonce(1, null)))
    expect([rowIn(play), play.log, play.parent?.status.error]).toEqual([
      'active-child/invalid',
      active.log,
      'spec.template.spec.job.initialSavepointPath: InitialSavepointPath must not be empty for savepoint redeployment',
    ])
  })

  test('transition/spec-changed a new nonce while a suspension is under way: from the path that it names, not from that of before', () => {
    const from = settled(served(settled(edited(active, nonce(1, 's3://x'))), 'app-green'))
    const green = settled(gone(from, 'app-blue'))
    expect([stateOf(green), pathIn(green)]).toEqual(['ACTIVE_GREEN', 's3://x'])
    const suspending = settled(
      edited(green, blueGreenSpec({ job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://x', state: 'suspended' } })),
    )
    expect(stateOf(suspending)).toBe('TRANSITIONING_TO_GREEN')
    expect(pathIn(settled(edited(suspending, nonce(2, 's3://y'))))).toBe('s3://y')
  })

  test('transition/taken-back the edit needs a savepoint of blue: the switch is taken back, and begun anew', () => {
    const play = edited(settled(edited(active, stateless)), image('three'))
    expect([rowIn(play), stateOf(settled(play)), settled(play).log.at(-1)]).toEqual([
      'transition/taken-back',
      'ACTIVE_BLUE',
      'delete app-green',
    ])
    expect(rowIn(edited(settled(edited(active, nonce(1, 's3://x'))), image('three')))).toBe('transition/taken-back')
    expect(rowIn(edited(settled(edited(active, nonce(1, 's3://x'))), nonce(2, 's3://y')))).toBe('transition/spec-changed')
    expect(
      rowIn(edited(settled(edited(active, stateless)), blueGreenSpec({ job: { upgradeMode: 'stateless' }, rest: { image: 'three' } }))),
    ).toBe('transition/spec-changed')
  })

  test('the same, its child runs: it takes nothing over', () => {
    const begun = settled(edited(active, stateless))
    expect(begun.log.at(-1)).toBe('let go app-green')
    const after = playedOut(edited(begun, image('three')))
    expect([stateOf(after), after.log.findLast(line => line.startsWith('let go app-green'))]).toEqual([
      'ACTIVE_GREEN',
      'let go app-green from s3://b/sp/1',
    ])
  })
  test('it is stateless: that is asked for', () => {
    expect(fromNothing(playedOut(edited(active, stateless)))).toEqual(['let go app-green'])
  })
  test('active-child/deleted-and-state-unknown, active-child/deleted-and-source-known what a person is told as a way out leads out: upgradeMode stateless, if the state is not needed', () => {
    const lost = gone(active, 'app-blue')
    expect([rowIn(lost), settled(lost).parent?.status.error]).toEqual([
      'active-child/deleted-and-state-unknown',
      expect.stringMatching(/upgradeMode to stateless\.$/u),
    ])
    const answered = edited(lost, blueGreenSpec({ job: { upgradeMode: 'stateless' } }))
    expect([rowIn(answered), stateOf(playedOut(answered))]).toEqual(['active-child/deleted-and-source-known', 'ACTIVE_BLUE'])
  })
  test('a path that is named is what it starts from', () => {
    expect(fromNothing(playedOut(edited(active, nonce(1, 's3://x'))))).toEqual([])
  })
})
