import { describe, expect, test } from 'vitest'
import { statusObject } from '../test/scripted-api-server.ts'
import { fromAnswer, fromDeadline, fromException, withoutSecrets } from './error.ts'

const answer = (httpStatus: number, body: unknown, bytes: number | null = 0) =>
  fromAnswer({ httpStatus, body: body as never, bytes, retryAfter: null }, 'Write')

describe('answers of the API server', () => {
  test.each(
    [
      // httpStatus, reason, details, tag, applied
      [404, 'NotFound', { name: 'a' }, 'NotFound', 'No'],
      [404, 'NotFound', {}, 'UnknownPath', 'No'],
      [409, 'Conflict', { name: 'a' }, 'Conflict', 'No'],
      [409, 'AlreadyExists', { name: 'a' }, 'AlreadyExists', 'No'],
      [422, 'Invalid', {}, 'Invalid', 'No'],
      [400, 'BadRequest', {}, 'Invalid', 'No'],
      [415, 'UnsupportedMediaType', {}, 'Invalid', 'No'],
      [413, 'RequestEntityTooLarge', {}, 'TooLarge', 'No'],
      [403, 'Forbidden', {}, 'Forbidden', 'No'],
      [401, 'Unauthorized', {}, 'Unauthorized', 'No'],
      [429, 'TooManyRequests', {}, 'TooManyRequests', 'No'],
      [500, 'InternalError', {}, 'Unavailable', 'Maybe'],
      [500, '', {}, 'Unavailable', 'Maybe'],
      [503, 'ServiceUnavailable', {}, 'Unavailable', 'Maybe'],
      [504, 'Timeout', {}, 'Timeout', 'Maybe'],
      [500, 'ServerTimeout', {}, 'Timeout', 'Maybe'],
      [410, 'Expired', {}, 'Other', 'No'],
    ] as const,
  )('%i %s %j is %s, applied %s', (httpStatus, reason, details, _tag, applied) => {
    expect(answer(httpStatus, statusObject(httpStatus, reason, 'words of the server', details)))
      .toEqual({ _tag, message: 'words of the server', applied, httpStatus, retryAfter: null })
  })

  test.each([
    ['etcdserver: request is too large'],
    ['rpc error: code = ResourceExhausted desc = trying to send message larger than max (3145923 vs. 2097152)'],
  ])('B91 a 500 that says "%s" is TooLarge and was not applied', message => {
    expect(answer(500, statusObject(500, '', message))).toMatchObject({ _tag: 'TooLarge', applied: 'No' })
  })

  test('P14 a bare 404 comes from a path that nobody serves: no proof of absence', () => {
    expect(answer(404, null, 19)).toMatchObject({ _tag: 'UnknownPath', message: 'HTTP 404 with 19 bytes that are no Status' })
  })

  test('a body that is no Status: the number decides', () => {
    expect(answer(502, null, 24)).toMatchObject({ _tag: 'Unavailable', applied: 'Maybe' })
    expect(answer(418, null)).toMatchObject({ _tag: 'Other', message: 'HTTP 418', applied: 'No' })
    expect(answer(418, null, null)).toMatchObject({ _tag: 'Other', message: 'HTTP 418 with too many bytes', applied: 'No' })
  })

  test.each([
    [{ message: 'TOPSECRET', reason: 'Forbidden', code: 403 }],
    [{ kind: 'Secret', apiVersion: 'v1', message: 'TOPSECRET', reason: 'NotFound', details: { name: 'a' } }],
    [{ kind: 'Status', apiVersion: 'evil/v1', message: 'TOPSECRET' }],
    ['TOPSECRET'],
    [['TOPSECRET']],
  ])('S07 what is no Status of Kubernetes tells nothing, neither words nor a reason: %j', body => {
    const reported = answer(502, body, 99)
    expect(reported).toMatchObject({ _tag: 'Unavailable', message: 'HTTP 502 with 99 bytes that are no Status' })
  })

  test('details.retryAfterSeconds stands in for the header', () => {
    expect(answer(429, statusObject(429, 'TooManyRequests', 'slow down', { retryAfterSeconds: 3 })).retryAfter).toBe(3000)
  })

  test('a read never changes anything', () => {
    expect(fromAnswer({ httpStatus: 500, body: null, bytes: 0, retryAfter: null }, 'Read').applied).toBe('No')
  })
})

describe('exceptions of the connection', () => {
  const thrown = (code: string, more = {}) => Object.assign(new Error(`it failed: ${code}`), { code, ...more })
  test.each(
    [
      ['ECONNREFUSED', {}, 'Unreachable', 'No'],
      ['ENOTFOUND', {}, 'Unreachable', 'No'],
      ['CERT_HAS_EXPIRED', {}, 'Unreachable', 'No'],
      ['ETIMEDOUT', { syscall: 'connect' }, 'Timeout', 'No'],
      ['ETIMEDOUT', { syscall: 'read' }, 'Timeout', 'Maybe'],
      ['ECONNRESET', {}, 'Unreachable', 'Maybe'],
      ['EPIPE', {}, 'Unreachable', 'Maybe'],
    ] as const,
  )('%s %j is %s, applied %s', (code, more, _tag, applied) => {
    expect(fromException(thrown(code, more), 'Write', true)).toMatchObject({ _tag, applied })
  })

  test('whatever fails before there was a connection: not applied', () => {
    expect(fromException(thrown('ECONNRESET'), 'Write', false)).toMatchObject({ _tag: 'Unreachable', applied: 'No' })
  })

  test('several addresses: the first failure speaks', () => {
    expect(fromException(new AggregateError([thrown('ECONNREFUSED')]), 'Write', true)).toMatchObject({
      applied: 'No',
      message: 'it failed: ECONNREFUSED',
    })
  })

  test('a deadline before anything was sent: not applied', () => {
    expect(fromDeadline(10, 'Write', false).applied).toBe('No')
    expect(fromDeadline(10, 'Write', true).applied).toBe('Maybe')
  })
})

test.each([
  ['sent Bearer abcdef0123456789 to it', 'sent Bearer *** to it'],
  ['Authorization: basic dXNlcjpwYXNz', 'Authorization: basic ***'],
  ['got eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJrdWJlIn0.c2lnbmF0dXJl back', 'got *** back'],
])('secrets leave no trace: %s', (text, shown) => {
  expect(withoutSecrets(text)).toBe(shown)
})

describe('S02 the API server quotes what it refuses', () => {
  test.each(['eyJ-', 'eyJa', 'bearer ', 'basic\n', 'Bearer eyJ.'])('a value of many %j is told in no time, and cut', unit => {
    const start = performance.now()
    const message = withoutSecrets(unit.repeat(256 * 1024 / unit.length))
    expect(message.length).toBeLessThanOrEqual(4_001)
    // 64 kB of eyJ- took five seconds
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  test('a token that the cut goes through is none to read', () => {
    expect(withoutSecrets(`${'x'.repeat(3_900)} eyJhbGciOiJSUzI1NiJ9.${'a'.repeat(500)}`)).toBe(`${'x'.repeat(3_900)} ***…`)
    expect(withoutSecrets(`${'x'.repeat(3_980)} eyJhbGciOiJSUzI1NiJ9.${'a'.repeat(500)}`)).toBe(`${'x'.repeat(3_980)} ***…`)
  })
})
