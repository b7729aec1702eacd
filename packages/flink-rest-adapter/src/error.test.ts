import { describe, expect, test } from 'vitest'
import { deadlineError, fromAnswer, fromTransport, isCheckpointingOff } from './error.ts'
import type { RestRequest } from './rest-request.ts'

const postStop: RestRequest = { method: 'POST', path: '/v1/jobs/a/stop', body: {} }
const getJobs: RestRequest = { method: 'GET', path: '/v1/jobs/overview' }
const flink = (...errors: readonly string[]) => JSON.stringify({ errors })

describe('an answer that is not 2xx', () => {
  test.each(
    [
      ['401', 401, 'no', 'Unauthorized', 'No'],
      ['403', 403, 'no', 'Forbidden', 'No'],
      ['another 409', 409, flink('org.apache.flink.X: conflict'), 'Conflict', 'No'],
      ['413', 413, 'large', 'TooLarge', 'No'],
      ['429', 429, 'slow down', 'TooManyRequests', 'No'],
      [
        '503 of a leader election: nobody took the request',
        503,
        flink('Service temporarily unavailable due to an ongoing leader election. Please refresh.'),
        'Unavailable',
        'No',
      ],
      ['503 of a proxy: it may have been passed on', 503, 'upstream connect error', 'Unavailable', 'Maybe'],
      ['504 of a proxy', 504, 'upstream timeout', 'Unavailable', 'Maybe'],
      [
        '500 of a JobManager that is too busy',
        500,
        flink('Internal server error.', 'org.apache.flink.X: Y\nCaused by: org.apache.pekko.pattern.AskTimeoutException: Ask timed out'),
        'Unavailable',
        'Maybe',
      ],
      ['500 without a known word', 500, flink('Internal server error.', 'java.lang.NullPointerException'), 'Other', 'Maybe'],
      [
        'trap 10 500 of an unknown job',
        500,
        flink('Internal server error.', 'org.apache.flink.runtime.messages.FlinkJobNotFoundException: Could not find Flink job (a)'),
        'JobUnknown',
        'No',
      ],
      ['trap 15 404 of a file', 404, flink('Unable to load requested file /v1/nothing.'), 'UnknownPath', 'No'],
      ['trap 15 404 of another server', 404, 'default backend - 404', 'UnknownPath', 'No'],
      ['404 of Flink with unknown words', 404, flink('org.apache.flink.runtime.rest.NotFoundException: what?'), 'NotFound', 'No'],
      ['a redirect', 307, '', 'Other', 'No'],
    ] as const,
  )('%s', (_, status, body, tag, applied) => {
    expect(fromAnswer(postStop, status, undefined, body)).toMatchObject({ _tag: tag, applied, httpStatus: status })
  })

  test('reading applies nothing, whatever went wrong', () => {
    expect(fromAnswer(getJobs, 500, undefined, '').applied).toBe('No')
    expect(fromTransport(getJobs, 'Sent', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })).applied).toBe('No')
  })

  test.each([['3', 3_000], [' 120 ', 120_000], ['Wed, 21 Oct 2026 07:28:00 GMT', null], ['-1', null], [undefined, null]])(
    'Retry-After %s',
    (header, want) => {
      expect(fromAnswer(postStop, 503, header, '').retryAfter).toBe(want)
    },
  )

  test('checkpointing that is off is not an unknown job', () => {
    const off = fromAnswer(
      getJobs,
      404,
      undefined,
      flink('org.apache.flink.runtime.rest.handler.RestHandlerException: Checkpointing has not been enabled.\n'),
    )
    expect([off._tag, isCheckpointingOff(off)]).toEqual(['NotFound', true])
  })
})

describe('a call without an answer', () => {
  const error = (message: string, fields: object) => Object.assign(new Error(message), fields)
  test.each([
    ['refused', error('connect ECONNREFUSED', { code: 'ECONNREFUSED' }), 'Unreachable', 'No'],
    ['no such name', error('getaddrinfo ENOTFOUND', { code: 'ENOTFOUND' }), 'Unreachable', 'No'],
    ['a certificate that does not fit', error('altnames', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), 'Untrusted', 'No'],
    ['a self-signed certificate', error('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'Untrusted', 'No'],
    ['broken under way', error('socket hang up', { code: 'ECONNRESET' }), 'Unreachable', 'Maybe'],
    ["got's connect timeout", error('Timeout awaiting connect', { code: 'ETIMEDOUT', event: 'connect' }), 'Timeout', 'No'],
    [
      "the kernel's connect timeout",
      error('x', { code: 'ETIMEDOUT', cause: error('connect ETIMEDOUT', { code: 'ETIMEDOUT', syscall: 'connect' }) }),
      'Timeout',
      'No',
    ],
    ['past the deadline', deadlineError('no answer within 1 ms'), 'Timeout', 'Maybe'],
  ])(
    '%s',
    (_, thrown, tag, applied) => expect(fromTransport(postStop, 'Sent', thrown)).toMatchObject({ _tag: tag, applied, httpStatus: null }),
  )

  test('what was not sent was not applied', () => {
    expect(fromTransport(postStop, 'NotSent', deadlineError('queue'))).toMatchObject({ _tag: 'Timeout', applied: 'No' })
    expect(fromTransport(postStop, 'NotSent', new Error('no Service example-rest'))).toMatchObject({
      _tag: 'Unreachable',
      applied: 'No',
      message: 'no Service example-rest',
    })
  })
})
