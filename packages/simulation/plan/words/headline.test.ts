import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { applicationSpec } from '../../../lyft/fixtures/flink-application-resource.ts'
import { type SpecChange, specJson } from '../../../core/fixtures/flink-deployment-resource.ts'
import { makeEnv } from '@flink-operator/core'
import type { JsonObject } from '@flink-operator/core/resource'
import { identityOf } from '@flink-operator/core/resource'
import { kindOf } from '@flink-operator/kinds'
import { plan } from '../plan-edit.ts'
import { failingPhases } from './failing-phases.ts'
import { planText } from './plan-text.ts'
import { type PlanWords, planWords } from './plan-words.ts'

const document = (kind: 'FlinkDeployment' | 'FlinkBlueGreenDeployment' | 'FlinkApplication', spec: JsonObject): JsonObject => ({
  ...identityOf(kindOf(kind).type),
  metadata: { name: 'app', namespace: 'ns' },
  spec,
})
const app = (change: SpecChange = {}): JsonObject => document('FlinkDeployment', specJson(change))
const colours = (change: SpecChange): JsonObject => document('FlinkBlueGreenDeployment', { template: { spec: specJson(change) } })
const lyft = (change: JsonObject = {}): JsonObject => document('FlinkApplication', { ...applicationSpec, ...change })
const withoutJob = (): JsonObject => {
  const { job: _, ...spec } = specJson()
  return document('FlinkDeployment', spec)
}

const wordsOf = (deployed: JsonObject | null, wanted: JsonObject): PlanWords => {
  const planned = plan({ deployed, wanted, env: makeEnv({ now: 1_700_000_000_000 }) })
  if (!isRight(planned)) throw new Error(planned.left)
  return planWords(planned.right, {
    file: 'f',
    kind: wanted['kind'] as string,
    resource: 'ns/app',
    deployed: deployed === null ? 'nothing' : 'file',
    merged: null,
  })
}

const savepoint: SpecChange = { job: { upgradeMode: 'savepoint' } }
const lastState: SpecChange = { job: { upgradeMode: 'last-state' } }
const edited = (change: SpecChange): SpecChange => ({ ...change, rest: { image: 'flink:next' } })

describe('N04 the first line says what the edit does', () => {
  test.each<[string, JsonObject | null, JsonObject, string]>([
    ['a first deployment', null, app(savepoint), 'New: start from empty state'],
    ['one that is not valid', null, app({ job: { parallelism: 0 } }), 'Not valid: nothing is deployed'],
    [
      'an edit that is not valid',
      app(savepoint),
      app({ job: { upgradeMode: 'savepoint', parallelism: 0 } }),
      'Not valid: what is deployed stays as it is',
    ],
    ['the same again', app(savepoint), app(savepoint), 'No change'],
    ['savepoint', app(savepoint), app(edited(savepoint)), 'Upgrade: stop with a savepoint, start from it'],
    ['last-state', app(lastState), app(edited(lastState)), 'Upgrade: stop, start from the last checkpoint'],
    [
      'stateless',
      app({ job: { upgradeMode: 'stateless' } }),
      app(edited({ job: { upgradeMode: 'stateless' } })),
      'Upgrade: cancel the job, start from empty state',
    ],
    ['a suspension', app(savepoint), app({ job: { upgradeMode: 'savepoint', state: 'suspended' } }), 'Suspend: stop with a savepoint'],
    [
      'what the running job does not depend on',
      app(savepoint),
      app({ job: { upgradeMode: 'last-state' } }),
      'Recorded only: what runs is not affected',
    ],
    ['a session cluster', null, withoutJob(), 'New: deploy the session cluster'],
    [
      'two colours',
      colours(savepoint),
      colours(edited(savepoint)),
      'Switch to green: start it from a savepoint that is taken now, then delete the deployment that serves now',
    ],
    ['a FlinkApplication', lyft(), lyft({ parallelism: 7 }), 'Upgrade: start a new cluster, stop with a savepoint, start from it'],
  ])('%s', (_title, deployed, wanted, headline) => {
    expect(wordsOf(deployed, wanted).headline).toBe(headline)
  })

  test.each<readonly [string, JsonObject | null, JsonObject, readonly string[]]>([
    ['savepoint', app(savepoint), app(edited(savepoint)), ['savepoint', 'stop', 'replace', 'run']],
    ['last-state, which takes no savepoint', app(lastState), app(edited(lastState)), ['stop', 'replace', 'run']],
    ['stateless', app({ job: { upgradeMode: 'stateless' } }), app(edited({ job: { upgradeMode: 'stateless' } })), [
      'stop',
      'replace',
      'run',
    ]],
    ['a first deployment has no job to lose', null, app(savepoint), []],
    ['the same again', app(savepoint), app(savepoint), []],
    ['a session cluster, of whose jobs it tells', withoutJob(), {
      ...withoutJob(),
      spec: { ...withoutJob()['spec'] as JsonObject, image: 'flink:next' },
    }, ['stop', 'replace']],
    ['two colours: the new one comes first', colours(savepoint), colours(edited(savepoint)), ['savepoint', 'replace', 'stop', 'run']],
    [
      'two colours without state',
      colours({ job: { upgradeMode: 'stateless' } }),
      colours(edited({ job: { upgradeMode: 'stateless' } })),
      ['replace', 'stop', 'run'],
    ],
    ['two colours, in place', colours(savepoint), colours(lastState), ['replace', 'run']],
    [
      'two colours, suspended in place',
      colours(savepoint),
      colours({ job: { upgradeMode: 'savepoint', state: 'suspended' } }),
      ['replace', 'savepoint'],
    ],
    ['Lyft: the new cluster comes first', lyft(), lyft({ image: 'lyft/flink:2' }), ['replace', 'savepoint', 'run', 'stop']],
    ['Lyft without state', lyft(), lyft({ image: 'lyft/flink:2', savepointDisabled: true }), []],
  ])('N18 what happens if a phase fails is said of each phase: %s', (_what, deployed, wanted, want) => {
    const words = wordsOf(deployed, wanted)
    expect(words.failing.map(({ phase }) => phase)).toEqual(want)
    expect(planText(words).includes('if it fails')).toBe(want.length > 0)
  })

  test('a switch that fails leaves the deployment that serves; of a session cluster it says whether its jobs come back', () => {
    const switched = wordsOf(colours(savepoint), colours(edited(savepoint))).failing
    expect(switched.filter(({ phase }) => phase === 'savepoint' || phase === 'replace').map(({ then }) => then)).toEqual([
      expect.stringMatching(/^the old deployment keeps serving; .*TransitionFailed/u),
      expect.stringMatching(/^the old deployment keeps serving; .*TransitionFailed/u),
    ])
    const session = (noHa: boolean, image: string): JsonObject => {
      const { job: _, ...spec } = specJson({ ...(noHa ? { noHa } : {}), rest: { image } })
      return document('FlinkDeployment', spec)
    }
    const replaced = (noHa: boolean): string =>
      wordsOf(session(noHa, 'a'), session(noHa, 'b')).failing.find(({ phase }) => phase === 'replace')?.then ?? ''
    expect(replaced(false)).toMatch(/rollback; the jobs are restored once a cluster runs$/u)
    expect(replaced(true)).toMatch(/^the old cluster is gone, and none of its jobs runs: .*rollback$/u)
  })

  test.each<readonly [change: string, stops: boolean, stateless: boolean, replace: RegExp]>([
    ['PATCH_CHILD', false, false, /^the job runs on; a change without effect in time is taken back, .*TransitionFailed/u],
    ['SUSPEND', true, false, /^the job keeps running, /u],
    ['RESUME', false, false, /^no job runs, and its state is kept: .*TransitionFailed/u],
    ['RESUME', false, true, /^no job processes data: .*TransitionFailed/u],
    ['TRANSITION', false, false, /^no job runs, and its state is kept: .*TransitionFailed/u],
    ['IGNORE', true, false, /^the old job is stopped, and its state is kept: /u],
  ])('a change in place that fails: %s, stops a job: %s, stateless: %s', (type, stops, stateless, replace) => {
    const failing = failingPhases({
      kind: 'FlinkBlueGreenDeployment',
      operation: { kind: 'InPlace', mode: '' },
      impact: { _tag: stateless ? 'Stateless' : 'Change' },
      diff: { type },
      rounds: [],
    }, [{ phase: 'replace', does: [] }, ...(stops ? [{ phase: 'stop' as const, does: [] }] : [])])
    expect(failing.map(({ phase }) => phase)).toEqual(stops ? ['replace', 'stop'] : ['replace'])
    expect(failing[0]?.then).toMatch(replace)
  })

  test('of a stateless job no state is promised', () => {
    const mode: SpecChange = { job: { upgradeMode: 'stateless' } }
    expect(wordsOf(app(mode), app(edited(mode))).failing.filter(({ then }) => then.includes('state'))).toEqual([])
  })

  test('the phases of an upgrade: savepoint, stop, replace, run; status writes and events only on request', () => {
    const plain: SpecChange = { ...savepoint, noHa: true }
    const words = wordsOf(app(plain), app(edited(plain)))
    expect(words.phases.map(({ phase }) => phase)).toEqual(['savepoint', 'stop', 'replace', 'run'])
    expect(words.phases.at(-1)?.does).toEqual(['the job runs'])
    expect(planText(words)).not.toMatch(/write status|event /)
    expect(planText(words, true)).toMatch(/write status[\s\S]*event /)
  })
})
