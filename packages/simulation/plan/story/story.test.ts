import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type SpecChange, specJson } from '../../../core/fixtures/flink-deployment-resource.ts'
import { makeEnv } from '@flink-operator/core'
import { type KindName, kindOf } from '@flink-operator/kinds'
import { type JsonObject, identityOf } from '@flink-operator/core/resource'
import { crashedAt, type Story, storyOf } from './story.ts'

const env = makeEnv({ now: 1_700_000_000_000 })
const document = (kind: KindName, name: string, spec: JsonObject): JsonObject => ({
  ...identityOf(kindOf(kind).type),
  metadata: { name, namespace: 'ns' },
  spec,
})
const app = (change: SpecChange): JsonObject => document('FlinkDeployment', 'app', specJson(change))
const story = (deployed: JsonObject | null, wanted: JsonObject, cluster: JsonObject | null = null): Story => {
  const reported = storyOf({ deployed, wanted, env, cluster })
  if (isLeft(reported)) throw new Error(reported.left)
  return reported.right
}
const upgrade = (upgradeMode: string): Story =>
  story(app({ job: { upgradeMode, parallelism: 1 } }), app({ job: { upgradeMode, parallelism: 2 } }))

const template = (image: string): JsonObject => ({ template: { spec: specJson({ job: { upgradeMode: 'savepoint' }, rest: { image } }) } })
const session = document('FlinkDeployment', 'session', { ...specJson({}), job: null })
const sessionJob = (parallelism: number): JsonObject =>
  document('FlinkSessionJob', 'counts', {
    deploymentName: 'session',
    job: { jarURI: 'https://host/x.jar', parallelism, upgradeMode: 'savepoint', state: 'running' },
  })
const application = (image: string): JsonObject =>
  document('FlinkApplication', 'words', { image, flinkVersion: '1.20', jarName: 'w.jar', entryClass: 'W', parallelism: 1 })

describe('the story of an edit', () => {
  test('an upgrade is told in order: who did what, what was written, and how things stood', () => {
    const { steps, end, outcome } = upgrade('savepoint')
    const places = [/^write status/, /^stop job .* with savepoint/, /savepoint of the stop is complete/, /^delete Deployment/, /RUNNING$/]
      .map(words => steps.findIndex(({ text }) => words.test(text)))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(new Set(steps.map(({ actor }) => actor))).toEqual(new Set(['Operator', 'Kubernetes', 'Flink', 'Time']))
    expect(steps[0]?.writes.map(({ path }) => path)).toContain('status.operation')
    expect(steps.at(-1)?.stands[0]).toEqual({ what: 'FlinkDeployment', how: 'STABLE, no operation' })
    expect({ end, outcome }).toMatchObject({ end: { _tag: 'Quiet' }, outcome: { _tag: 'WentOn', from: 's3://b/sp/savepoint-of-the-stop' } })
  })

  test('what is planned is what is told', () => {
    const { planned, steps } = upgrade('last-state')
    const done = steps.filter(({ actor, error }) => actor === 'Operator' && error === null)
    expect(done).toHaveLength(planned.rounds.flatMap(({ actions }) => actions).length)
  })

  test.each<[string, () => Story, Story['outcome']['_tag']]>([
    ['the first deployment', () => story(null, app({})), 'StartedEmpty'],
    ['nothing is edited', () => story(app({}), app({})), 'RanOn'],
    ['it is suspended', () => story(app({}), app({ job: { state: 'suspended' } })), 'NoJob'],
    ['a FlinkSessionJob', () => story(sessionJob(1), sessionJob(2), session), 'WentOn'],
    ['a FlinkBlueGreenDeployment', () => {
      const shop = (image: string) => document('FlinkBlueGreenDeployment', 'shop', template(image))
      return story(shop('flink:1.20'), shop('flink:1.20.1'))
    }, 'WentOn'],
    ['a FlinkApplication', () => story(application('a'), application('b')), 'WentOn'],
  ])('what became of the job: %s', (_, reported, expected) => {
    expect(reported().outcome._tag).toBe(expected)
  })

  test('a kind that refers to another one is not told by itself', () => {
    expect(isRight(storyOf({ deployed: null, wanted: document('FlinkStateSnapshot', 's', {}), env }))).toBe(false)
  })

  test('P23 a secret of the spec is in no step', () => {
    const secret = 'hunter2-of-the-bucket'
    const with_ = (parallelism: number) => app({ job: { parallelism }, configuration: { 's3.secret-key': secret } })
    const { steps, stands, outcome } = story(with_(1), with_(2))
    const shown = steps.map(({ world: _, ...step }) => step)
    expect(JSON.stringify([shown, stands, outcome])).not.toContain(secret)
  })
})

const ended = ({ end, outcome }: Pick<Story, 'end' | 'outcome'>) => ({ end, outcome })

describe('a crash at any boundary', () => {
  test.each(['savepoint', 'last-state', 'stateless'])('the next operator brings it to the same end: %s', upgradeMode => {
    const reported = upgrade(upgradeMode)
    for (let boundary = 0; boundary <= reported.steps.length; boundary += 1) {
      const { end, outcome } = crashedAt(reported, boundary)
      expect({ boundary, end, outcome }).toEqual({ boundary, end: reported.end, outcome: reported.outcome })
    }
  })

  test.each<[string, () => Story]>([
    ['the first deployment', () => story(null, app({}))],
    ['the first deployment, suspended', () => story(null, app({ job: { state: 'suspended' } }))],
    ['it is suspended', () => story(app({}), app({ job: { state: 'suspended' } }))],
    ['nothing is edited', () => story(app({}), app({}))],
  ])('whatever is edited it ends as without one: %s', (_title, reported) => {
    const whole = reported()
    for (let boundary = 0; boundary <= whole.steps.length; boundary += 1)
      expect({ boundary, ...ended(crashedAt(whole, boundary)) }).toEqual({ boundary, ...ended(whole) })
  })

  test('what was asked for is not asked for with another id', () => {
    const reported = upgrade('savepoint')
    const asked = reported.steps.findIndex(({ text }) => text.startsWith('stop job'))
    const again = crashedAt(reported, asked).steps.find(({ text }) => text.startsWith('stop job'))
    expect(again?.text).toBe(reported.steps[asked]?.text)
    const rounds = crashedAt(reported, asked).steps.flatMap(({ round }) => round ?? [])
    expect(Math.min(...rounds)).toBe(2)
  })
})
