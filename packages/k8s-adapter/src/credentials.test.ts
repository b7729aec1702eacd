import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Credentials, type CredentialsOptions, loadCredentials } from './credentials.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'credentials-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

const kubeconfig = (over: { cluster?: string; user?: string; context?: string; current?: string } = {}) => `
apiVersion: v1
kind: Config
${over.current ?? 'current-context: here'}
clusters: [{name: c, cluster: ${over.cluster ?? `{server: "https://api:6443/prefix/", certificate-authority-data: ${base64('CA')}}`}}]
users: [{name: u, user: ${over.user ?? `{client-certificate-data: ${base64('CERT')}, client-key-data: ${base64('KEY')}}`}}]
contexts: [{name: here, context: ${over.context ?? '{cluster: c, user: u, namespace: flink}'}}]
`

const load = (text: string): Credentials => {
  const credentials = loadCredentials({ kubeconfig: file('kubeconfig', text), environment: {} })
  if (E.isLeft(credentials)) throw new Error(credentials.left)
  return credentials.right
}

const session = async (credentials: Credentials) => {
  const now = await credentials.session()
  if (E.isLeft(now)) throw new Error(now.left)
  return now.right
}

describe('kubeconfig', () => {
  test('client certificate; a path below the address; namespace of the context', async () => {
    const credentials = load(kubeconfig())
    expect(credentials).toMatchObject({ server: { origin: 'https://api:6443', basePath: '/prefix' }, namespace: 'flink', proxy: null })
    expect(await session(credentials)).toEqual({ ca: 'CA', cert: 'CERT', key: 'KEY', serverName: null, verify: true, headers: {} })
  })

  test('token, server name, no verification', async () => {
    const credentials = load(
      kubeconfig({ user: '{token: abc}', cluster: '{server: "https://api", insecure-skip-tls-verify: true, tls-server-name: other}' }),
    )
    expect(await session(credentials)).toMatchObject({ verify: false, serverName: 'other', headers: { Authorization: 'Bearer abc' } })
  })

  test('user and password', async () => {
    expect((await session(load(kubeconfig({ user: '{username: me, password: pw}' })))).headers).toEqual({
      Authorization: `Basic ${base64('me:pw')}`,
    })
  })

  test('without TLS, as kubectl proxy and the sandbox serve', async () => {
    const credentials = load(kubeconfig({ cluster: '{server: "http://127.0.0.1:8001"}', user: '{token: abc}' }))
    expect((await session(credentials)).headers).toEqual({ Authorization: 'Bearer abc' })
  })

  test('an exec plugin is asked', async () => {
    const plugin = file(
      'plugin.sh',
      `#!/bin/sh\necho '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"from-plugin"}}'\n`,
    )
    chmodSync(plugin, 0o755)
    const credentials = load(
      kubeconfig({ user: `{exec: {apiVersion: client.authentication.k8s.io/v1, command: ${plugin}, interactiveMode: Never}}` }),
    )
    expect((await session(credentials)).headers).toMatchObject({ Authorization: 'Bearer from-plugin' })
  })

  test('an exec plugin that fails: one line that says where it was asked for', async () => {
    const credentials = load(
      kubeconfig({ user: '{exec: {apiVersion: client.authentication.k8s.io/v1, command: /does/not/exist, interactiveMode: Never}}' }),
    )
    const answer = await credentials.session()
    expect(answer).toMatchObject({ _tag: 'Left' })
    expect(E.isLeft(answer) && answer.left).toMatch(/^kubeconfig .*: no credentials: [^\n]+$/)
  })

  test('several files, as KUBECONFIG lists them', () => {
    const first = file('one', kubeconfig({ current: '' }).replace(/contexts.*/, 'contexts: []'))
    const second = file(
      'two',
      'apiVersion: v1\nkind: Config\ncurrent-context: here\nclusters: []\nusers: []\ncontexts: [{name: here, context: {cluster: c, user: u}}]\n',
    )
    expect(loadCredentials({ environment: { KUBECONFIG: `${first}:${second}` } })).toMatchObject(
      E.right({ namespace: 'default', server: { origin: 'https://api:6443' } }),
    )
  })
})

describe('what is wrong, in one line', () => {
  test.each([
    ['no such file', null, /^kubeconfig \S+ cannot be read: ENOENT: no such file or directory$/],
    ['nothing', 'null', /^kubeconfig \S+ is no valid configuration: it is no object with clusters, users and contexts$/],
    ['a text', '"x"', /^kubeconfig \S+ /],
    [
      'lists of nothing',
      'clusters: [null]\nusers: 5',
      /^kubeconfig \S+ is no valid configuration: it is no object with clusters, users and contexts$/,
    ],
    ['empty', '', /^kubeconfig \S+ is no valid configuration: it is empty$/],
    [
      'no YAML, and the token in it is not quoted',
      'users: [{token: hush-hush\nx: {',
      /^kubeconfig \S+ is no valid configuration: (?!.*hush)[^\n]+$/,
    ],
    ['no current context', kubeconfig({ current: '' }), /^kubeconfig \S+: current-context is not set$/],
    ['unknown context', kubeconfig({ current: 'current-context: there' }), /: there is no context "there"$/],
    ['unknown cluster', kubeconfig({ context: '{cluster: x, user: u}' }), /: context "here" names the cluster "x", which does not exist$/],
    ['unknown user', kubeconfig({ context: '{cluster: c, user: x}' }), /: context "here" names the user "x", which does not exist$/],
    ['no address', kubeconfig({ cluster: '{server: api}' }), /: server "api" is no address$/],
    [
      'a proxy that is not supported',
      kubeconfig({ cluster: '{server: "https://api", proxy-url: "socks5://p:1"}' }),
      /: proxy-url socks5 is not supported/,
    ],
  ])('%s', (_title, text, message) => {
    const path = text === null ? join(folder, 'nothing') : file('broken', text)
    const credentials = loadCredentials({ kubeconfig: path, environment: {} })
    expect(E.isLeft(credentials) ? credentials.left : 'loaded').toMatch(message)
  })
})

describe('in a pod', () => {
  const pod = (): CredentialsOptions => ({
    environment: { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' },
    serviceAccountFolder: folder,
  })

  test('the service account: token, CA, namespace', async () => {
    file('token', 'pod-token')
    file('ca.crt', 'POD CA')
    file('namespace', 'operators\n')
    const credentials = loadCredentials(pod())
    if (E.isLeft(credentials)) throw new Error(credentials.left)
    expect(credentials.right).toMatchObject({ server: { origin: 'https://[fd00::1]', basePath: '' }, namespace: 'operators' })
    expect(await session(credentials.right)).toMatchObject({ ca: 'POD CA', headers: { Authorization: 'Bearer pod-token' } })
  })

  test('no token mounted', () => {
    expect(loadCredentials({ ...pod(), serviceAccountFolder: join(folder, 'none') })).toMatchObject(
      E.left(expect.stringMatching(/^service account token \S+ cannot be read: /)),
    )
  })
})

test.each([
  ['nothing at all', {}, 'no KUBECONFIG, no service account and no HOME: say which cluster'],
  ['only a home', { HOME: '/does/not/exist' }, 'kubeconfig /does/not/exist/.kube/config cannot be read: ENOENT: no such file or directory'],
])('%s', (_title, environment, message) => {
  expect(loadCredentials({ environment })).toEqual(E.left(message))
})
