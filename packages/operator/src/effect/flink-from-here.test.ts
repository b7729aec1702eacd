import type { AdapterError } from '@flink-operator/core'
import type { FlinkHttp } from '@flink-operator/flink-rest-adapter'
import * as E from 'fp-ts/lib/Either.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { describe, expect, test } from 'vitest'
import { inOrder, byServiceProxy, hasNobodyBehind } from './flink-from-here.ts'
import { refusalOfProxy } from './refusal-of-proxy.ts'

const error = (_tag: AdapterError['_tag'], message: string): AdapterError => ({
  _tag,
  message,
  applied: 'No',
  httpStatus: 503,
  retryAfter: null,
})
const answering = (answer: E.Either<AdapterError, unknown>, asked: string[], name: string): FlinkHttp => ({
  call: () => {
    asked.push(name)
    return TE.fromEither(answer)
  },
  inTurn: upload => upload(),
  close: () => asked.push(`${name} closed`),
})
const endpoint = { namespace: 'ns', service: 'app-rest', port: 8081, tls: false }

describe('one way after the other', () => {
  const asking = async (method: 'GET' | 'POST', first: E.Either<AdapterError, unknown>) => {
    const asked: string[] = []
    const both = inOrder(
      answering(first, asked, 'first'),
      answering(E.left(error('Unreachable', 'b')), asked, 'second'),
      ({ _tag }) => _tag === 'Unreachable',
    )
    return { answer: await both.call(endpoint, { method, path: '/v1/jobs' })(), asked, both }
  }

  test('an answer is an answer', async () => {
    expect(await asking('GET', E.right(1))).toMatchObject({ answer: E.right(1), asked: ['first'] })
    expect(await asking('GET', E.left(error('JobUnknown', 'a')))).toMatchObject({ asked: ['first'] })
  })

  test('without a way the second is asked, and both are told', async () => {
    const { answer, asked } = await asking('GET', E.left(error('Unreachable', 'a')))
    expect(asked).toEqual(['first', 'second'])
    expect(answer).toMatchObject({ left: { message: 'a; and b' } })
  })

  test('what may change something is asked once', async () => {
    expect((await asking('POST', E.left(error('Unreachable', 'a')))).asked).toEqual(['first'])
  })

  test('both are closed', async () => {
    const { both, asked } = await asking('GET', E.right(1))
    both.close()
    expect(asked).toEqual(['first', 'first closed', 'second closed'])
  })
})

describe("the API server's service proxy", () => {
  test.each([
    ['http', false, 'https://k:6443/base/api/v1/namespaces/ns/services/app-rest:8081/proxy'],
    ['https', true, 'https://k:6443/base/api/v1/namespaces/ns/services/https:app-rest:8081/proxy'],
  ])('%s: where it is, with the credentials of the kubeconfig', async (_, tls, url) => {
    const current = () => Promise.resolve(E.right({ agent: {} as never, headers: { authorization: 'Bearer t' } }))
    const address = await byServiceProxy({ server: { origin: 'https://k:6443', basePath: '/base' } }, { current })(
      { ...endpoint, tls },
      'GET',
    )
    expect(address).toMatchObject({ url, headers: { authorization: 'Bearer t' } })
  })

  const status = (message: string, reason = ''): string =>
    JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason })
  test.each([
    [status('services "app-rest" not found', 'NotFound'), 'NotFound'],
    [status('services "app-rest:8081" is forbidden: User "u" cannot get resource "services/proxy"', 'Forbidden'), 'Forbidden'],
    [status('no endpoints available for service "app-rest"', 'ServiceUnavailable'), 'no endpoints available for service'],
    ["Error: 'dial tcp 10.0.0.1:8081: connect: no route'\nTrying to reach: 'http://10.0.0.1:8081/v1/jobs'", "can't reach the Service"],
    ['error trying to reach service: dial tcp 10.0.0.1:8081: i/o timeout', "can't reach the Service"],
  ])('its own refusals: %s', (body, words) => {
    expect(refusalOfProxy(body)).toContain(words)
  })

  test.each([
    status('TOPSECRET'),
    status('TOPSECRET', 'Forbidden'),
    status('x', 'TOPSECRET'),
    status('no endpoints available for service "TOPSECRET"'),
    'error trying to reach service: TOPSECRET',
    "Error: 'TOPSECRET'\nTrying to reach: 'TOPSECRET'",
    JSON.stringify({ kind: 'Status', apiVersion: 'v1', message: { a: 'TOPSECRET' }, reason: ['TOPSECRET'] }),
  ])('S07 what stands behind the Service may write like the proxy, and is not told: %s', body => {
    expect(refusalOfProxy(body)).not.toContain('TOPSECRET')
  })

  test.each([['{"errors":["Job 1 not found"]}'], [''], ['<html>'], ['null'], ['"Status"']])("Flink's: %s", body => {
    expect(refusalOfProxy(body)).toBeNull()
  })

  test('nobody behind the Service: no other way leads there', () => {
    expect(hasNobodyBehind(`the API server's proxy: no endpoints available for service "app-rest"`)).toBe(true)
  })
})
