import { describe, expect, test } from 'vitest'
import { bounded, clientWords, codes, serverWords } from './server-words.ts'

describe('words of an answer', () => {
  test("Flink's texts without stack frames", () => {
    const body = JSON.stringify({
      errors: [
        'Internal server error.',
        '<Exception on server side:\njava.lang.X: words\n\tat a.b.C.d(C.java:1)\n\t... 12 more\nCaused by: java.lang.Y: cause\n',
      ],
    })
    expect(serverWords(500, body)).toBe(
      'Internal server error.\n<Exception on server side:\njava.lang.X: words\nCaused by: java.lang.Y: cause',
    )
  })

  test.each([
    ['S07 a page of a proxy', '<html>404 page not found</html>', 'HTTP 404 with 31 bytes of an unknown type'],
    ['no text', '', 'HTTP 404 without a text'],
    ['S07 JSON of another shape', '{"message":"no"}', 'HTTP 404 with 16 bytes of an unknown type'],
    ['S07 errors that are no texts', '{"errors":[1]}', 'HTTP 404 with 14 bytes of an unknown type'],
  ])('%s', (_, body, want) => expect(serverWords(404, body)).toBe(want))

  test('few lines and few characters', () => {
    expect(bounded('x\n'.repeat(100)).split('\n')).toHaveLength(12)
    expect(bounded('x'.repeat(10_000))).toHaveLength(2_001)
  })
})

describe('words of a call without an answer', () => {
  test('B14 a chain of causes that refers to itself ends', () => {
    const first: Error & { cause?: unknown } = new Error('first')
    first.cause = new Error('second', { cause: first })
    expect(clientWords(first)).toBe('first; second')
  })

  test('every address of a name refused: the aggregate has no words of its own', () => {
    const refused = (address: string) => Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' })
    const both = Object.assign(new AggregateError([refused('::1'), refused('127.0.0.1')]), { code: 'ECONNREFUSED' })
    expect(clientWords(both)).toBe('connect ECONNREFUSED ::1; connect ECONNREFUSED 127.0.0.1')
    expect(codes(both)).toEqual(['ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED'])
  })

  test.each([[undefined], ['text'], [{}]])('%j is told somehow', thrown => expect(clientWords(thrown)).not.toBe(''))

  test('S07 the names in the certificate of whoever answers are not told', () => {
    const words =
      "Hostname/IP does not match certificate's altnames: Host: app-rest.jobs. is not in the cert's altnames: DNS:TOPSECRET.internal"
    const thrown = new Error(words, { cause: Object.assign(new Error(words), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }) })
    expect(clientWords(thrown)).toBe("Hostname/IP does not match certificate's altnames: Host: app-rest.jobs.")
  })

  test('a long chain is cut', () => {
    const chain = Array.from({ length: 100 }).reduce<Error>((cause, _, i) => new Error(`m${i}`, { cause }), new Error('end'))
    expect(clientWords(chain).split('; ').length).toBeLessThanOrEqual(16)
  })
})
