import { describe, expect, test } from 'vitest'
import { activeBlue, decidedIn, edited, gone, round, served, stateOf } from '../../../fixtures/blue-green.ts'
import type { Play } from '../../../fixtures/played-blue-green.ts'
import { blueGreenSpec, parentUid } from '../../../fixtures/a-blue-green.ts'
import { image, rowIn, switching } from '../../../fixtures/blue-green-plays.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { known, unknown } from '../../contract/fact/fact.ts'
import { flinkBlueGreenDeploymentKind as kind } from './flink-blue-green-deployment-kind.ts'

describe('section 4.7 the ingress in front of the child that serves', () => {
  const spec = { ...blueGreenSpec(), ingress: { template: '{{name}}.x.org' } }
  const bare = (): Play => ({ ...activeBlue(spec), ingress: null })
  const facts = (play: Play, ingress: unknown) => {
    const { desired, env } = decidedIn(play).round
    const observed = kind.observe(
      desired,
      { meta: play.parent!.meta, status: play.parent!.status },
      { ...decidedIn(play).round.observed.facts, ingress } as never,
      env,
    )
    return kind.reconcile(desired, observed, env)
  }

  test('it leads to blue, and is written where it does not', () => {
    expect(activeBlue(spec).ingress?.service).toBe('app-blue')
    expect(decidedIn(bare()).actions.map(({ _tag }) => _tag)).toContain('ApplyObject')
    expect(decidedIn(activeBlue(spec)).actions.map(({ _tag }) => _tag)).toEqual(['Requeue'])
  })

  test('P14 one that could not be seen is not written', () => {
    expect(facts(bare(), unknown('Timeout', 'late', t0)).map(({ _tag }) => _tag)).not.toContain('ApplyObject')
  })

  test("F09 somebody else's is in the way of it, and of nothing else", () => {
    const theirs = known({ name: 'app', uid: 'u', ownerUids: ['other'], appliedDigest: null }, t0)
    const actions = facts(bare(), theirs)
    expect(actions.map(({ _tag }) => _tag)).not.toContain('ApplyObject')
    const status = actions.flatMap(it => (it._tag === 'PersistStatus' ? [it.status] : []))[0]
    expect(status).toMatchObject({
      blueGreenState: 'ACTIVE_BLUE',
      error: expect.stringContaining('Ingress app blocks this resource') as string,
    })
  })

  test('it goes with the template', () => {
    const without = edited(activeBlue(spec), blueGreenSpec())
    expect(decidedIn(without).actions.find(it => it._tag === 'DeleteObject')).toMatchObject({ target: { kind: 'Ingress', name: 'app' } })
  })

  test('one that is wanted and not managed is told', () => {
    const { actions } = decidedIn(bare(), { 'kubernetes.operator.ingress.manage': 'false' })
    expect(actions.map(({ _tag }) => _tag)).not.toContain('ApplyObject')
    expect(actions.map(({ _tag }) => _tag)).toContain('EmitEvent')
  })

  test('transition/retire-old-child it goes to green before blue is deleted, for what is in front must not lead to what goes', () => {
    const other = (name: string) => ({ ...spec, ...image(name), ingress: spec.ingress })
    const play = served(switching(other('two'), activeBlue(spec)), 'app-green')
    const first = round(play)
    expect([rowIn(play), first.ingress?.service, first.log.at(-1), stateOf(first)]).toEqual([
      'transition/retire-old-child',
      'app-green',
      'ingress app-green',
      'TRANSITIONING_TO_GREEN',
    ])
    const second = round(first)
    expect([first.parent?.status.operation?.step, second.parent?.status.operation?.step, second.log.at(-1)]).toEqual([
      'Await',
      'Retire',
      'delete app-blue',
    ])
  })

  test("it is the parent's, and leads to the REST port of the child", () => {
    const apply = decidedIn(bare()).actions.find(it => it._tag === 'ApplyObject')
    expect(apply?.manifest).toMatchObject({
      _tag: 'IngressManifest',
      name: 'app',
      clusterId: 'app-blue',
      owner: { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkBlueGreenDeployment', name: 'app', uid: parentUid },
      restPort: 8081,
    })
  })

  test.each<readonly [string, (play: Play) => Play]>([
    ['its status tells no job', play => withJobId(play, null)],
    ['it is gone', play => gone(play, 'app-blue')],
  ])('where the REST API of the child is can not be told: it is not written: %s', (_title, change) => {
    expect(decidedIn(change(bare())).actions.map(({ _tag }) => _tag)).not.toContain('ApplyObject')
  })

  test('P10 while an edit is not valid it is that of the last good spec', () => {
    const play = edited(bare(), { ...spec, ingress: { template: 'other.org' }, template: { spec: null } })
    expect(rowIn(play)).toBe('active-child/invalid')
    expect(decidedIn(play).actions.map(({ _tag }) => _tag)).not.toContain('ApplyObject')
  })
})

function withJobId(play: Play, jobId: string | null): Play {
  const blue = play.children['app-blue']
  if (blue === undefined) return play
  const { status } = blue.view
  const view = { ...blue.view, status: { ...status, jobStatus: { ...status.jobStatus, jobId } } }
  return { ...play, children: { ...play.children, 'app-blue': { ...blue, view } } }
}
