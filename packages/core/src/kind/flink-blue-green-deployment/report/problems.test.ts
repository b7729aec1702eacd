import { describe, expect, test } from 'vitest'
import { activeBlue, blueGreenRound, decidedIn, edited, gone, later, settled } from '../../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../../fixtures/played-blue-green.ts'
import { aBlueGreen, blueGreenSpec } from '../../../../fixtures/a-blue-green.ts'
import { deleting, image, job, ofOthers, switching, unready, withStatus, writtenIn } from '../../../../fixtures/blue-green-plays.ts'
import { known } from '../../../contract/fact/fact.ts'
import type { Facts } from '../../../contract/fact/facts.ts'
import type { Problem } from '../../../contract/round/decision.ts'
import * as reported from './problems.ts'
import { inWords, namesIn } from './problems.ts'
import type { BlueGreenRound } from '../blue-green-round.ts'
import { blueGreenTable } from '../classify-blue-green.ts'

const minute = 60_000
const first = (): Play => settled(aPlay())
const greenServes = (): Play => withStatus(activeBlue(), { blueGreenState: 'ACTIVE_GREEN' })
const failed = (times: number, retryAt: number): Play => {
  const play = edited(activeBlue(), image('two'))
  const record = { ...play.parent?.status.operatorRecord, failed: { generation: 2, times, retryAt, reason: 'It was late' } }
  return withStatus(play, { operatorRecord: record })
}
/** Its own operator tells an error of the child. */
const withError = (play: Play, name: string, error: string): Play => {
  const child = play.children[name] ?? expect.fail(`no ${name}`)
  const { view } = child
  return { ...play, children: { ...play.children, [name]: { ...child, view: { ...view, status: { ...view.status, error } } } } }
}
const childError = (message: string): string => JSON.stringify({ message, additionalMetadata: {}, throwableList: [] })
const damaged = (status: object): Play => aPlay(aBlueGreen(image('one'), {}, { blueGreenState: 'ACTIVE_BLUE', ...status }))
const both = (play: Play): Play => ofOthers(ofOthers(play, 'app-blue'), 'app-green')

describe('what is wrong is told with what a person can do about it', () => {
  test.each<readonly [string, (round: BlueGreenRound) => Problem | null, Play, string, RegExp]>([
    [
      'blue-green/unreadable F14 a record that can not be read: where, what was found, and what was expected',
      reported.unreadable,
      damaged({ lastReconciledSpec: '{', operation: { kind: 'Other' } }),
      'round Error',
      /^status\.operation\.id can't be read: found null, expected a \S.*; .*Another operator version wrote it, or it is damaged\. The operator does nothing\. Run the version that wrote it, or repair it \(kubectl edit --subresource=status\)$/u,
    ],
    [
      'first-child/name-conflict B50 a name that is taken: whose it is, and both ways out',
      reported.nameConflicts,
      ofOthers(aPlay(), 'app-blue'),
      'operation InTheWay',
      /^FlinkDeployment app-blue has a name that this resource needs, but no owner reference to FlinkBlueGreenDeployment app with uid \S+b600, so it is a foreign object, and the operator does not change it\. Give this resource another name, or delete the object if it is not needed\. If it belongs to this resource, add an owner reference with that uid\.$/u,
    ],
    [
      'first-child/name-conflict B50 both names are taken',
      reported.nameConflicts,
      both(aPlay()),
      'operation InTheWay',
      /^FlinkDeployment app-blue, app-green has a name that this resource needs/u,
    ],
    [
      'first-child/invalid an invalid spec: which field',
      reported.invalid,
      aPlay(aBlueGreen(job({ parallelism: -1 }))),
      'validation ValidationError',
      /^spec\.template\.spec\.job\.parallelism: \S/u,
    ],
    [
      'active-child/being-deleted the child that serves is going',
      reported.goingAway,
      deleting(activeBlue(), 'app-blue'),
      'job Error',
      /^FlinkDeployment app-blue, which serves, is being deleted, but not by this operator$/u,
    ],
    [
      'active-child/deleted-and-state-unknown E-30 the child that served is gone: the two ways out',
      reported.lost,
      gone(activeBlue(), 'app-blue'),
      'upgrade Missing',
      /^FlinkDeployment app-blue, which served, was deleted from outside, and the last state of its job is unknown\. The operator does not start it from empty state\. To continue, set spec\.template\.spec\.job\.initialSavepointPath to a savepoint or checkpoint of it, and a new spec\.template\.spec\.job\.savepointRedeployNonce; or, if its state is not needed, spec\.template\.spec\.job\.upgradeMode to stateless\.$/u,
    ],
    [
      'active-child/deleted-and-state-unknown the same of green',
      reported.lost,
      gone(greenServes(), 'app-blue'),
      'upgrade Missing',
      /^FlinkDeployment app-green, which served/u,
    ],
    [
      "active-child/not-ready the child that serves is not ready: the reference operator's words, and what changes one that does not come up",
      reported.notReady,
      edited(unready(activeBlue(), 'app-blue'), image('two')),
      'upgrade NotReady',
      /^Transition to GREEN not possible, current Flink Deployment 'app-blue' is not READY\. FAILING 'app'\. The operator continues automatically when it is ready; to change a child that does not become ready, set spec\.template\.spec\.job\.state to suspended, edit, and set it to running\.$/u,
    ],
    [
      'active-child/no-savepoint-directory nobody says where savepoints go',
      () => reported.noDirectory,
      activeBlue(),
      'upgrade SavepointError',
      /^Could not trigger Savepoint\. Details: no savepoint directory is configured: set execution\.checkpointing\.savepoint-dir in spec\.template\.spec\.flinkConfiguration$/u,
    ],
    [
      'active-child/given-up E-32 tried too often: why, how often, and what begins anew',
      reported.givenUp,
      failed(3, 0),
      'upgrade TransitionGivenUp',
      /^It was late\. This spec was tried 3 times, and the operator does not try it again; the earlier version runs on\. Any edit of the spec starts a new transition\.$/u,
    ],
    [
      'active-child/retry-later E-32 tried again',
      reported.retried,
      failed(2, later(activeBlue(), minute).now),
      'upgrade TransitionFailed',
      /^It was late\. The operator retries \(2 of 3 attempts failed\)$/u,
    ],
    [
      'transition/only-child-too-late E-36 the only child is late',
      reported.late,
      later(first(), 10 * minute),
      'upgrade TransitionFailed',
      /^FlinkDeployment app-blue is not ready in time\. It is the only child, so the operator keeps waiting for it; an edit is applied at once$/u,
    ],
    [
      'transition/only-child-too-late with what its own operator says',
      reported.late,
      withError(later(first(), 10 * minute), 'app-blue', childError('no such image')),
      'upgrade TransitionFailed',
      /^FlinkDeployment app-blue is not ready in time: no such image\. It is the only child/u,
    ],
  ])('%s', (_title, tell, play, kind, message) => {
    const problem = tell(decidedIn(play).round) ?? expect.fail('nothing is told')
    expect([`${problem.owner} ${problem.reason}`, problem.type]).toEqual([kind, 'ReconciliationException'])
    expect(problem.message).toMatch(message)
  })

  test('blue-green/unreadable F14 of many only three are told', () => {
    const { desired, observed, env } = decidedIn(damaged({ operation: {} })).round
    const [one] = desired.unread
    const unread = Array.from({ length: 4 }, (_, index) => ({ ...(one ?? expect.fail('all is read')), path: `status.x${String(index)}` }))
    const { message } = reported.unreadable({ desired: { ...desired, unread }, observed, env })
    expect(message.match(/status\.x\d can't be read/gu)).toHaveLength(3)
  })

  test.each<readonly [string, Play]>([
    ['nothing is deleted', activeBlue()],
    ['transition/new-child-being-deleted green, which a switch makes, is being deleted', deleting(switching(), 'app-green')],
    ['blue is going in a switch: that is told by the switch', deleting(switching(), 'app-blue')],
    [
      'active-child/other-being-deleted green of before is going',
      deleting({ ...activeBlue(), children: { ...switching().children } }, 'app-green'),
    ],
    ['the name is taken by a child of others that goes', deleting(ofOthers(gone(activeBlue(), 'app-blue'), 'app-blue'), 'app-blue')],
  ])('active-child/being-deleted %s: nobody is told that what serves is going', (_title, play) => {
    expect(reported.goingAway(decidedIn(play).round)).toBeNull()
  })
  test('a valid spec has no problem', () => {
    expect(reported.invalid(decidedIn(activeBlue()).round)).toBeNull()
  })
})

describe('why a transition was given up: recorded, and told in the words of the reference operator (section 4.6)', () => {
  const reasonIn = (play: Play, seen: Facts = {}): string => writtenIn(play, seen).operatorRecord.failed?.reason ?? ''
  const asked = (): Play => settled(edited(activeBlue(), image('two')))
  const failure = (message: string): Facts => ({
    'savepointOperation@blue': known({ _tag: 'Failed', causes: [{ type: 'x', message }], savepointPath: null }, 0),
  })
  const green = (): Play => {
    const status = { blueGreenState: 'TRANSITIONING_TO_BLUE' }
    const play = switching()
    return withStatus(play, { ...status, operation: { ...play.parent?.status.operation, colour: 'BLUE', activeUid: null } })
  }
  test.each<readonly [string, Play, Facts, RegExp]>([
    [
      'transition/too-late green does not come up',
      later(switching(), 10 * minute),
      {},
      /^Aborting deployment 'app-green', rolling B\/G deployment back to ACTIVE_BLUE: [^:]+$/u,
    ],
    [
      'transition/too-late with what its own operator says',
      withError(later(switching(), 10 * minute), 'app-green', childError('no such image')),
      {},
      /^Aborting deployment 'app-green', rolling B\/G deployment back to ACTIVE_BLUE: .*: no such image$/u,
    ],
    ['switch-savepoint/failed the savepoint failed', asked(), failure('no space'), /^Could not start Transition\. Details: no space$/u],
    [
      'switch-savepoint/failed it takes too long',
      later(asked(), 20 * minute),
      {},
      /^Could not start Transition\. Details: the savepoint failed, or did not complete in time/u,
    ],
    [
      'transition/reverted a change in place did not work: back to what it was',
      settled(later(settled(edited(activeBlue(), job({ upgradeMode: 'last-state' }))), 10 * minute), 1),
      {},
      /^Aborting deployment 'app-blue', rolling B\/G deployment back to ACTIVE_BLUE: /u,
    ],
  ])('%s', (_title, play, seen, message) => {
    expect(reasonIn(play, seen)).toMatch(message)
  })
  test('a switch to blue goes back to green', () => {
    expect(reported.failureText(decidedIn(green()).round, 'late')).toBe(
      "Aborting deployment 'app-blue', rolling B/G deployment back to ACTIVE_GREEN: late",
    )
  })
  test('what a child says is cut: a status has a bound', () => {
    const play = withError(later(switching(), 10 * minute), 'app-green', childError('x'.repeat(2_000)))
    expect(Buffer.byteLength(/(?<!x)x+…$/u.exec(reasonIn(play))?.[0] ?? '')).toBe(500)
  })
  test('nothing is under way: the reason alone', () => {
    expect(reported.failureText(blueGreenRound(activeBlue().parent ?? expect.fail('gone')), 'late')).toBe('late')
  })
})

const named = { a: 'app-blue', o: 'app-green', n: 'app-new' }

describe('what people read of a row', () => {
  test.each(blueGreenTable.map(({ id, when }) => [id, when] as const))(
    '%s names children, and no letters or ids of the table',
    (_row, when) => {
      const reported = inWords(when, named)
      expect(reported).not.toMatch(/\b[on]\b|\([A-Z]+-?\d/u)
      expect(reported).not.toMatch(/\ba (?:was|is|and|goes|serves)\b|\ba,/u)
    },
  )

  test.each(
    [
      ['o is there, and a is not', 'app-green is there, and app-blue is not'],
      ['a FlinkDeployment of the name of o is not ours', 'a FlinkDeployment of the name of app-green is not ours'],
      ['a, or its job, is not the one that was asked', 'app-blue, or its job, is not the one that was asked'],
      [
        'n is of another transition: it would go on from an older state (E-35)',
        'app-new is of another transition: it would go on from an older state',
      ],
    ] as const,
  )('%s', (when, reported) => {
    expect(inWords(when, named)).toBe(reported)
  })

  test('in a switch n is the one that takes over', () => {
    const status = { blueGreenState: 'TRANSITIONING_TO_GREEN' }
    expect(namesIn(blueGreenRound(aBlueGreen(blueGreenSpec(), {}, status)))).toEqual({ a: 'app-blue', o: 'app-green', n: 'app-green' })
  })
})
