import { describe, expect, test } from 'vitest'
import { defaultsOf } from '../../crd/field.ts'
import { flinkDeploymentSpecFields } from '../../crd/flink-deployment-spec-fields.ts'
import { jobSpecFields } from '../../crd/job-spec-fields.ts'
import type { FlinkDeploymentSpec, JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { specDiff } from './spec-diff.ts'

const emptyJob: JobSpec = defaultsOf<JobSpec>(jobSpecFields as never)
const emptySpec: FlinkDeploymentSpec = defaultsOf<FlinkDeploymentSpec>(flinkDeploymentSpecFields as never)
type Part = Partial<FlinkDeploymentSpec>
const textOf = (before: Part, after: Part): string =>
  (/^Diff: FlinkDeploymentSpec\[(.*)\]$/su.exec(specDiff({ ...emptySpec, ...before }, { ...emptySpec, ...after }, 'native', true).text)
    ?? [])[1]
    ?? ''
const args = (text: string): Part => ({ job: { ...emptyJob, args: text.split(' ').filter(it => it !== '') } })
const log = (logConfiguration: Readonly<Record<string, string>>): Part => ({ logConfiguration })
const configuration = (flinkConfiguration: JsonObject): Part => ({ flinkConfiguration })
const pod = (part: JsonObject): Part => ({ podTemplate: { spec: part } })
const numbered = (prefix: string, count: number): readonly string[] => Array.from({ length: count }, (_, n) => `${prefix}${n}`)
const howMany = (text: string): number => (text === '' ? 0 : text.split(', ').length)

describe('lists: by their longest common part (api-and-config.md, section 7)', () => {
  test.each([
    ['', 'x', 'job.args.0 : null -> x'],
    ['a b', 'x a b', 'job.args.0 : a -> x'],
    ['a b c', 'a c', 'job.args.1 : b -> c'],
    ['a b', 'a c', 'job.args.1 : b -> c'],
    ['x a b', 'a b y', 'job.args.0 : x -> a, job.args.2 : b -> y'],
    ['a', 'a v v', 'job.args.1 : null -> v, job.args.2 : null -> v'],
    // moved: once, at the new place
    ['x a b c', 'a b c x', 'job.args.3 : c -> x'],
    ['a b c x', 'x a b c', 'job.args.0 : a -> x'],
    ['a b c d e', 'd a e b c', 'job.args.0 : a -> d, job.args.2 : c -> e'],
  ])('%s → %s', (before, after, want) => {
    expect(textOf(args(before), args(after))).toBe(want)
  })

  test.each([
    ['the last of 200 items put in front', numbered('i', 200), ['i199', ...numbered('i', 199)], 1],
    ['the last of 201 items put in front', numbered('i', 201), ['i200', ...numbered('i', 200)], 201],
    ['one put before 200 others', numbered('i', 200), ['x', ...numbered('i', 200)], 201],
    ['the first of 201 taken away', ['x', ...numbered('i', 200)], numbered('i', 200), 201],
  ])('%s (lists of more than 200 are compared position by position)', (_title, before, after, want) => {
    expect(howMany(textOf(args(before.join(' ')), args(after.join(' '))))).toBe(want)
  })

  test('what stands behind a new item is compared with its counterpart', () => {
    expect(textOf(pod({ list: ['k', { p: '1' }] }), pod({ list: ['z', 'k', { p: '2' }] }))).toBe(
      'podTemplate.spec.list.0 : k -> z, podTemplate.spec.list.2.p : null -> 2',
    )
  })
})

describe('fields (api-and-config.md, section 7)', () => {
  test.each(
    [
      ['added, as in a JSON pointer', log({}), log({ 'a/b~c': 'x' }), 'logConfiguration.a~1b~0c : null -> x'],
      ['taken away', log({ a: 'x', b: 'y' }), log({ b: 'y' }), 'logConfiguration.a : x -> null'],
      ['empty text taken away', log({ a: '', b: 'y' }), log({ b: 'y' }), 'logConfiguration.a : {..} -> null'],
      ['renamed: once, at the new place', log({ a: 'x' }), log({ b: 'x' }), 'logConfiguration.b : null -> x'],
      [
        'renamed beside a change',
        log({ a: '1', b: '1' }),
        log({ b: '2', c: '1' }),
        'logConfiguration.c : null -> 1, logConfiguration.b : 1 -> 2',
      ],
      [
        'one of two has a counterpart',
        log({ a: '1', b: '1' }),
        log({ c: '1' }),
        'logConfiguration.c : null -> 1, logConfiguration.b : 1 -> null',
      ],
      ['a list taken away', pod({ list: ['a'], b: 'y' }), pod({ b: 'y' }), 'podTemplate.spec.list : {..} -> null'],
      [
        'a list instead of an object',
        pod({ part: { a: '1' } }),
        pod({ part: ['a', 'b'] }),
        'podTemplate.spec.part : {"a":"1"} -> ["a","b"]',
      ],
      [
        'an object instead of a list',
        pod({ part: ['a', 'b'] }),
        pod({ part: { a: '1' } }),
        'podTemplate.spec.part : ["a","b"] -> {"a":"1"}',
      ],
      [
        'configuration keys sorted',
        configuration({ b: '1', a: '1' }),
        configuration({ b: '2', a: '2' }),
        'flinkConfiguration.a : 1 -> 2, flinkConfiguration.b : 1 -> 2',
      ],
      ['an empty value taken away', configuration({ a: '' }), configuration({}), 'flinkConfiguration.a : {..} -> null'],
      ['a value taken away', configuration({ a: 'x' }), configuration({}), 'flinkConfiguration.a : x -> null'],
    ] as const,
  )('%s', (_title, before, after, want) => {
    expect(textOf(before, after)).toBe(want)
  })

  test.each([[100, 100], [101, 202]])('%i renamed fields are %i differences (more than 200 are not paired)', (count, want) => {
    const named = (prefix: string) => log(Object.fromEntries(numbered('', count).map(n => [`${prefix}${n}`, `v${n}`])))
    expect(howMany(textOf(named('a'), named('b')))).toBe(want)
  })
})

describe('whole objects are told with every field that their class has (api-and-config.md, section 7)', () => {
  const resource = { cpu: 1, memory: '1g', ephemeralStorage: '1Gi' }
  const resources = { requests: { cpu: 1 }, limits: {} }
  test.each(
    [
      [
        'ingress',
        {
          ingress: { template: 'a', className: 'nginx', annotations: { b: 'c' }, labels: null, tls: [{ hosts: ['h'], secretName: null }] },
        },
        'ingress : null -> {"template":"a","className":"nginx","annotations":{"b":"c"},"labels":null,"tls":[{"hosts":["h"],"secretName":null}]}',
      ],
      [
        'taskManager',
        { taskManager: { resource, resources, replicas: 2, podTemplate: { spec: {} } } },
        'taskManager : null -> {"resource":{"cpu":1.0,"memory":"1g","ephemeralStorage":"1Gi"},"resources":{"requests":{"cpu":1},"limits":{}},"replicas":2,"podTemplate":{"spec":{}}}',
      ],
      [
        'taskManager without resources',
        { taskManager: { resource: null, resources: null, replicas: null, podTemplate: null } },
        'taskManager : null -> {"resource":null,"replicas":null,"podTemplate":null}',
      ],
      [
        'jobManager',
        { jobManager: { resource, resources, replicas: 1, podTemplate: { spec: {} } } },
        'jobManager : null -> {"resource":{"cpu":1.0,"memory":"1g","ephemeralStorage":"1Gi"},"resources":{"requests":{"cpu":1},"limits":{}},"replicas":1,"podTemplate":{"spec":{}}}',
      ],
      [
        'job',
        { job: { ...emptyJob, savepointTriggerNonce: '9007199254740993', args: ['x'] } },
        'job : null -> {"jarURI":null,"parallelism":0,"entryClass":null,"args":["x"],"state":"running","savepointTriggerNonce":9007199254740993,"initialSavepointPath":null,'
        + '"checkpointTriggerNonce":null,"upgradeMode":"stateless","allowNonRestoredState":null,"savepointRedeployNonce":null,"autoscalerResetNonce":null}',
      ],
    ] as const,
  )('%s', (_title, after, want) => {
    expect(textOf({ job: null }, after)).toBe(want)
  })

  test('P11 a record that does not fit is taken as it stands', () => {
    const withResource = (it: unknown): Part => ({
      taskManager: { resource: it, resources: null, replicas: null, podTemplate: null } as never,
    })
    expect(textOf(withResource('x'), withResource(['y']))).toBe('taskManager.resource : x -> ["y"]')
    expect(textOf(withResource({ cpu: 1 }), withResource({ cpu: '1' }))).toBe('taskManager.resource.cpu : 1.0 -> 1')
    expect(textOf({ podTemplate: 'x' as never }, { podTemplate: ['y'] as never })).toBe('podTemplate : x -> ["y"]')
    expect(textOf({ restartNonce: { a: 1 } as never }, { restartNonce: 1 })).toBe('restartNonce : {"a":1} -> 1')
    expect(textOf({ flinkConfiguration: ['a'] as never }, { flinkConfiguration: 'x' as never })).toBe('')
  })
})
