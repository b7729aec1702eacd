import { describe, expect, test } from 'vitest'
import { isShown, notShown, shownFields, shownKeys, shownPart } from './shown-fields.ts'
import { shownChanges } from './shown-changes.ts'

const secret = 'hunter2-of-the-bucket'
/** Forms that no rule about secrets knows. */
const texts = [
  secret,
  'correct horse battery staple',
  '4F9aZ',
  'x',
  '12:34',
  'a b',
  '{"a":1}',
  'https://u:p@h/x',
  's3://b/x?sig=abc',
  '\u0000',
]

describe('S10 values are shown by a list of fields, and by their form', () => {
  test.each([
    ['image', 'registry.example.com:5000/team/job:1.2.3'],
    ['image', 'flink@sha256:0123456789abcdef'],
    ['flinkVersion', 'v1_20'],
    ['mode', 'native'],
    ['job.parallelism', 4],
    ['job.upgradeMode', 'last-state'],
    ['job.state', 'suspended'],
    ['job.allowNonRestoredState', true],
    ['job.savepointRedeployNonce', '9223372036854775807'],
    ['restartNonce', 3],
    ['job.initialSavepointPath', 's3://bucket/savepoints/savepoint-1-2'],
    ['jobManager.resource.memory', '2048m'],
    ['jobManager.resource.cpu', 0.5],
    ['taskManager.resources.limits.cpu', '500m'],
    ['taskManager.replicas', 3],
    ['flinkConfiguration.taskmanager.numberOfTaskSlots', '2'],
    ['flinkConfiguration.parallelism.default', '2'],
    ['flinkConfiguration.execution.checkpointing.interval', '10 s'],
    ['flinkConfiguration.state.backend.type', 'rocksdb'],
    ['flinkConfiguration.taskmanager.memory.process.size', '4g'],
    ['flinkConfiguration.kubernetes.operator.job.upgrade.last-state-fallback.enabled', 'true'],
    ['flinkConfiguration.kubernetes.operator.reconcile.interval', '30 s'],
    ['template.spec.job.parallelism', 4],
    ['template.spec.flinkConfiguration.parallelism.default', '2'],
    ['parallelism', 5],
    ['taskManagerConfig.taskSlots', 8],
    ['jobManagerConfig.resources.requests.memory', '2Gi'],
    ['savepointDisabled', true],
    ['savepointPath', 's3://bucket/savepoints/savepoint-1-2'],
    ['job.args', null],
  ])('%s %j', (place, value) => expect(isShown(place, value)).toBe(true))

  test.each([
    'job.args',
    'job.jarURI',
    'job.entryClass',
    'serviceAccount',
    'podTemplate',
    'podTemplate.spec.containers.0.env.0.value',
    'jobManager.podTemplate.metadata.labels.a',
    'logConfiguration.log4j-console.properties',
    'ingress.annotations.a',
    'ingress.template',
    'deploymentName',
    'programArgs',
    'entryClass',
    'taskManagerConfig.envConfig.env',
    'flinkConfiguration.my.pin',
    'flinkConfiguration.env.java.opts.all',
    'flinkConfiguration.s3.access-key',
    'flinkConfiguration.high-availability.cluster-id',
    'flinkConfiguration.kubernetes.operator.user.artifacts.http.header',
    'flinkConfiguration.kubernetes.operator.periodic.savepoint.interval.x',
    'image.x',
    'x.image',
    'constructor',
    '__proto__',
    '',
  ])('not %s, whatever it is', place => {
    for (const value of [...texts, 1234, '1234', true, ['a'], { a: 1 }]) expect(isShown(place, value)).toBe(false)
  })

  test('a text of people is shown in no field of the list but an image, a path and their like', () => {
    const places = [
      ...shownFields.flatMap(({ fields }) => fields),
      ...shownKeys.flatMap(({ keys }) => keys.map(key => `flinkConfiguration.${key}`)),
    ]
    expect(places.length).toBeGreaterThan(100)
    const shown = places.filter(place => place !== 'image').flatMap(place =>
      texts.filter(text => isShown(place, text)).map(text => [place, text])
    )
    expect(shown).toEqual([])
    expect(texts.filter(text => isShown('image', text))).toEqual([secret, '4F9aZ', 'x', '12:34'])
  })

  test('of an object the fields of the list, and the names of the others', () => {
    const jobManager = { resource: { memory: '1g', cpu: 1, other: secret }, replicas: 1, podTemplate: { spec: { a: secret } } }
    expect(shownPart('jobManager', jobManager)).toEqual({
      resource: { memory: '1g', cpu: 1, other: notShown },
      replicas: 1,
      podTemplate: notShown,
    })
    expect(shownPart('podTemplate', { spec: {} })).toBe(notShown)
  })

  test('a plan tells that another field is added, changed, or removed', () => {
    const change = (from: unknown, to: unknown) => ({ path: 'job.args', from, to }) as never
    expect(shownChanges([change(null, [secret]), change([secret], ['b']), change(['b'], null)])).toEqual([
      { path: 'job.args', from: null, to: notShown },
      { path: 'job.args', from: notShown, to: notShown },
      { path: 'job.args', from: notShown, to: null },
    ])
    expect(shownChanges([change(null, ['b'])], [], true)).toEqual([{ path: 'job.args', from: null, to: ['b'] }])
  })
})
