import { describe, expect, test } from 'vitest'
import type { FlinkDeploymentSpec, JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { JsonObject, Json } from '../../contract/resource/json.ts'
import { flinkDeploymentSpecFields } from '../../crd/flink-deployment-spec-fields.ts'
import { jobSpecFields } from '../../crd/job-spec-fields.ts'
import { defaultsOf } from '../../crd/field.ts'
import { decodeFlinkDeployment } from '../../crd/flink-deployment.ts'
import { printMap } from '../../flink/configuration/value-text.ts'
import { mapListOptions, mapOptions } from './map-options.ts'
import { specDiff, isSameJson } from './spec-diff.ts'
import { mostSevere } from './field-policy.ts'

const emptyJob: JobSpec = defaultsOf<JobSpec>(jobSpecFields as never)
const emptySpec: FlinkDeploymentSpec = defaultsOf<FlinkDeploymentSpec>(flinkDeploymentSpecFields as never)

const aSpec = (over: Partial<FlinkDeploymentSpec> = {}): FlinkDeploymentSpec => ({
  ...emptySpec,
  image: 'flink:1.20',
  job: emptyJob,
  ...over,
})
const withJob = (over: Partial<JobSpec>): FlinkDeploymentSpec => aSpec({ job: { ...emptyJob, ...over } })
const withConfiguration = (flinkConfiguration: JsonObject): FlinkDeploymentSpec => aSpec({ flinkConfiguration })
const taskManager = { resource: null, resources: null, replicas: null, podTemplate: null }
const decoded = (spec: JsonObject): FlinkDeploymentSpec => {
  const resource = decodeFlinkDeployment({ metadata: { name: 'a', namespace: 'b' }, spec })
  if (resource._tag === 'Left') throw new Error(JSON.stringify(resource.left))
  return resource.right.spec
}

describe('severity of a changed field (control-flow.md, section 4.2)', () => {
  test.each(
    [
      // field                                  before                    after                                             native
      // standalone
      ['restartNonce', aSpec(), aSpec({ restartNonce: 1 }), 'UPGRADE', 'UPGRADE'],
      ['restartNonce 0', aSpec(), aSpec({ restartNonce: 0 }), 'UPGRADE', 'UPGRADE'],
      ['restartNonce taken away', aSpec({ restartNonce: 1 }), aSpec(), 'IGNORE', 'IGNORE'],
      ['job.savepointRedeployNonce', withJob({}), withJob({ savepointRedeployNonce: 1 }), 'SAVEPOINT_REDEPLOY', 'SAVEPOINT_REDEPLOY'],
      ['job.savepointRedeployNonce taken away', withJob({ savepointRedeployNonce: 1 }), withJob({}), 'IGNORE', 'IGNORE'],
      ['job.parallelism', withJob({ parallelism: 1 }), withJob({ parallelism: 2 }), 'UPGRADE', 'SCALE'],
      ['taskManager.replicas', aSpec({ taskManager }), aSpec({ taskManager: { ...taskManager, replicas: 2 } }), 'UPGRADE', 'SCALE'],
      ['job.savepointTriggerNonce', withJob({}), withJob({ savepointTriggerNonce: 1 }), 'IGNORE', 'IGNORE'],
      ['job.checkpointTriggerNonce', withJob({}), withJob({ checkpointTriggerNonce: 1 }), 'IGNORE', 'IGNORE'],
      ['job.initialSavepointPath', withJob({}), withJob({ initialSavepointPath: 's3://x' }), 'IGNORE', 'IGNORE'],
      ['job.upgradeMode', withJob({}), withJob({ upgradeMode: 'last-state' }), 'IGNORE', 'IGNORE'],
      ['job.allowNonRestoredState', withJob({}), withJob({ allowNonRestoredState: true }), 'IGNORE', 'IGNORE'],
      ['job.autoscalerResetNonce', withJob({}), withJob({ autoscalerResetNonce: 1 }), 'IGNORE', 'IGNORE'],
      ['job.jarURI', withJob({}), withJob({ jarURI: 'local:///a.jar' }), 'UPGRADE', 'UPGRADE'],
      ['job.args', withJob({ args: ['a', 'b'] }), withJob({ args: ['b', 'a'] }), 'UPGRADE', 'UPGRADE'],
      ['job.state', withJob({}), withJob({ state: 'suspended' }), 'UPGRADE', 'UPGRADE'],
      ['job on one side', aSpec({ job: null }), withJob({}), 'UPGRADE', 'UPGRADE'],
      ['taskManager on one side', aSpec(), aSpec({ taskManager }), 'UPGRADE', 'UPGRADE'],
      [
        'ingress (C-D03: kept as in the reference)',
        aSpec(),
        aSpec({ ingress: { template: 'a', className: null, annotations: null, labels: null, tls: null } }),
        'UPGRADE',
        'UPGRADE',
      ],
      ['job.autoscaler…', withConfiguration({}), withConfiguration({ 'job.autoscaler.enabled': 'true' }), 'IGNORE', 'IGNORE'],
      ['kubernetes.operator…', withConfiguration({}), withConfiguration({ 'kubernetes.operator-x': '1' }), 'IGNORE', 'IGNORE'],
      ['parallelism.default…', withConfiguration({}), withConfiguration({ parallelism: { defaults: 1 } }), 'IGNORE', 'IGNORE'],
      [
        'parallelism overrides',
        withConfiguration({}),
        withConfiguration({ 'pipeline.jobvertex-parallelism-overrides': 'v:2' }),
        'SCALE',
        'UPGRADE',
      ],
      ['any other key', withConfiguration({}), withConfiguration({ 'kubernetes.operato': '1' }), 'UPGRADE', 'UPGRADE'],
    ] as const,
  )('%s', (_title, before, after, native, standalone) => {
    for (const [mode, want] of [['native', native], ['standalone', standalone]] as const) {
      const { type, changes } = specDiff(before, after, mode)
      expect([type, ...changes.map(it => it.type)]).toEqual([want, ...changes.map(() => want)])
    }
  })

  test('the whole edit is as severe as its most severe field', () => {
    expect(mostSevere([])).toBe('IGNORE')
    expect(mostSevere(['UPGRADE', 'IGNORE', 'SAVEPOINT_REDEPLOY', 'SCALE'])).toBe('SAVEPOINT_REDEPLOY')
  })
})

describe('what is no difference', () => {
  test('P08 the same spec', () => {
    expect(specDiff(aSpec(), aSpec(), 'native', true)).toEqual({ type: 'IGNORE', changes: [], text: '' })
  })
  test('C-D04 mode null and native are one', () => {
    expect(specDiff(aSpec({ mode: null }), aSpec({ mode: 'native' }), 'native', true).changes).toEqual([])
    expect(specDiff(aSpec({ mode: null }), aSpec({ mode: 'standalone' }), 'standalone').type).toBe('UPGRADE')
  })
  test.each<readonly ['native' | 'standalone' | null, 'native' | 'standalone' | null]>([['standalone', null], [null, 'standalone'], [
    'standalone',
    'native',
  ]])('C-D04 an edit of mode %s to %s is told as it is written', (from, to) => {
    const { changes, text } = specDiff(aSpec({ mode: from }), aSpec({ mode: to }), to ?? 'native')
    expect([changes, text]).toEqual([
      [{ path: 'mode', type: 'UPGRADE', from, to }],
      `Diff: FlinkDeploymentSpec[mode : ${String(from)} -> ${String(to)}]`,
    ])
  })
  test('C-D01 null is the default: no difference to an absent field', () => {
    const wrote = decoded({
      job: { args: null, state: null, upgradeMode: null, parallelism: null },
      jobManager: { replicas: null },
      flinkConfiguration: null,
    })
    expect(specDiff(wrote, decoded({ job: {}, jobManager: {} }), 'native').changes).toEqual([])
  })
  test('B43 flat and nested configuration are one', () => {
    expect(specDiff(withConfiguration({ 'a.b': '1' }), withConfiguration({ a: { b: 1 } }), 'native', true).changes).toEqual([])
  })
  test('B43 the order of the pairs of a map-valued option is no difference', () => {
    const overrides = (text: string) => withConfiguration({ 'pipeline.jobvertex-parallelism-overrides': text })
    expect(specDiff(overrides('a:1,b:2'), overrides('b:2,a:1'), 'standalone').changes).toEqual([])
    expect(specDiff(overrides('a:1,b:2'), overrides('b:2,a:2'), 'native', true).type).toBe('SCALE')
    expect(specDiff(overrides('a:1,,'), overrides('a:1,'), 'native', true).type).toBe('SCALE')
  })
  test.each(mapOptions.filter(key => key !== 'pipeline.jobvertex-parallelism-overrides'))(
    'B43 the order of the pairs of %s is no difference',
    key => {
      expect(specDiff(withConfiguration({ [key]: 'a:1,b:2' }), withConfiguration({ [key]: 'b:2,a:1' }), 'native', true).changes).toEqual([])
      expect(specDiff(withConfiguration({ [key]: 'a:1,b:2' }), withConfiguration({ [key]: 'b:2,a:2' }), 'native', true).type).toBe(
        'UPGRADE',
      )
    },
  )
  test.each(mapListOptions)('B43 the order of the pairs in the maps of %s is no difference, that of the maps is one', key => {
    const changes = (to: string) =>
      specDiff(withConfiguration({ [key]: 'a:1,b:2;c:3' }), withConfiguration({ [key]: to }), 'native').changes
    expect(changes('b:2,a:1;c:3')).toEqual([])
    expect(changes('c:3;a:1,b:2')).not.toEqual([])
  })
  describe('U05 a map that one spec writes as text and the other as nested keys', () => {
    const key = 'pipeline.jobvertex-parallelism-overrides'
    const diff = (from: JsonObject, to: JsonObject) => specDiff(withConfiguration(from), withConfiguration(to), 'native', true)
    test.each<readonly [string, JsonObject, JsonObject]>([
      ['nested', { [key]: 'a:1,b:2' }, { [key]: { b: 2, a: '1' } }],
      ['flat keys', { [key]: "a:1,'b:2'" }, { [`${key}.a`]: '1', [`${key}.b`]: 2 }],
      ['nested from the root', { [key]: 'a:1' }, { pipeline: { 'jobvertex-parallelism-overrides': { a: 1 } } }],
      ['names and values with delimiters', { [key]: printMap({ 'a:b': '1', "'c,d'": '2' }) }, { [key]: { 'a:b': 1, "'c,d'": 2 } }],
    ])('%s: no difference, in either direction', (_, from, to) => {
      expect(diff(from, to).changes).toEqual([])
      expect(diff(to, from).changes).toEqual([])
    })
    test('another content is a change, as heavy as ever', () => {
      expect(diff({ [key]: 'a:1,b:2' }, { [key]: { a: 1, b: 3 } }).type).toBe('SCALE')
      expect(diff({ [key]: 'a:1,b:2' }, { [key]: { a: 1 } }).type).toBe('SCALE')
      expect(diff({ [key]: { a: 1 } }, { [key]: '' }).type).toBe('SCALE')
    })
    test('beside a text Flink reads no nested keys: they stay a difference of their own', () => {
      expect(diff({ [key]: 'a:1' }, { [key]: 'a:1', [`${key}.b`]: '2' }).changes.map(({ path }) => path))
        .toEqual([`flinkConfiguration.${key}.b`])
    })
    test('two nested forms differ key by key', () => {
      expect(diff({ [key]: { a: 1 } }, { [key]: { a: 2 } }).changes.map(({ path }) => path)).toEqual([`flinkConfiguration.${key}.a`])
    })
  })
  test.each([
    ['quantities of one amount', { spec: { containers: [{ resources: { limits: { memory: '1Gi' } } }] } }, {
      spec: { containers: [{ resources: { limits: { memory: '1024Mi' } } }] },
    }],
    ['quantities of one amount, decimal', { spec: { overhead: { cpu: '0.5' } } }, { spec: { overhead: { cpu: '500m' } } }],
    ['what old records hold of a Pod', { kind: 'Pod', apiVersion: 'v1', status: {}, spec: {} }, { spec: {} }],
    ['empty lists and maps', { metadata: { labels: {} }, spec: { containers: [] } }, { metadata: {}, spec: {} }],
    ['order of fields', { metadata: { labels: { a: '1', b: '2' } }, spec: {} }, { spec: {}, metadata: { labels: { b: '2', a: '1' } } }],
  ])('pod template: %s', (_title, before, after) => {
    expect(specDiff(aSpec({ podTemplate: before }), aSpec({ podTemplate: after }), 'native', true).changes).toEqual([])
  })
  test('B40 a record of an older operator without configuration is compared', () => {
    expect(specDiff({ ...aSpec(), flinkConfiguration: null as never }, withConfiguration({ a: '1' }), 'native', true).type).toBe('UPGRADE')
  })
})

describe('text for people (api-and-config.md, section 7)', () => {
  const textOf = (before: FlinkDeploymentSpec, after: FlinkDeploymentSpec): string => specDiff(before, after, 'native', true).text
  test.each(
    [
      [
        'fields in class order',
        aSpec(),
        { ...withJob({ parallelism: 2 }), image: 'b', restartNonce: 3 },
        'image : flink:1.20 -> b, job.parallelism : 0 -> 2, restartNonce : null -> 3',
      ],
      [
        'list items by position',
        withJob({ args: ['a', 'b'] }),
        withJob({ args: ['a', 'c', 'd'] }),
        'job.args.1 : b -> c, job.args.2 : null -> d',
      ],
      ['a moved list item once', withJob({ args: ['a', 'b'] }), withJob({ args: ['b', 'a'] }), 'job.args.0 : a -> b'],
      ['an object that is gone is not spelled out', aSpec({ logConfiguration: { a: 'b' } }), aSpec(), 'logConfiguration : {..} -> null'],
      [
        'doubles with a point',
        aSpec({ taskManager: { ...taskManager, resource: { cpu: 1, memory: null, ephemeralStorage: null } } }),
        aSpec({ taskManager: { ...taskManager, resource: { cpu: 0.5, memory: null, ephemeralStorage: null } } }),
        'taskManager.resource.cpu : 1.0 -> 0.5',
      ],
      ['all 64 bits of a nonce', aSpec(), aSpec({ restartNonce: '9223372036854775807' }), 'restartNonce : null -> 9223372036854775807'],
      ['empty text with quotes', withConfiguration({ a: '' }), withConfiguration({ a: '1' }), 'flinkConfiguration.a : "" -> 1'],
    ] as const,
  )('%s', (_title, before, after, want) => {
    expect(textOf(before, after)).toBe(`Diff: FlinkDeploymentSpec[${want}]`)
  })

  test('a whole object with every field', () => {
    const after = aSpec({ jobManager: { resource: null, resources: null, replicas: 1, podTemplate: null } })
    expect(textOf(aSpec(), after)).toBe('Diff: FlinkDeploymentSpec[jobManager : null -> {"resource":null,"replicas":1,"podTemplate":null}]')
  })
})

describe('equal as JSON (control-flow.md, section 4.2)', () => {
  test.each<readonly [string, Json, Json, boolean]>([
    ['P12 fields in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, true],
    ['list items in another order', ['a', 'b'], ['b', 'a'], false],
    ['the same list', ['a', ['b', null]], ['a', ['b', null]], true],
    ['a list that goes on', ['a'], ['a', 'b'], false],
    ['a list that ends in null', ['a'], ['a', null], false],
    ['a list with one other item', ['a', 'b'], ['a', 'c'], false],
    ['list and object', [], {}, false],
    ['object and list', {}, [], false],
    ['a value of another type', 1, '1', false],
    ['object and null', {}, null, false],
    ['null and object', null, {}, false],
    ['object and text', { 0: 'a' }, 'a', false],
    ['the same objects', { a: [1], b: null }, { a: [1], b: null }, true],
    ['one field more', { a: 1 }, { a: 1, b: null }, false],
    ['another field of the same value', { a: null }, { b: null }, false],
    ['an inner field', { a: { b: 1 } }, { a: { b: 2 } }, false],
    ['B43 a field that every object has', { constructor: null }, { a: null }, false],
  ])('%s', (_title, a, b, want) => {
    expect(isSameJson(a, b)).toBe(want)
  })
})
