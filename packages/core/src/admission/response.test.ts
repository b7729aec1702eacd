import { describe, expect, test } from 'vitest'
import { asked, object } from '../../../kinds/fixtures/admission.ts'
import { decodeAdmissionReview } from '../crd/admission-review.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { kinds } from '../kinds.ts'
import { mutationOf } from './mutation.ts'
import { mutationResponse, validationResponse } from './response.ts'

const request = asked(object('FlinkDeployment'))
const refused = (count: number) =>
  validationResponse(request, {
    _tag: 'Refused',
    errors: Array.from({ length: count }, (_, n) => ({ field: `spec.f${String(n)}`, message: `wrong ${String(n)}` })),
    warnings: [],
  })
const inResponse = (answer: JsonObject, field: string) => (answer['response'] as JsonObject)[field]

describe('a refusal is a Status like the server’s own', () => {
  test('reason Invalid, with a cause a field and all of it in the message', () =>
    expect(refused(2)).toEqual({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: {
        uid: 'u1',
        allowed: false,
        status: {
          status: 'Failure',
          code: 422,
          reason: 'Invalid',
          message: 'spec.f0: wrong 0; spec.f1: wrong 1',
          details: {
            group: 'flink.apache.org',
            kind: 'FlinkDeployment',
            name: 'app',
            causes: [
              { reason: 'FieldValueInvalid', field: 'spec.f0', message: 'wrong 0' },
              { reason: 'FieldValueInvalid', field: 'spec.f1', message: 'wrong 1' },
            ],
          },
        },
      },
    }))

  test('many of them are cut, and that is said', () => {
    const { details } = inResponse(refused(40), 'status') as { readonly details: { readonly causes: readonly JsonObject[] } }
    expect(details.causes).toHaveLength(16)
    expect(details.causes.at(-1)?.['message']).toBe('and 25 more, see kubectl flink plan')
  })
})

describe('warnings are such as the server hands on', () => {
  const warned = (warnings: readonly string[]) =>
    inResponse(validationResponse(request, { _tag: 'Allowed', errors: [], warnings }), 'warnings') as readonly string[] | undefined

  test('one line of at most 256 characters each, none where there is nothing to say', () => {
    expect(warned([])).toBeUndefined()
    expect(warned([`a\n\tb ${'x'.repeat(400)}`])?.map(it => [it.slice(0, 4), it.length])).toEqual([['a b ', 256]])
  })
  test('together less than 4,096 characters', () => {
    const reported = warned(Array.from({ length: 50 }, (_, n) => `${String(n)} ${'x'.repeat(400)}`)) ?? []
    expect(reported.join('').length).toBeLessThan(4_096)
    expect(reported.at(-1)).toBe('and 39 more, see kubectl flink plan')
  })
})

const applied = (resource: JsonObject): JsonObject =>
  mutationOf(asked(resource), { namespaces: null }).reduce((before, { path, value }) => {
    const metadata = before['metadata'] as JsonObject
    const labels = path === '/metadata/labels' ? value : { ...(metadata['labels'] as JsonObject), [path.split('/').at(-1) ?? '']: value }
    return { ...before, metadata: { ...metadata, labels } }
  }, resource)

describe('a session job has its cluster as a label, and nothing else is filled in', () => {
  test.each([
    ['without labels', undefined, { 'target.session': 'app' }],
    ['with others', { a: 'b' }, { a: 'b', 'target.session': 'app' }],
    ['with another cluster', { 'target.session': 'old' }, { 'target.session': 'app' }],
  ])('one %s', (_title, labels, after) => {
    const job = object('FlinkSessionJob', { metadata: labels === undefined ? {} : { labels } })
    const mutated = applied(job)
    expect(mutated['metadata']).toMatchObject({ labels: after })
    expect({ ...mutated, metadata: job['metadata'] }).toEqual(job)
    // B91: a second time changes nothing
    expect(mutationOf(asked(mutated), { namespaces: null })).toEqual([])
  })

  test.each([
    ['another kind', asked(object('FlinkDeployment'))],
    ['a cluster that makes no label: validation names the field', asked(object('FlinkSessionJob', { spec: { deploymentName: '-bad-' } }))],
    ['no cluster', asked(object('FlinkSessionJob', { spec: { deploymentName: null } }))],
    ['one that is being deleted', asked(object('FlinkSessionJob', { metadata: { deletionTimestamp: '2023-11-14T23:00:00Z' } }))],
    ['a status', asked(object('FlinkSessionJob'), null, { subResource: 'status' })],
    ['a namespace of another operator', asked(object('FlinkSessionJob'), null, { namespace: 'theirs' })],
  ])('%s: no patch', (_title, of) => expect(mutationOf(of, { namespaces: ['ns'] })).toEqual([]))

  test('the patch is sent in Base64, an empty one not at all', () => {
    const job = asked(object('FlinkSessionJob'))
    const patch = mutationOf(job, { namespaces: null })
    const answer = mutationResponse(kinds, job, patch)
    expect(inResponse(answer, 'patchType')).toBe('JSONPatch')
    expect(JSON.parse(Buffer.from(inResponse(answer, 'patch') as string, 'base64').toString('utf8'))).toEqual(patch)
    expect(mutationResponse(kinds, job, [])).toEqual({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid: 'u1', allowed: true },
    })
  })
})

test('a patch keeps every letter of the spec, also one beyond ASCII', () => {
  const patch = [{ op: 'add', path: '/spec', value: { image: 'flink', job: { args: ['naïve', '日本', '𝄞'] } } }] as const
  const answer = mutationResponse(kinds, asked(object('FlinkDeployment')), patch)
  expect(JSON.parse(Buffer.from(inResponse(answer, 'patch') as string, 'base64').toString('utf8'))).toEqual(patch)
})

describe('a review that can not be read names the field, what was found and what is allowed', () => {
  const review = (change: JsonObject = {}, rest: JsonObject = {}) =>
    decodeAdmissionReview({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      request: { uid: 'u', kind: { group: 'g', version: 'v', kind: 'K' }, operation: 'CREATE', object: {}, ...change },
      ...rest,
    })

  test('one that can', () => expect(review()).toMatchObject({ _tag: 'Right', right: { uid: 'u', subResource: '', oldObject: null } }))
  test.each([
    [review({}, { kind: 'Other' }), 'kind', '"Other"', 'AdmissionReview'],
    [review({}, { apiVersion: 'admission.k8s.io/v2' }), 'apiVersion', '"admission.k8s.io/v2"', 'admission.k8s.io/v1'],
    [review({}, { request: null }), 'request', 'null', 'an object'],
    [review({ uid: '' }), 'request.uid', '""', 'a text of at most 253 characters'],
    [review({ uid: 'u'.repeat(254) }), 'request.uid', `"${'u'.repeat(78)}…`, 'a text of at most 253 characters'],
    [
      review({ namespace: 'n'.repeat(1_000_000), object: { metadata: { namespace: 'b' } } }),
      'request.object.metadata.namespace',
      '"b"',
      `the namespace of the request, "${'n'.repeat(78)}…`,
    ],
    [review({ operation: 'PATCH' }), 'request.operation', '"PATCH"', 'one of CREATE, UPDATE, DELETE, CONNECT'],
    [review({ object: null }), 'request.object', 'null', 'an object'],
    [review({ operation: 'UPDATE' }), 'request.oldObject', 'undefined', 'an object'],
    [
      review({ namespace: 'a', object: { metadata: { namespace: 'b' } } }),
      'request.object.metadata.namespace',
      '"b"',
      'the namespace of the request, "a"',
    ],
    [
      review({ operation: 'UPDATE', namespace: 'a', oldObject: { metadata: { namespace: 'b' } } }),
      'request.oldObject.metadata.namespace',
      '"b"',
      'the namespace of the request, "a"',
    ],
    [
      review({ namespace: 'a', object: { metadata: { namespace: 1 } } }),
      'request.object.metadata.namespace',
      '1',
      'the namespace of the request, "a"',
    ],
    [decodeAdmissionReview([]), '', '[]', 'an AdmissionReview'],
  ])('%#', (read, path, found, expected) => expect(read).toMatchObject({ _tag: 'Left', left: { path, found, expected } }))
})
