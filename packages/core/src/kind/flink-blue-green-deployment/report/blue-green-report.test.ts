import { describe, expect, test } from 'vitest'
import {
  activeBlue,
  blueGreenRound,
  edited,
  explainedIn,
  gone,
  later,
  round,
  savepointsDone,
  settled,
} from '../../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../../fixtures/played-blue-green.ts'
import { aBlueGreen, blueGreenSpec } from '../../../../fixtures/a-blue-green.ts'
import { image, switching, withMeta } from '../../../../fixtures/blue-green-plays.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { initialBlueGreenStatus } from '../blue-green-codec.ts'
import { redactActions } from '../../../contract/redaction/redact-actions.ts'
import type { JsonObject } from '../../../contract/resource/json.ts'
import { resourceTypes } from '../../../contract/resource/resource-type.ts'
import { pauseAnnotation } from '../../../contract/round/pause.ts'
import { changeEvents, problemEvents } from './blue-green-conditions.ts'
import { flinkBlueGreenDeploymentKind as kind } from '../flink-blue-green-deployment-kind.ts'

const aborted = (): Play => gone(settled(later(switching(), 600_000)), 'app-green')
const findingsOf = (spec: JsonObject, metadata: JsonObject = {}) => blueGreenRound(aBlueGreen(spec, metadata)).desired

describe('what is wrong with a spec is found before there is a child (C-D16, E-28, E-39)', () => {
  test.each<readonly [string, JsonObject, JsonObject, string, string]>([
    [
      'a template without a job',
      { template: { spec: { ...(blueGreenSpec()['template'] as { readonly spec: JsonObject }).spec, job: null } } },
      {},
      'spec.template.spec.job',
      'each child runs one job',
    ],
    ['a name of 40 characters', blueGreenSpec(), { name: 'a'.repeat(40) }, 'metadata.name', 'At most 39 characters'],
    [
      'a path that both children would have',
      blueGreenSpec({ rest: { ingress: { template: '/x' } } }),
      {},
      'spec.template.spec.ingress.template',
      'Give it a host, or put {{name}} into the path',
    ],
    [
      'a child that would not be valid',
      blueGreenSpec({ job: { parallelism: -1 } }),
      {},
      'spec.template.spec.job.parallelism',
      'larger than 0',
    ],
    [
      'an option that does not parse',
      { ...blueGreenSpec(), configuration: { 'kubernetes.operator.bluegreen.abort.grace-period': 'soon' } },
      {},
      'spec.configuration.kubernetes.operator.bluegreen.abort.grace-period',
      "Could not parse value 'soon'",
    ],
  ])('%s: it is not followed', (_title, spec, metadata, field, message) => {
    const { invalid, wanted, findings } = findingsOf(spec, metadata)
    expect(wanted).toBeNull()
    expect(invalid).toMatchObject({ severity: 'Error', field, message: expect.stringContaining(message) as string })
    // of two children that are made alike it is told once
    const messages = findings.map(it => `${it.field} ${it.message}`)
    expect(messages).toEqual([...new Set(messages)])
  })

  test.each<readonly [string, string]>([
    [
      'kubernetes.operator.periodic.savepoint.interval',
      'has no effect here: set options of the children in spec.template.spec.flinkConfiguration',
    ],
    ['some.key', 'has no effect: only kubernetes.operator.bluegreen.* is read from spec.configuration'],
  ])('%s is an option of the children, or of nobody: it is advised', (key, message) => {
    const { invalid, findings } = findingsOf({ ...blueGreenSpec(), configuration: { [key]: '1 h' } })
    expect(invalid).toBeNull()
    expect(findings).toContainEqual({
      severity: 'Advice',
      field: `spec.configuration.${key}`,
      message: expect.stringContaining(message) as string,
    })
  })

  test('a name of 39 characters, and its own options, are fine', () => {
    const spec = { ...blueGreenSpec(), configuration: { 'kubernetes.operator.bluegreen.abort.grace-period': '7 min' } }
    const { findings, options } = findingsOf(spec, { name: 'a'.repeat(39) })
    expect(findings.filter(({ field }) => field.startsWith('spec.configuration') || field === 'metadata.name')).toEqual([])
    expect(options.abortGracePeriod).toBe(420_000)
  })

  test('P10 options of a spec that is not valid do not count: those of the last good one do', () => {
    const good = { ...blueGreenSpec(), configuration: { 'kubernetes.operator.bluegreen.abort.grace-period': '7 min' } }
    const bad = {
      ...blueGreenSpec({ job: { parallelism: -1 } }),
      configuration: { 'kubernetes.operator.bluegreen.abort.grace-period': '1 min' },
    }
    const { parent } = edited(activeBlue(good), bad)
    expect(blueGreenRound(parent ?? expect.fail('gone')).desired.options.abortGracePeriod).toBe(420_000)
  })
})

describe('events: what changed is told where the status first says so (E-54)', () => {
  const of = (change: object) => ({ ...initialBlueGreenStatus, ...change })
  const failure = (times: number, generation = 2) => ({
    operatorRecord: { ...initialBlueGreenStatus.operatorRecord, failed: { generation, times, retryAt: 0, reason: 'it was late' } },
  })
  const messages = (before: object, after: object): readonly string[] =>
    changeEvents(of(before), of(after), 'so').map(({ message }) => message)

  test.each<readonly [string, object, object, readonly string[]]>([
    ['nothing', { blueGreenState: 'ACTIVE_BLUE' }, { blueGreenState: 'ACTIVE_BLUE' }, []],
    ['the first state', { blueGreenState: null }, { blueGreenState: 'INITIALIZING_BLUE' }, ['INITIALIZING_BLUE: so']],
    ['another state', { blueGreenState: 'ACTIVE_BLUE' }, { blueGreenState: 'ACTIVE_GREEN' }, ['ACTIVE_BLUE → ACTIVE_GREEN: so']],
    ['the first failure', {}, failure(1), ['it was late']],
    ['another one', failure(1), failure(2), ['it was late']],
    ['one of another spec', failure(1), failure(1, 3), ['it was late']],
    ['the same', failure(1), failure(1), []],
    ['it is over', failure(1), {}, []],
  ])('%s', (_title, before, after, want) => {
    expect(messages(before, after)).toEqual(want)
  })

  const problem = { owner: 'upgrade', type: 'x', reason: 'NotReady', message: 'not ready' } as const
  test.each<readonly [string, Parameters<typeof problemEvents>[0], string | null, number]>([
    ['none', null, null, 0],
    ['a new one', problem, null, 1],
    ['another one than before', problem, 'something else', 1],
    ['the same', problem, 'not ready', 0],
    ['a failed attempt was told when it failed', { ...problem, reason: 'TransitionFailed' }, 'before', 0],
    ['one that nobody was told of', { ...problem, reason: 'TransitionFailed' }, null, 1],
  ])('P16 a problem: %s', (_title, given, reported, count) => {
    expect(problemEvents(given, reported)).toHaveLength(count)
  })

  test('a message fits into an event', () => {
    const events = problemEvents({ ...problem, message: 'x'.repeat(2_000) }, null)
    expect(redactActions(events, []).map(action => (action._tag === 'EmitEvent' ? Buffer.byteLength(action.message) : 0))).toEqual([1_000])
  })
})

describe('explain', () => {
  test('E-32 an attempt that failed: how often, how many are left, and when it is tried again', () => {
    const play = aborted()
    const { retries, error } = explainedIn(play)
    expect(retries).toMatchObject({ failures: 1, backoffLimit: 2, left: 2 })
    expect(retries?.retryAt).toBeGreaterThan(play.now)
    expect(error).toContain("Aborting deployment 'app-green', rolling B/G deployment back to ACTIVE_BLUE")
    const record = play.parent?.status.operatorRecord
    const often: Play = {
      ...play,
      parent: play.parent === null ? null
        : {
          ...play.parent,
          status: { ...play.parent.status, operatorRecord: { ...record!, failed: { generation: 2, times: 3, retryAt: 0, reason: 'x' } } },
        },
    }
    expect(explainedIn(often).retries).toMatchObject({ failures: 3, left: 0, retryAt: null })
    expect(explainedIn(activeBlue()).retries).toBeNull()
  })

  test.each<readonly [string, Play, number]>([
    ['it is deleted', withMeta(activeBlue(), { deletionTimestamp: t0 - 7_000 }), t0 - 7_000],
    ['nothing happened yet', withMeta(aPlay(), { creationTimestamp: t0 - 9_000 }), t0 - 9_000],
    ['a transition is under way', later(switching(), 3_000), t0],
    ['its state changed', later(activeBlue(), 3_000), t0],
  ])('since when: %s', (_title, play, want) => {
    expect(explainedIn(play).since).toBe(want)
  })

  test('P23 what is secret in a child is not told', () => {
    const secret = blueGreenSpec({ configuration: { 's3.secret-key': 'very-secret-word' } })
    const play = edited(activeBlue(secret), blueGreenSpec({ configuration: { 's3.secret-key': 'another-secret-word' } }))
    expect(JSON.stringify(explainedIn(play))).not.toMatch(/very-secret-word|another-secret-word/u)
    expect(explainedIn(play).change).not.toBeNull()
  })
})

describe('A8 conditions', () => {
  const conditionsIn = (play: Play) => round(play).parent?.status.conditions ?? []
  test.each([['true', 'Annotation'], ['for ever', 'UnknownValue']])('Paused is there while it is so: %s', (value, reason) => {
    const paused = withMeta(activeBlue(), { annotations: { [pauseAnnotation]: value } })
    expect(conditionsIn(paused)).toContainEqual(expect.objectContaining({ type: 'Paused', status: 'True', reason }))
    expect(conditionsIn(activeBlue()).map(({ type }) => type)).toEqual(['Ready', 'Reconciling', 'Stalled'])
  })

  test('A4 the moment of a condition moves with its status alone', () => {
    const asked = settled(edited(later(activeBlue(), 5_000), image('two')))
    const further = settled(later(savepointsDone(asked), 5_000))
    const at = (play: Play, type: string) => play.parent?.status.conditions.find(it => it.type === type)
    expect(at(further, 'Reconciling')?.message).not.toBe(at(asked, 'Reconciling')?.message)
    expect(at(further, 'Reconciling')?.lastTransitionTime).toBe(at(asked, 'Reconciling')?.lastTransitionTime)
    expect(at(asked, 'Reconciling')?.lastTransitionTime).not.toBe(at(activeBlue(), 'Reconciling')?.lastTransitionTime)
  })
})

test('its children wake it: how they are, and which job they have', () => {
  const owned = kind.watch.find(it => it._tag === 'Owned') ?? expect.fail('no rule')
  expect(owned.type).toBe(resourceTypes.FlinkDeployment)
  for (
    const path of [['status', 'lifecycleState'], ['status', 'observedGeneration'], ['status', 'jobStatus', 'state'], [
      'status',
      'jobStatus',
      'jobId',
    ]]
  )
    expect(owned.values).toContainEqual({ path, absent: '' })
  expect(kind.watch.find(it => it._tag === 'Itself')?.values).toContainEqual({
    path: ['metadata', 'annotations', pauseAnnotation],
    absent: '',
  })
})
