import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { redirected, startApiProxy } from './api-proxy.ts'
import { serverOf } from './kubeconfig.ts'

const kubeconfig = (cluster: string, user = '{token: abc}'): string => `
apiVersion: v1
kind: Config
current-context: here
clusters: [{name: other, cluster: {server: "https://other"}}, {name: c, cluster: ${cluster}}]
users: [{name: u, user: ${user}}]
contexts: [{name: here, context: {cluster: c, user: u}}]
`

const clusterIn = (text: string): unknown => JSON.parse(text).clusters[1].cluster

describe('a kubeconfig that leads through the proxy', () => {
  test('keeps the name that the certificate is checked for, and a path below the address', () => {
    expect(clusterIn(redirected(kubeconfig('{server: "https://api.example:6443/prefix/"}'), '/f', 7))).toEqual({
      server: 'https://127.0.0.1:7/prefix',
      'tls-server-name': 'api.example',
    })
    expect(clusterIn(redirected(kubeconfig('{server: "https://[fd00::1]"}'), '/f', 7))).toEqual({
      server: 'https://127.0.0.1:7',
      'tls-server-name': 'fd00::1',
    })
  })
  test('a name that is given stays; none is needed without TLS, or where the address stays the same', () => {
    expect(clusterIn(redirected(kubeconfig('{server: "https://10.0.0.1", tls-server-name: given}'), '/f', 7))).toEqual({
      server: 'https://127.0.0.1:7',
      'tls-server-name': 'given',
    })
    expect(clusterIn(redirected(kubeconfig('{server: "http://api"}'), '/f', 7))).toEqual({ server: 'http://127.0.0.1:7' })
    expect(clusterIn(redirected(kubeconfig('{server: "https://127.0.0.1:1"}'), '/f', 7))).toEqual({ server: 'https://127.0.0.1:7' })
  })
  test('files are found from where it lies now', () => {
    const text = redirected(
      kubeconfig('{server: "https://api", certificate-authority: ca.crt}', '{client-key: /k, exec: {command: ./plugin}}'),
      '/f',
      7,
    )
    expect(clusterIn(text)).toMatchObject({ 'certificate-authority': '/f/ca.crt' })
    expect(JSON.parse(text).users[0].user).toEqual({ 'client-key': '/k', exec: { command: '/f/plugin' } })
  })
})

test('the proxy passes bytes on, cuts, refuses and accepts again', async () => {
  const echo = createServer(socket => socket.on('error', () => undefined).pipe(socket)).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'api-proxy-'))
  const own = join(folder, 'kubeconfig')
  writeFileSync(own, kubeconfig(`{server: "http://127.0.0.1:${(echo.address() as AddressInfo).port}"}`))
  const proxy = await startApiProxy(own, folder)
  const { port } = serverOf(readFileSync(proxy.kubeconfig, 'utf8'))
  const call = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write('hello')
    const closed = new Promise<string>(resolve => {
      socket.on('close', () => resolve('closed'))
    })
    const answer = new Promise<string>(resolve => {
      socket.on('data', bytes => resolve(String(bytes)))
    })
    return { closed, answer: await Promise.race([answer, closed]) }
  }

  const first = await call()
  expect(first.answer).toBe('hello')
  expect(proxy.cut()).toBe(1)
  await first.closed
  const second = await call()
  expect(second.answer).toBe('hello')
  await proxy.refuse()
  expect((await call()).answer).toBe('closed')
  await proxy.accept()
  expect((await call()).answer).toBe('hello')
  await proxy.stop()
  echo.close()
})
