import { describe, expect, test } from 'vitest'
import { activeBlue, edited, gone, later, served, settled, stateOf } from '../../../../fixtures/blue-green.ts'
import type { Play } from '../../../../fixtures/played-blue-green.ts'
import { blueGreenSpec, parentUid } from '../../../../fixtures/a-blue-green.ts'
import { image, rowIn, stateless, switching, withStatus } from '../../../../fixtures/blue-green-plays.ts'
import { initialBlueGreenStatus } from '../blue-green-codec.ts'

type References = NonNullable<NonNullable<Play['children'][string]>['view']['meta']['ownerReferences']>

const withOwners = (play: Play, name: string, ownerReferences: References): Play => {
  const child = play.children[name] ?? expect.fail(`no ${name}`)
  const { view } = child
  return { ...play, children: { ...play.children, [name]: { ...child, view: { ...view, meta: { ...view.meta, ownerReferences } } } } }
}

const stripped = (play: Play, name: string): Play => withOwners(play, name, [])
const ours: References = [{ kind: 'FlinkBlueGreenDeployment', name: 'app', uid: parentUid }]
const waited = (play: Play): Play => settled(later(settled(later(settled(play), 61_000)), 3_600_000))
const stalled = ({ parent }: Play): string | undefined => parent?.status.conditions.find(({ type }) => type === 'Stalled')?.status

const withoutOperation = (play: Play): Play => withStatus(play, { operation: null })

const statelessJob = (name: string) => blueGreenSpec({ ...stateless, rest: { image: name } })
const begun = edited(activeBlue(statelessJob('one')), statelessJob('two'))
const greenAlone = settled(gone(settled(served(settled(begun), 'app-green')), 'app-blue'))

describe('A01 P02 a child that lost its owner reference is never taken for gone: nothing is begun, finished or deleted beside it', () => {
  test.each<readonly [string, Play, string]>([
    ['the old child, in the middle of a switch', stripped(switching(), 'app-blue'), 'app-green'],
    ['the same, when the new child is ready', stripped(served(switching(), 'app-green'), 'app-blue'), 'app-green'],
    ['the new child, in the middle of a switch', stripped(switching(), 'app-green'), 'app-green'],
    ['both', stripped(stripped(switching(), 'app-green'), 'app-blue'), 'app-green'],
    ['the new child, and the record of the switch is removed', withoutOperation(stripped(switching(), 'app-green')), 'app-green'],
    ['the child that serves, while its savepoint is taken', stripped(settled(edited(activeBlue(), image('two'))), 'app-blue'), 'app-blue'],
    ['the child that serves', stripped(activeBlue(), 'app-blue'), 'app-blue'],
    ['the child that serves, and an edit', edited(stripped(activeBlue(), 'app-blue'), image('two')), 'app-blue'],
    ['the child that serves, and the status is wiped', withStatus(stripped(activeBlue(), 'app-blue'), initialBlueGreenStatus), 'app-blue'],
    [
      'green alone serves, stateless, and the status says that blue serves, which is gone',
      stripped(withStatus(greenAlone, { blueGreenState: 'ACTIVE_BLUE' }), 'app-green'),
      'app-green',
    ],
  ])('%s', (_title, play, comesUp) => {
    const before = play.log.length
    const after = waited(served(waited(play), comesUp))
    expect([after.log.slice(before), stalled(after)]).toEqual([[], 'True'])
    expect(after.parent?.status.error).toMatch(/^FlinkDeployment \S+(?:, \S+)? has a name that this resource needs/u)
  })

  test('the old child lost it and the record of the switch is removed: the new child goes on alone as the one that is there', () => {
    const after = waited(withoutOperation(stripped(switching(), 'app-blue')))
    expect([after.log.filter(line => line.startsWith('delete')), stalled(after)]).toEqual([[], 'True'])
  })

  test('whose it is, where another owner was written; with its owner reference again the switch goes on', () => {
    const taken = settled(withOwners(switching(), 'app-blue', [{ kind: 'Job', name: 'mover', uid: 'm' }]))
    expect(taken.parent?.status.error).toMatch(/app-blue \(uid \S+, owned by Job mover with uid m\) was a child of this resource/u)
    const again = settled(served(withOwners(taken, 'app-blue', ours), 'app-green'))
    expect([stateOf(settled(gone(again, 'app-blue'))), again.log.at(-1)]).toEqual(['ACTIVE_GREEN', 'delete app-blue'])
  })

  test('what never was a child and is not needed now is left alone: blue serves, and all is well', () => {
    const { view } = activeBlue().children['app-blue'] ?? expect.fail()
    const foreign = { view: { ...view, meta: { ...view.meta, name: 'app-green', uid: 'x', ownerReferences: [], annotations: {} } } }
    const play = settled({ ...activeBlue(), children: { ...activeBlue().children, 'app-green': { ...foreign, job: null } } })
    expect([rowIn(play), stalled(play)]).toEqual(['active-child/no-change', 'False'])
  })
})
