import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { forAccount, serverOf } from './kubeconfig.ts'

const kubeconfig = (server: string): string => `
apiVersion: v1
kind: Config
current-context: here
clusters: [{name: other, cluster: {server: "https://other"}}, {name: c, cluster: {server: "${server}", certificate-authority: ca.crt}}]
users: [{name: u, user: {client-key-data: secret, token: abc}}]
contexts: [{name: here, context: {cluster: c, user: u}}]
`

test('the server of the current context', () => {
  expect(serverOf(kubeconfig('https://[fd00::1]:6443'))).toEqual({ host: 'fd00::1', port: 6443 })
  expect(serverOf(kubeconfig('https://api'))).toEqual({ host: 'api', port: 443 })
})

test('for an account: the same server, nothing of whoever gave it', () => {
  const text = forAccount(kubeconfig('https://api'), '/f', { namespace: 'story', token: 'own' })
  expect(serverOf(text)).toEqual({ host: 'api', port: 443 })
  expect(parse(text)).toMatchObject({
    clusters: [{ cluster: { server: 'https://api', 'certificate-authority': '/f/ca.crt' } }],
    users: [{ user: { token: 'own' } }],
    contexts: [{ context: { namespace: 'story' } }],
  })
  expect(text).not.toMatch(/abc|secret|other/)
})
