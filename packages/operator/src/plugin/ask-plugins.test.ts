import type { JsonObject } from '@flink-operator/core'
import type { OperatorPlugin, PluginNews, PluginRequest } from '@flink-operator/core/plugin'
import { describe, expect, test, vi } from 'vitest'
import { askPlugins, type PluginFailure } from './ask-plugins.ts'

const resource: JsonObject = {
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: { namespace: 'a', name: 'x', uid: 'u', generation: 3, labels: { l: '1' }, finalizers: ['ours'] },
  spec: { image: 'i' },
  status: { lifecycleState: 'STABLE' },
}
const request: PluginRequest = { kind: 'FlinkDeployment', namespace: 'a', name: 'x', resource, before: null }
const news: PluginNews = { _tag: 'EventSent', kind: 'K', namespace: 'a', name: 'x', at: 0, type: 'Normal', reason: 'R', message: 'm' }

const asked = (plugins: readonly OperatorPlugin[], timeout = 1_000) => {
  const failures: PluginFailure[] = []
  const ours = askPlugins({ plugins, timeout, onFailure: failure => failures.push(failure) })
  return { ...ours, failures }
}
const mutator = (mutate: OperatorPlugin['mutate'], name = 'm'): OperatorPlugin => ({ name, ...(mutate === undefined ? {} : { mutate }) })
const validator = (answer: () => unknown): OperatorPlugin => ({ name: 'v', validate: answer as NonNullable<OperatorPlugin['validate']> })
const never = (): Promise<never> => new Promise(() => undefined)

describe('mutators', () => {
  test('run one after the other, before validators', async () => {
    const append = (text: string) =>
      mutator(({ resource: it }) => ({ ...it, spec: { image: `${(it['spec'] as { readonly image: string }).image}${text}` } }), `m${text}`)
    const seen: unknown[] = []
    const { admit } = asked([
      { name: 'v', validate: ({ resource: it }) => (seen.push(it['spec']), []) },
      append('1'),
      append('2'),
    ])
    expect(await admit(request)).toEqual({ resource: { ...resource, spec: { image: 'i12' } }, findings: [] })
    expect(seen).toEqual([{ image: 'i12' }])
  })

  test("of what one makes, spec, labels and annotations count, and nothing that is the server's or the operator's", async () => {
    const { admit } = asked([mutator(({ resource: it }) => ({
      ...it,
      metadata: { ...(it['metadata'] as JsonObject), generation: 9, finalizers: [], labels: {}, annotations: { a: 'b' } },
      status: {},
      spec: { image: 'j' },
    }))])
    expect((await admit(request)).resource).toEqual({
      ...resource,
      metadata: { ...(resource['metadata'] as JsonObject), labels: {}, annotations: { a: 'b' } },
      spec: { image: 'j' },
    })
  })

  test('one that changes what it was given changes nothing for the others', async () => {
    const { admit } = asked([mutator(({ resource: it }) => {
      ;(it['spec'] as { image: string }).image = 'changed'
      throw new Error('after all not')
    })])
    const { resource: taken, findings } = await admit(request)
    expect([taken, findings.length, resource['spec']]).toEqual([resource, 1, { image: 'i' }])
  })
})

describe('a plugin that gives no answer refuses the spec, and is told: P10, E-52', () => {
  test.each<[string, OperatorPlugin, string]>([
    [
      'a mutator that throws',
      mutator(() => {
        throw new Error('out\nof order')
      }),
      'Mutator m gave no answer: out. What runs stays as it is',
    ],
    [
      'a mutator that rejects',
      mutator(() => Promise.reject(new Error('late'))),
      'Mutator m gave no answer: late. What runs stays as it is',
    ],
    ['a mutator that hangs', mutator(never), 'Mutator m gave no answer: no answer within 20 ms. What runs stays as it is'],
    [
      'a mutator without a resource',
      mutator(() => undefined as unknown as JsonObject),
      'Mutator m gave no answer: its answer is no resource. What runs stays as it is',
    ],
    [
      'a mutator with another resource',
      mutator(({ resource: it }) => ({ ...it, metadata: { name: 'y' } })),
      'Mutator m gave no answer: its answer is another resource. What runs stays as it is',
    ],
    [
      'a validator that throws',
      validator(() => {
        throw new Error('no database')
      }),
      'Validator v gave no answer: no database. What runs stays as it is',
    ],
    ['a validator that hangs', validator(never), 'Validator v gave no answer: no answer within 20 ms. What runs stays as it is'],
    [
      'a validator with words alone',
      validator(() => 'too large'),
      'Validator v gave no answer: its answer is no list of findings: expected severity ("Error" or "Advice"), field and message of each. What runs stays as it is',
    ],
    [
      'a validator with half a finding',
      validator(() => [{ severity: 'Error', message: 'm' }]),
      'Validator v gave no answer: its answer is no list of findings: expected severity ("Error" or "Advice"), field and message of each. What runs stays as it is',
    ],
  ])('%s', async (_, plugin, message) => {
    const { admit, failures } = asked([plugin], 20)
    expect(await admit(request)).toEqual({ resource, findings: [{ severity: 'Error', field: 'spec', message }] })
    expect(failures).toMatchObject([{ plugin: plugin.name, resource: { kind: 'FlinkDeployment', namespace: 'a', name: 'x' } }])
  })

  test('the others are asked all the same', async () => {
    const advice = { severity: 'Advice', field: 'spec.image', message: 'older than a year' } as const
    const { admit } = asked([mutator(never, 'hangs'), validator(() => [advice])], 20)
    expect((await admit(request)).findings).toEqual([
      expect.objectContaining({ severity: 'Error' }),
      { ...advice, message: 'older than a year (v)' },
    ])
  })

  test('a finding is cut to what a status can hold', async () => {
    const { admit } = asked([validator(() => [{ severity: 'Error', field: 'spec', message: 'x'.repeat(100_000) }])])
    expect((await admit(request)).findings[0]?.message.length).toBeLessThan(1_100)
  })
})

describe('listeners', () => {
  test('nobody waits for one, and one that throws or rejects is counted', async () => {
    const heard: unknown[] = []
    const { tell, failures } = asked([
      { name: 'hangs', listen: never },
      {
        name: 'throws',
        listen: () => {
          throw new Error('deaf')
        },
      },
      { name: 'rejects', listen: () => Promise.reject(new Error('deaf, too')) },
      { name: 'hears', listen: it => heard.push(it) },
    ])
    tell(news)
    await vi.waitFor(() =>
      expect(failures.map(({ plugin, hook, message }) => [plugin, hook, message])).toEqual([
        ['throws', 'listen', 'deaf'],
        ['rejects', 'listen', 'deaf, too'],
      ])
    )
    expect(heard).toEqual([news])
  })

  test('one that never ends does not fill the memory: news are dropped, and counted (P24)', () => {
    const { tell, failures } = asked([{ name: 'hangs', listen: never }])
    for (let n = 0; n < 1_003; n++) tell(news)
    expect(failures.length).toBe(3)
  })
})
