import { describe, expect, test } from 'vitest'
import { answered, asked, object, validResources } from '../fixtures/admission.ts'
import { runningStatus } from '../../core/fixtures/deployment-status.ts'
import { specJson, t0 } from '../../core/fixtures/flink-deployment-resource.ts'
import { aSession } from '../../core/fixtures/a-session-job.ts'
import { aTarget } from '../../core/fixtures/state-snapshot.ts'
import { encodeStatus } from '../../core/src/crd/flink-deployment.ts'
import { absent, known, unknown } from '../../core/src/contract/fact/fact.ts'
import { kindNames } from '@flink-operator/kinds'
import type { JsonObject } from '../../core/src/contract/resource/json.ts'

/** An edit of each kind that is refused, and the field that is told. */
const bad: readonly (readonly [kind: string, spec: JsonObject, field: string, found: RegExp])[] = [
  ['FlinkDeployment', { job: { parallelism: 0, jarURI: 'local:///a.jar' } }, 'spec.job.parallelism', /found 0: .*larger than 0/],
  ['FlinkSessionJob', { deploymentName: 'Bad_Name' }, 'spec.deploymentName', /Bad_Name.*lower case/],
  ['FlinkStateSnapshot', { checkpoint: {} }, 'spec', /Exactly one of checkpoint or savepoint/],
  [
    'FlinkBlueGreenDeployment',
    { template: { spec: specJson({ job: { parallelism: 0 } }) } },
    'spec.template.spec.job.parallelism',
    /found 0/,
  ],
  ['FlinkApplication', { parallelism: 0 }, 'spec.parallelism', /0/],
]

const facts = { target: known(aSession(), t0) }

describe('a bad spec is refused with the field, what was found and what is allowed (B92)', () => {
  test('there is one of every kind', () => expect(bad.map(([kind]) => kind).sort()).toEqual([...kindNames].sort()))

  test.each(bad)('%s', (kind, spec, field, found) => {
    const verdict = answered(asked(object(kind, { spec })), { facts })
    expect(verdict._tag).toBe('Refused')
    expect(verdict.errors.map(it => it.field)).toContain(field)
    expect(verdict.errors.find(it => it.field === field)?.message).toMatch(found)
  })

  test.each(Object.keys(validResources))(
    '%s: a good one is not',
    kind => expect(answered(asked(object(kind)), { facts })).toMatchObject({ _tag: 'Allowed', errors: [] }),
  )

  test('several findings are told, each once', () => {
    const { errors } = answered(asked(object('FlinkDeployment', { spec: { flinkVersion: null, serviceAccount: null } })))
    expect(errors.map(it => it.field)).toEqual(['spec.flinkVersion', 'spec.serviceAccount'])
  })

  test("a value that this version can't read is refused like any other, as the rounds refuse it", () => {
    const { _tag, errors } = answered(asked(object('FlinkDeployment', { spec: { job: { parallelism: 'many' } } })))
    expect([_tag, errors]).toEqual(['Refused', [{
      field: 'spec.job.parallelism',
      message: expect.stringMatching(/^expected .*, found "many"/) as string,
    }]])
  })

  test("the operator's own configuration counts, as in its rounds", () => {
    const request = asked(
      object('FlinkSessionJob', { spec: { job: { jarURI: 'http://repo.example/a.jar', parallelism: 1, upgradeMode: 'stateless' } } }),
    )
    expect(answered(request, { facts })._tag).toBe('Refused')
    expect(answered(request, { facts, configuration: { 'kubernetes.operator.user.artifacts.allowed-schemes': 'http' } })._tag).toBe(
      'Allowed',
    )
  })
})

const deployed = object('FlinkDeployment', { status: encodeStatus(runningStatus(), null) as JsonObject })
const withoutJob = object('FlinkDeployment', { spec: { job: null } })

describe('what an edit is compared with is the status of the old object', () => {
  test('a job that is taken away from a deployed application', () => {
    expect(answered(asked(withoutJob, deployed)).errors).toEqual([
      { field: 'spec.job', message: 'Cannot switch from job to session cluster' },
    ])
    expect(answered(asked(withoutJob, object('FlinkDeployment')))._tag).toBe('Allowed')
  })

  test('what the request says of the status counts for nothing: the server drops it', () => {
    expect(answered(asked({ ...withoutJob, status: deployed['status'] ?? null }))._tag).toBe('Allowed')
    expect(answered(asked({ ...withoutJob, status: {} }, deployed))._tag).toBe('Refused')
  })
})

describe('nothing that is no new spec is refused', () => {
  const [kind, spec] = ['FlinkDeployment', { job: { parallelism: 0, jarURI: 'local:///a.jar' } }]
  const old = object(kind, { spec })

  test.each([
    ['a label', asked(object(kind, { spec, metadata: { labels: { a: 'b' } } }), old)],
    ['its fields in another order', asked({ ...old, spec: Object.fromEntries(Object.entries(old['spec'] as JsonObject).reverse()) }, old)],
  ])('%s of a resource with a bad spec: allowed, and told', (_title, request) => {
    expect(answered(request)).toMatchObject({
      _tag: 'Allowed',
      warnings: [expect.stringMatching(/^the operator does not apply this spec: spec\.job\.parallelism: found 0/)],
    })
  })

  test.each([
    [
      'the finalizer of one that is being deleted',
      asked(object(kind, { spec, metadata: { deletionTimestamp: '2023-11-14T23:00:00Z' } }), object(kind)),
    ],
    ['a deletion', asked(old, null, { operation: 'DELETE', object: null, oldObject: old })],
    ['the status', asked(old, null, { subResource: 'status' })],
    ['the scale', asked(old, null, { subResource: 'scale' })],
    ['a canary resource', asked(object(kind, { spec, metadata: { labels: { 'flink.apache.org/canary': 'true' } } }))],
    ['another kind of the group', asked({ ...old, kind: 'FlinkCatalog' })],
    ['the same kind of another group', asked({ ...old, apiVersion: 'example.com/v1' })],
    ['a resource of a namespace that another operator looks after', asked(old, null, { namespace: 'theirs' })],
  ])(
    '%s',
    (_title, request) =>
      expect(answered(request, { scope: { namespaces: ['ns'] } })).toMatchObject({ _tag: 'Passed', errors: [], warnings: [] }),
  )

  test('a version that this operator does not read: told', () =>
    expect(answered(asked({ ...old, apiVersion: 'flink.apache.org/v2' }))).toMatchObject({
      _tag: 'Passed',
      warnings: ['not validated: this operator reads version v1beta1 of FlinkDeployment, and this is v2'],
    }))

  test('a new spec beside a finding that was there before is refused: nothing of it would be followed', () =>
    expect(answered(asked(object(kind, { spec: { ...spec, image: 'flink:2' } }), old))._tag).toBe('Refused'))
})

describe('a FlinkSessionJob together with its cluster', () => {
  const job = asked(object('FlinkSessionJob'))

  test('its FlinkDeployment is looked at', () =>
    expect(answered(job).queries).toEqual([{ _tag: 'ReadFlinkDeployment', namespace: 'ns', name: 'app' }]))

  test('a cluster that is an application', () =>
    expect(answered(job, { facts: { target: known(aTarget(), t0) } }).errors).toEqual([
      { field: 'spec.deploymentName', message: 'found "app": Can not submit session job to application cluster' },
    ]))

  test('one that is not there is told, and refuses nothing', () =>
    expect(answered(job, { facts: { target: absent(t0) } })).toMatchObject({
      _tag: 'Allowed',
      warnings: ['spec.deploymentName: FlinkDeployment app does not exist in namespace ns yet, and the job waits for it'],
    }))

  test.each(
    [
      ['was not seen', { target: unknown('Forbidden', 'no right to get flinkdeployments', t0) }, /Forbidden: no right/],
      ['was not looked at', {}, /not queried/],
      ['is not in a cache', { target: absent(t0, 'cache') }, null],
    ] as const,
  )('P14 one that %s refuses nothing', (_title, seen, reported) => {
    const { _tag, warnings } = answered(job, { facts: seen })
    expect(_tag).toBe('Allowed')
    expect(warnings.join()).toMatch(reported ?? /^$/)
  })

  test('its own rules count all the same', () => {
    const request = asked(object('FlinkSessionJob', { spec: { job: null } }))
    expect(answered(request, { facts: { target: unknown('Timeout', 'late', t0) } })).toMatchObject({ _tag: 'Refused' })
  })

  test('B90 deploymentName, once it was submitted', () => {
    const record = {
      spec: validResources['FlinkSessionJob']?.['spec'] ?? {},
      resource_metadata: { apiVersion: 'flink.apache.org/v1beta1', firstDeployment: true },
    }
    const old = object('FlinkSessionJob', {
      status: { reconciliationStatus: { lastReconciledSpec: JSON.stringify(record), state: 'DEPLOYED' } },
    })
    const edited = asked(object('FlinkSessionJob', { spec: { deploymentName: 'other' } }), old)
    expect(answered(edited, { facts })).toMatchObject({
      _tag: 'Refused',
      errors: [
        { field: 'spec.deploymentName', message: `found "other": The deploymentName can't be changed` },
        { message: expect.stringContaining('is not match with the session cluster') as string },
      ],
      // the one that it runs in
      queries: [{ name: 'app' }],
    })
  })
})

describe('a FlinkStateSnapshot together with its job', () => {
  const snapshot = asked(object('FlinkStateSnapshot'))

  test('a job that is not there', () =>
    expect(answered(snapshot, { facts: { target: absent(t0) } }).errors).toEqual([
      { field: 'spec.jobReference.name', message: 'Target for snapshot ns/app was not found' },
    ]))

  test('P14 one that was not seen refuses nothing', () =>
    expect(answered(snapshot, { facts: { target: unknown('Timeout', 'late', t0) } })).toMatchObject({
      _tag: 'Allowed',
      warnings: [expect.stringContaining('FlinkDeployment app could not be read (Timeout: late)')],
    }))

  test('of a session job', () => {
    const request = asked(object('FlinkStateSnapshot', { spec: { jobReference: { kind: 'FlinkSessionJob', name: 'j' } } }))
    expect(answered(request).queries).toEqual([{ _tag: 'ReadFlinkSessionJob', namespace: 'ns', name: 'j' }])
    expect(answered(request, { facts: { targetSessionJob: absent(t0) } })._tag).toBe('Refused')
  })

  test.each([
    [
      'asked for before',
      asked(object('FlinkStateSnapshot', { spec: { backoffLimit: 3 } }), object('FlinkStateSnapshot', { status: { state: 'COMPLETED' } })),
    ],
    ['that is there already', asked(object('FlinkStateSnapshot', { spec: { savepoint: { alreadyExists: true, path: 's3://b/sp' } } }))],
  ])('one %s needs no job', (_title, request) => expect(answered(request)).toMatchObject({ _tag: 'Allowed', queries: [] }))
})

describe('F18 P23 nothing that is told holds a secret', () => {
  const m = 'Hx7marker'
  test.each([
    ['a value of a bad type under a secret name', 'FlinkDeployment', {
      flinkConfiguration: { 's3.secret-key': { a: m } },
      job: { parallelism: 'x' },
    }],
    ['an URL with user information', 'FlinkSessionJob', { job: { jarURI: `ftp://u:${m}@h/a.jar` } }],
    ['an argument', 'FlinkDeployment', { job: { parallelism: 0, args: ['--password', m], jarURI: `not a uri ${m}` } }],
    ['a value that a finding repeats', 'FlinkDeployment', { flinkConfiguration: { 'kubernetes.cluster-id': m, 'my.password': m } }],
  ])('%s', (_title, kind, spec) => {
    const { errors, warnings, _tag } = answered(asked(object(kind, { spec: spec })), { facts })
    expect(_tag).toBe('Refused')
    expect(JSON.stringify([errors, warnings])).not.toContain(m)
  })
})
