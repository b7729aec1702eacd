import { describe, expect, test } from 'vitest'
import { decodeFlinkDeployment } from '../../crd/flink-deployment.ts'
import { specDiff } from './spec-diff.ts'

const spec = (flinkConfiguration: object, env: object) => {
  const decoded = decodeFlinkDeployment({
    metadata: { name: 'a', namespace: 'n', uid: 'u', generation: 1, resourceVersion: '1' },
    spec: { flinkConfiguration, podTemplate: { spec: { containers: [{ name: 'flink-main-container', env: [env] }] } }, job: {} },
  })
  if (decoded._tag === 'Left') throw new Error(decoded.left.path)
  return decoded.right.spec
}

test('P23 the text of a change shows no value of a sensitive key or variable', () => {
  const { text, type } = specDiff(
    spec({ 's3.secret-key': 'MARKER1', 'a.b': 'x' }, { name: 'DB_PASSWORD', value: 'MARKER2' }),
    spec({ 's3.secret-key': 'MARKER3', 'a.b': 'y' }, { name: 'DB_PASSWORD', value: 'MARKER4' }),
    'native',
    true,
  )
  expect(type).toBe('UPGRADE')
  expect(text).not.toContain('MARKER')
  expect(text).toContain('flinkConfiguration.s3.secret-key : (hidden) -> (hidden)')
  expect(text).toContain('flinkConfiguration.a.b : x -> y')
})

test.each(
  [
    ['the name of a key of a Secret', { name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k1' } } }, {
      name: 'A',
      valueFrom: { secretKeyRef: { name: 's', key: 'k2' } },
    }, 'key : k1 -> k2'],
    [
      'the name of a Secret',
      { name: 'A', secret: { secretName: 'one' } },
      { name: 'A', secret: { secretName: 'two' } },
      'secretName : one -> two',
    ],
    [
      'whether a token is mounted',
      { automountServiceAccountToken: true },
      { automountServiceAccountToken: false },
      'automountServiceAccountToken : true -> false',
    ],
    ['the key of a spread', { topologyKey: 'zone' }, { topologyKey: 'host' }, 'topologyKey : zone -> host'],
    ['the labels of a spread', { matchLabelKeys: ['a'] }, { matchLabelKeys: ['b'] }, 'matchLabelKeys.0 : a -> b'],
    [
      'other fields of a secret variable',
      { name: 'TOKEN', value: 'x', mode: 'a' },
      { name: 'TOKEN', value: 'x', mode: 'b' },
      'mode : a -> b',
    ],
  ] as const,
)('P23 shown: %s', (_title, before, after, want) => {
  expect(specDiff(spec({}, before), spec({}, after), 'native', true).text).toContain(want)
})

test.each([
  ['an annotation', { annotations: { 'my-secret': 'MARKER1' } }, { annotations: { 'my-secret': 'MARKER2' } }],
  ['an annotation of just that name', { annotations: { secret: 'MARKER1' } }, { annotations: { secret: 'MARKER2' } }],
  ['F18 a variable of any name', { name: 'MODE', value: 'MARKER1' }, { name: 'MODE', value: 'MARKER2' }],
  ['a list', { tokens: ['MARKER1'] }, { tokens: ['MARKER2'] }],
  ['a variable in a whole container', { name: 'DB_PASSWORD', value: 'MARKER1', other: { name: 'API_KEY', value: 'MARKER1' } }, {
    name: 'OTHER',
  }],
])('P23 hidden: %s', (_title, before, after) => {
  const { text } = specDiff(spec({}, before), spec({}, after), 'native', true)
  expect(text).toContain('(hidden)')
  expect(text).not.toContain('MARKER')
})

const withJob = (job: object) => {
  const decoded = decodeFlinkDeployment({
    metadata: { name: 'a', namespace: 'n', uid: 'u', generation: 1, resourceVersion: '1' },
    spec: { job },
  })
  if (decoded._tag === 'Left') throw new Error(decoded.left.path)
  return decoded.right.spec
}

test.each([
  ['an argument after its flag', ['--password', 'MARKER1'], ['--password', 'MARKER2']],
  ['one whose flag is gone', ['--password', 'MARKER1', '--x'], ['MARKER1', '--x']],
  ['one behind an equals sign', ['--db.password=MARKER1'], []],
])('F18 P23 hidden: %s', (_title, before, after) => {
  const { text } = specDiff(withJob({ args: before }), withJob({ args: after }), 'native', true)
  expect(text).toContain('job.args')
  expect(text).not.toContain('MARKER')
})

describe('S10 the text of a change has values of listed fields alone', () => {
  const before = spec({ 'my.pin': 'MARKER1', 'parallelism.default': '1' }, { name: 'A', value: 'x', mode: 'MARKER2' })
  const after = spec({ 'your.pin': 'MARKER3', 'parallelism.default': '2' }, { name: 'A', value: 'x', mode: 'MARKER4' })
  const withJob = (it: typeof before, job: object) => ({ ...it, job: { ...it.job, ...job } }) as typeof before

  test('of others it says what became of them', () => {
    const { text } = specDiff(
      withJob(before, { parallelism: 1, args: ['MARKER5'], jarURI: null }),
      withJob(after, { parallelism: 2, args: ['MARKER5', 'MARKER6'], jarURI: 'https://h/MARKER7' }),
      'native',
    )
    expect(text).not.toContain('MARKER')
    for (
      const reported of [
        'job.parallelism : 1 -> 2',
        'flinkConfiguration.parallelism.default : 1 -> 2',
        'flinkConfiguration.my.pin : removed',
        'flinkConfiguration.your.pin : added',
        'job.jarURI : added',
        'job.args.1 : added',
        'podTemplate.spec.containers.0.env.0.mode : changed',
      ]
    ) expect(text).toContain(reported)
  })

  test('one listed field that becomes something else tells neither value', () => {
    const image = (it: string) => ({ ...before, image: it })
    expect(specDiff(image('flink:1.20'), image('MARKER a b'), 'native').text).toBe('Diff: FlinkDeploymentSpec[image : changed]')
  })
})
