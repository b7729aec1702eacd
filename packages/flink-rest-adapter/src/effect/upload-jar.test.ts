import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jarOf, type JarServer, jarServer } from '../../test/jar-server.ts'
import { endpoint } from '../../test/recorded-call.ts'
import { flinkHttp, type FlinkHttp } from '../http.ts'
import { httpJar } from '../jar/http-jar.ts'
import type { JarRules } from '../jar/jar-source.ts'
import { jarSources } from '../jar/open-jar.ts'
import { uploadJar } from './upload-jar.ts'

const rules: JarRules = {
  allowedSchemes: ['https', 'http', 'file'],
  // two of loopback's addresses play a public and a private one
  restriction: address => (address === '127.0.0.2' ? 'a private address' : null),
  headers: { 'x-token': 's3cret-of-the-jar' },
  maxBytes: 1_000_000,
  maxRedirects: 3,
  timeout: 120_000,
}

let flink: JarServer
let http: FlinkHttp
let taken: { readonly name: string; readonly bytes: Buffer; readonly length: string | undefined }[]
/** How Flink answers; reads the whole form first. */
let flinkAnswers: (outgoing: ServerResponse) => void
const opened: JarServer[] = []

/** The one file of a form (RFC 7578). */
const partOf = (body: Buffer, type: string): { readonly name: string; readonly bytes: Buffer } => {
  const mark = `--${/^multipart\/form-data; boundary=(\S+)$/u.exec(type)?.[1] ?? 'none'}`
  const start = body.indexOf('\r\n\r\n')
  const head = body.subarray(0, start).toString()
  const end = body.indexOf(`\r\n${mark}--\r\n`)
  expect(head.startsWith(`${mark}\r\n`)).toBe(true)
  expect(body.subarray(end).toString()).toBe(`\r\n${mark}--\r\n`)
  return { name: /form-data; name="jarfile"; filename="([^"]+)"/u.exec(head)?.[1] ?? '', bytes: body.subarray(start + 4, end) }
}

const receive = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const body = await buffer(incoming).catch(() => null)
  // a form that broke off is none
  if (body === null || !incoming.complete) return
  taken.push({ ...partOf(body, incoming.headers['content-type'] ?? ''), length: incoming.headers['content-length'] })
  flinkAnswers(outgoing)
}

beforeEach(async () => {
  taken = []
  flinkAnswers = outgoing => void outgoing.end('{"filename":"/x/1_job.jar","status":"success"}')
  flink = await jarServer('127.0.0.1', (incoming, outgoing) => void receive(incoming, outgoing))
  http = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url: flink.url }) })
})
afterEach(async () => {
  http.close()
  await Promise.all([flink, ...opened.splice(0)].map(server => server.close()))
})

const serve = async (listener: RequestListener, address = '127.0.0.1'): Promise<JarServer> => {
  const server = await jarServer(address, listener)
  opened.push(server)
  return server
}
/** Names of the test's own; `turns` are the answers of one look-up after the other. */
const names = (...turns: readonly (readonly string[])[]) => {
  const left = [...turns]
  const source = httpJar(() => Promise.resolve((left.length > 1 ? left.shift()! : left[0] ?? []).map(address => ({ address, family: 4 }))))
  return { ...jarSources, http: source, https: source }
}
const upload = async (jarURI: string | null, change: Partial<JarRules> = {}, sources = jarSources): Promise<string> => {
  const done = await uploadJar(http, { rules: { ...rules, ...change }, sources })({
    _tag: 'UploadJar',
    endpoint,
    name: 'op-1.jar',
    jarURI,
  })()
  return E.isRight(done) ? 'Done' : `${done.left._tag} ${done.left.applied} ${done.left.message}`
}
const received = () => taken.map(({ name, bytes }) => [name, bytes] as const)

describe('what comes to Flink', () => {
  const jar = jarOf(300_000)

  test('the jar byte by byte, under the name of the operation, with its length told', async () => {
    const server = await serve((_, outgoing) => void outgoing.writeHead(200, { 'content-length': jar.length }).end(jar))
    expect(await upload(`${server.url}/a.jar`)).toBe('Done')
    expect(received()).toEqual([['op-1.jar', jar]])
    expect(Number(taken[0]?.length)).toBeGreaterThan(jar.length)
    expect(server.asked[0]?.headers).toMatchObject({ 'x-token': 's3cret-of-the-jar' })
  })

  test('a jar whose length is not told, and one that comes a byte at a time', async () => {
    const server = await serve((_, outgoing) => {
      for (const byte of jar.subarray(0, 8)) outgoing.write(Buffer.from([byte]))
      outgoing.end(jar.subarray(8))
    })
    expect(await upload(`${server.url}/a.jar`)).toBe('Done')
    expect(received()).toEqual([['op-1.jar', jar]])
    expect(taken[0]?.length).toBeUndefined()
  })

  test('a file of the operator, and an empty jar where the classes are in the image', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'jar-'))
    try {
      writeFileSync(join(directory, 'a b.jar'), jar)
      expect(await upload(`file://${directory}/a%20b.jar`)).toBe('Done')
      expect(await upload(null)).toBe('Done')
      const [[, first] = [], [name, second] = []] = received()
      expect(first?.equals(jar)).toBe(true)
      expect([name, second?.length, second?.subarray(0, 4).toString()]).toEqual(['op-1.jar', 22, 'PK\u0005\u0006'])
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  test('what Flink refuses is its own word; what it did not answer may be there', async () => {
    const server = await serve((_, outgoing) => void outgoing.end(jar))
    flinkAnswers = outgoing => void outgoing.writeHead(400).end('{"errors":["Only Jar files are allowed."]}')
    expect(await upload(`${server.url}/a.jar`)).toBe('Invalid No Only Jar files are allowed.')
    flinkAnswers = outgoing => void outgoing.destroy()
    expect(await upload(`${server.url}/a.jar`)).toMatch(/^Unreachable Maybe /)
  })
})

describe('limits', () => {
  test.each([['reported', true], ['not told', false]])(
    'a jar larger than the limit never arrives: its length is %s',
    async (_, isReported) => {
      const jar = jarOf(5_000)
      const server = await serve((__, outgoing) =>
        void outgoing.writeHead(200, isReported ? { 'content-length': jar.length } : {}).end(jar)
      )
      expect(await upload(`${server.url}/a.jar`, { maxBytes: 4_999 })).toBe(
        `Invalid No job.jarURI ${server.url}/a.jar: it is larger than 4999 bytes (kubernetes.operator.user.artifacts.max-size)`,
      )
      expect(await upload(`${server.url}/a.jar`, { maxBytes: 5_000 })).toBe('Done')
      expect(taken).toHaveLength(1)
    },
  )

  test('a host that stays silent, and one that stops in the middle, are given up in time', async () => {
    const silent = await serve(() => undefined)
    const stops = await serve((_, outgoing) => void outgoing.write(jarOf(2_000)))
    for (const { url } of [silent, stops]) {
      expect(await upload(`${url}/a.jar`, { timeout: 300 })).toBe(
        `Timeout No job.jarURI ${url}/a.jar: it did not come within 300 ms (kubernetes.operator.user.artifacts.fetch-timeout)`,
      )
    }
    expect(taken).toEqual([])
  })

  test('a jar that breaks off in the middle does not arrive', async () => {
    const server = await serve((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': 10_000 })
      outgoing.write(jarOf(2_000), () => outgoing.destroy())
    })
    expect(await upload(`${server.url}/a.jar`)).toMatch(/^Unreachable No job\.jarURI /)
    expect(taken).toEqual([])
  })

  test('redirects are followed as far as the limit', async () => {
    const server = await serve((incoming, outgoing) => {
      const left = Number(incoming.url?.slice(1))
      if (left === 0) outgoing.end(jarOf(100))
      else outgoing.writeHead(302, { location: `/${left - 1}` }).end()
    })
    expect(await upload(`${server.url}/3`)).toBe('Done')
    expect(await upload(`${server.url}/4`)).toBe(
      `Invalid No job.jarURI ${server.url}/4: it redirects more than 3 times (kubernetes.operator.user.artifacts.max-redirects)`,
    )
  })
})

describe('L8 a few at a time', () => {
  test('what waits for its turn fetches nothing yet, and is given up in time', async () => {
    const one = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url: flink.url }), maxConcurrentUploads: 1 })
    const held: ServerResponse[] = []
    const server = await serve((_, outgoing) => void held.push(outgoing))
    const start = (signal?: AbortSignal) =>
      uploadJar(one, { rules, ...(signal === undefined ? {} : { signal }) })({
        _tag: 'UploadJar',
        endpoint,
        name: 'a.jar',
        jarURI: `${server.url}/a.jar`,
      })()
    const first = start()
    const givenUp = new AbortController()
    const second = start(givenUp.signal)
    const third = start()
    await expect.poll(() => server.asked.length).toBe(1)
    givenUp.abort()
    expect(await second).toMatchObject(E.left({ applied: 'No' }))
    held[0]?.end(jarOf(100))
    expect(await first).toEqual(E.right(undefined))
    await expect.poll(() => server.asked.length).toBe(2)
    held[1]?.end(jarOf(100))
    expect(await third).toEqual(E.right(undefined))
    one.close()
  })
})

describe('what is no jar', () => {
  test.each<readonly [string, RequestListener, RegExp]>([
    ['a page', (_, outgoing) => void outgoing.end('<html>please log in, s3cret</html>'), /Invalid No .*is no jar/],
    ['nothing', (_, outgoing) => void outgoing.end(), /Invalid No .*is no jar/],
    ['not there', (_, outgoing) => void outgoing.writeHead(404).end(), /Invalid No .*answers HTTP 404$/],
    ['not allowed', (_, outgoing) => void outgoing.writeHead(403).end(), /Invalid No .*answers HTTP 403$/],
    ['a host in trouble', (_, outgoing) => void outgoing.writeHead(503).end(), /Unavailable No .*answers HTTP 503$/],
    [
      'compressed on the way',
      (_, outgoing) => void outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(jarOf(9)),
      /Content-Encoding gzip/,
    ],
  ])('%s', async (_, listener, want) => {
    const server = await serve(listener)
    const reported = await upload(`http://user:pass-word@127.0.0.1:${server.port}/a.jar?signature=s3cret`)
    expect(reported).toMatch(want)
    expect(reported).not.toMatch(/s3cret|pass-word|signature/)
    expect(taken).toEqual([])
  })

  test('a file that is none: what stands in it is not told; a pipe and a folder are not waited for', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'jar-'))
    try {
      writeFileSync(join(directory, 'token'), 's3cret')
      execFileSync('mkfifo', [join(directory, 'pipe')])
      const reported = await upload(`file://${directory}/token`)
      expect(reported).toMatch(/Invalid No job\.jarURI .*is no jar/)
      expect(reported).not.toContain('s3cret')
      expect(await upload(`file://${directory}`)).toMatch(/Invalid No .*is no file/)
      expect(await upload(`file://${directory}/none`)).toMatch(/Invalid No .*can't be opened by the operator \(ENOENT\)/)
      expect(await upload(`file://${directory}/pipe`)).toMatch(/Invalid No .*is no file/)
      expect(await upload('file://host/a.jar')).toMatch(/Invalid No .*another host/)
      expect(taken).toEqual([])
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  test('schemes: what is not allowed, and what nobody can fetch', async () => {
    expect(await upload('s3://b/a.jar')).toBe(
      'Invalid No job.jarURI s3://b/a.jar: scheme s3 is not allowed; allowed are [https, http, file] (kubernetes.operator.user.artifacts.allowed-schemes)',
    )
    expect(await upload('S3://b/a.jar', { allowedSchemes: ['s3'] })).toBe(
      "Invalid No job.jarURI s3://b/a.jar: scheme s3 can't be fetched by this version, which has http, https, file",
    )
    expect(await upload('constructor:a', { allowedSchemes: ['constructor'] })).toMatch(/can't be fetched/)
    expect(await upload('a.jar')).toBe('Invalid No job.jarURI a.jar: it is no URI with a scheme')
    expect(await upload('http://127.0.0.1:1/a.jar')).toMatch(/^Unreachable No job\.jarURI /)
  })
})

describe('E-40 no request goes to a restricted address', () => {
  test.each(['127.0.0.2', '0x7f.0.0.2', '2130706434', '127.2'])('a literal one: %s', async host => {
    const server = await serve((_, outgoing) => void outgoing.end(jarOf(9)), '127.0.0.2')
    expect(await upload(`http://${host}:${server.port}/a.jar`)).toMatch(
      /Invalid No job\.jarURI .*: host 127\.0\.0\.2 is a private address, and the operator does not fetch from there\. .*disallow-restricted-hosts/,
    )
    expect(server.connections()).toBe(0)
  })

  test('a name that has one, alone or among others', async () => {
    const server = await serve((_, outgoing) => void outgoing.end(jarOf(9)), '127.0.0.2')
    for (const addresses of [['127.0.0.2'], ['127.0.0.1', '127.0.0.2']]) {
      expect(await upload(`http://jars.example:${server.port}/a.jar`, {}, names(addresses))).toMatch(
        /Invalid No .*host jars\.example has the address 127\.0\.0\.2, which is a private address/,
      )
    }
    expect(server.connections()).toBe(0)
    expect(await upload('http://jars.example:1/a.jar', {}, names([]))).toMatch(/^Unreachable No .*ENOTFOUND/)
  })

  test('a name that is answered otherwise the second time is connected to as it was judged, and judged anew at the next hop', async () => {
    const bad = await serve((_, outgoing) => void outgoing.end(jarOf(9)), '127.0.0.2')
    const good = await serve((_, outgoing) => void outgoing.writeHead(307, { location: `http://jars.example:${bad.port}/b.jar` }).end())
    expect(await upload(`http://jars.example:${good.port}/a.jar`, {}, names(['127.0.0.1'], ['127.0.0.2']))).toMatch(
      /has the address 127\.0\.0\.2/,
    )
    expect([good.asked.length, bad.connections()]).toEqual([1, 0])
  })

  test('a redirect to one, to a scheme that is not allowed, to a file', async () => {
    const bad = await serve((_, outgoing) => void outgoing.end(jarOf(9)), '127.0.0.2')
    for (
      const [location, want] of [
        [`http://127.0.0.2:${bad.port}/b.jar`, /127\.0\.0\.2 is a private address/],
        ['https://127.0.0.1:1/b.jar', /redirects to scheme https; allowed are \[http, file\]/],
        ['file:///etc/passwd', /redirects to scheme file/],
        [`topsecret-${'x'.repeat(20)}:x`, /redirects to a scheme that is not allowed; allowed are/],
        ['', /redirects to no address/],
      ] as const
    ) {
      const good = await serve((_, outgoing) => void outgoing.writeHead(302, location === '' ? {} : { location }).end())
      expect(await upload(`${good.url}/a.jar`, { allowedSchemes: ['http', 'file'] })).toMatch(want)
    }
    expect(bad.connections()).toBe(0)
  })

  test.each([
    [[], false],
    [['evil.example.com'], false],
    [['127.0.0.1'], true],
    [['127.0.0.1:PORT'], true],
    [['127.0.0.1:1'], false],
    [['localhost', ' 127.0.0.1 '], true],
  ])('S08 headers go to hosts that are named: %j', async (hosts, goes) => {
    const server = await serve((_, outgoing) => void outgoing.end(jarOf(10)))
    const headerHosts = hosts.map(host => host.replace('PORT', new URL(server.url).port))
    await upload(`${server.url}/a.jar`, { headerHosts })
    expect('x-token' in (server.asked[0]?.headers ?? {})).toBe(goes)
  })

  test('S07 of where it is redirected to the host is told: the rest is what a foreign server wrote', async () => {
    const other = await serve((_, outgoing) => void outgoing.writeHead(404).end('TOPSECRET'))
    const first = await serve((_, outgoing) => void outgoing.writeHead(302, { location: `${other.url}/TOPSECRET?TOPSECRET` }).end())
    const reported = await upload(`${first.url}/a.jar`)
    expect(reported).toContain(`${first.url}/a.jar redirects to ${other.url}, which answers HTTP 404`)
    expect(reported).not.toContain('TOPSECRET')
  })

  test('P23 headers go to the host of jarURI alone, and are not told', async () => {
    const other = await serve((_, outgoing) => void outgoing.end(jarOf(9)))
    const first = await serve((_, outgoing) => void outgoing.writeHead(302, { location: `${other.url}/b.jar` }).end())
    expect(await upload(`${first.url}/a.jar`)).toBe('Done')
    expect(first.asked[0]?.headers['x-token']).toBe('s3cret-of-the-jar')
    expect(other.asked[0]?.headers).not.toHaveProperty('x-token')
    expect(await upload(`${first.url}/a.jar`, { headers: { 'x-token': 's3cret\nx' } })).not.toContain('s3cret')
  })
})
