import { describe, expect, test } from 'vitest'
import {
  activeBlue,
  blueGreenRound,
  decidedIn,
  edited,
  explainedIn,
  later,
  savepointsDone,
  settled,
} from '../../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../../fixtures/played-blue-green.ts'
import { blueGreenSpec } from '../../../../fixtures/a-blue-green.ts'
import { image, job, switching, withStatus } from '../../../../fixtures/blue-green-plays.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { known } from '../../../contract/fact/fact.ts'
import { flinkBlueGreenDeploymentKind as kind } from '../flink-blue-green-deployment-kind.ts'

describe('explain tells what is decided by, and nothing else', () => {
  test.each<readonly [string, Play, string | null]>([
    ['nothing is to be done', activeBlue(), null],
    ['an image', edited(activeBlue(), image('two')), 'TRANSITION'],
    ['the upgrade mode', edited(activeBlue(), job({ upgradeMode: 'last-state' })), 'PATCH_CHILD'],
    ['a spec that is not valid asks for nothing', edited(activeBlue(), job({ parallelism: -1 })), null],
    ['nothing was reconciled yet', aPlay(), null],
  ])('which edit it is: %s', (_title, play, type) => {
    expect(explainedIn(play).change?.type ?? null).toBe(type)
  })
  test('the edit in words, by the rules of native mode', () => {
    expect(explainedIn(edited(activeBlue(), image('two'))).change?.text).toMatch(/image.*flink:1\.20.*two/u)
    const scaled = blueGreenSpec({ job: { parallelism: 3 }, rest: { mode: 'standalone' } })
    const active = activeBlue(blueGreenSpec({ rest: { mode: 'standalone' } }))
    expect(explainedIn(edited(active, scaled)).change).toMatchObject({ type: 'TRANSITION' })
  })

  test.each<readonly [string, Play, string]>([
    ['new', aPlay(), 'INITIALIZING_BLUE'],
    ['blue serves', activeBlue(), 'ACTIVE_BLUE'],
    ['green comes up', switching(), 'TRANSITIONING_TO_GREEN'],
  ])('its state: %s', (_title, play, state) => {
    expect(explainedIn(play).lifecycleState).toBe(state)
  })

  test('since when: a transition from its begin, though its state changed since', () => {
    const asked = settled(edited(later(activeBlue(), 2_000), image('two')))
    const created = later(settled(savepointsDone(later(asked, 5_000))), 1_000)
    expect([created.parent?.status.operation?.mintedAt, explainedIn(created).since]).toEqual([t0 + 2_000, t0 + 2_000])
  })

  test('P05 what was not looked at yet is what it waits for; what was told before is still told', () => {
    const { parent } = withStatus(activeBlue(), { error: 'of before' })
    const { desired, observed, env } = blueGreenRound(parent ?? expect.fail('gone'))
    expect(kind.explain(desired, observed, env)).toMatchObject({
      situation: 'Look',
      row: 'blue-green/to-query',
      waitingFor: 'this round has not yet queried what the next rows need',
      nextLook: null,
      obstacles: [],
      error: 'of before',
    })
  })

  test('F09 what is in the way, and what to do about it', () => {
    const play = activeBlue({ ...blueGreenSpec(), ingress: { template: '{{name}}.x.org' } })
    const theirs = known({ name: 'app', uid: 'u', ownerUids: ['other'], appliedDigest: null }, t0)
    const { desired, observed, env } = decidedIn({ ...play, ingress: null }).round
    const seen = kind.observe(desired, play.parent ?? expect.fail('gone'), { ...observed.facts, ingress: theirs }, env)
    const [obstacle, ...others] = kind.explain(desired, seen, env).obstacles
    expect(others).toEqual([])
    expect(obstacle).toMatchObject({ object: 'Ingress app', isGoing: false })
    expect([obstacle?.what, obstacle?.remedy].every(it => it !== undefined && it !== '')).toBe(true)
    expect(explainedIn(activeBlue()).obstacles).toEqual([])
  })

  test('what is wrong with the spec, as it is advised', () => {
    const spec = { ...blueGreenSpec(), configuration: { 'some.key': '1' } }
    const { findings } = explainedIn(activeBlue(spec))
    expect(findings).toContainEqual({
      severity: 'Advice',
      field: 'spec.configuration.some.key',
      message: expect.stringMatching(/^some\.key has no effect/u) as string,
    })
  })

  test.each<readonly [string, Play, string | null]>([
    ['nothing', activeBlue(), null],
    ['of the last attempt', edited(settled(later(switching(), 600_000)), image('three')), 'Aborting deployment'],
    ['what is wrong now', edited(activeBlue(), job({ parallelism: -1 })), 'spec.template.spec.job.parallelism'],
  ])('what is told as wrong: %s', (_title, play, error) => {
    const reported = explainedIn(play).error
    if (error === null) expect(reported).toBeNull()
    else expect(reported).toContain(error)
  })
})
