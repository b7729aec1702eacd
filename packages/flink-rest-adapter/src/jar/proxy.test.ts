import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { jarOf, jarServer } from '../../test/jar-server.ts'
import { httpJar } from './http-jar.ts'
import { openJar } from './open-jar.ts'
import type { JarRules } from './jar-source.ts'
import { proxyFor } from './proxy.ts'

test.each<readonly [uri: string, environment: Readonly<Record<string, string>>, proxy: string | null]>([
  ['https://jars.example/a.jar', {}, null],
  ['https://jars.example/a.jar', { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
  ['https://jars.example/a.jar', { https_proxy: 'proxy:3128', HTTPS_PROXY: 'http://other' }, 'http://proxy:3128'],
  ['https://jars.example/a.jar', { HTTP_PROXY: 'http://proxy:3128' }, null],
  ['http://jars.example/a.jar', { HTTP_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
  ['https://jars.example/a.jar', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'example' }, null],
  ['https://jars.example/a.jar', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: ' .example , x' }, null],
  ['https://JARS.example/a.jar', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '*.Example' }, null],
  ['https://jars.example/a.jar', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'ars.example' }, 'http://proxy:3128'],
  ['https://jars.example/a.jar', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'jars.example:443' }, null],
  ['https://jars.example:8443/a.jar', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'jars.example:443' }, 'http://proxy:3128'],
  ['https://jars.example/a.jar', { HTTPS_PROXY: 'http://proxy:3128', no_proxy: '*' }, null],
  ['https://10.1.2.3/a.jar', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '10.0.0.0/8' }, null],
  ['https://11.1.2.3/a.jar', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '10.0.0.0/8,10.0.0.0/99,/8' }, 'http://proxy:3128'],
  ['https://[fd00::1]/a.jar', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'fd00::/8' }, null],
  ['https://[fd00::1]/a.jar', { HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: '[fd00::1]:443' }, null],
])('the proxy for %s with %j', (uri, environment, proxy) => {
  expect(proxyFor(new URL(uri), environment)).toBe(proxy)
})

const rules: JarRules = {
  allowedSchemes: ['http', 'https'],
  restriction: address => (address.startsWith('127.') || address.startsWith('10.') ? 'an address of ours' : null),
  headers: {},
  maxBytes: 1_000,
  maxRedirects: 3,
  timeout: 60_000,
}
const fetched = async (uri: string, environment: Readonly<Record<string, string>>, known: Readonly<Record<string, string>> = {}) => {
  const resolve = (host: string) =>
    known[host] === undefined ? Promise.reject(new Error('not known here')) : Promise.resolve([{ address: known[host], family: 4 }])
  const source = httpJar(resolve, environment)
  try {
    const jar = await openJar(uri, rules, AbortSignal.timeout(60_000), { http: source, https: source })
    const bytes: Uint8Array[] = []
    for await (const chunk of jar.bytes) bytes.push(chunk)
    jar.close()
    return Buffer.concat(bytes).length
  } catch (thrown) {
    return (thrown as Error).message
  }
}

test('a jar comes through the proxy, which may have an address that jars may not have; redirects are judged anew', async () => {
  const proxy = await jarServer(
    '127.0.0.1',
    ({ url = '' }, outgoing) =>
      url.endsWith('/moved') ? void outgoing.writeHead(302, { location: 'http://others.example/a.jar' }).end()
        : void outgoing.end(jarOf(10)),
  )
  onTestFinished(proxy.close)
  const environment = { HTTP_PROXY: proxy.url }
  expect(await fetched('http://jars.example/moved', environment)).toBe(10)
  expect(proxy.asked.map(({ path }) => path)).toEqual(['http://jars.example/moved', 'http://others.example/a.jar'])
  expect(await fetched('http://10.0.0.1/a.jar', environment)).toContain('an address of ours')
  expect(await fetched('http://inside.example/a.jar', environment, { 'inside.example': '10.0.0.1' })).toContain('an address of ours')
  expect(await fetched('http://jars.example/a.jar', { ...environment, NO_PROXY: 'jars.example' })).toBe('not known here')
  expect(proxy.asked).toHaveLength(2)
})

test('https goes through a tunnel of the proxy', async () => {
  const tunnels: (string | undefined)[] = []
  const proxy = createServer().on('connect', ({ url }, socket) => {
    tunnels.push(url)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const address = `http://user:s3cret@127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const answer = await fetched('https://jars.example/a.jar', { HTTPS_PROXY: address })
  expect(tunnels).toEqual(['jars.example:443'])
  expect(answer).toContain('Failed to establish tunnel to jars.example:443')
  expect(answer).not.toContain('s3cret')
})
