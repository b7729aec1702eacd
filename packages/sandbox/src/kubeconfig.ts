import { stringify } from 'yaml'

/** A kubeconfig for the simulated API: no TLS, no user. */
export const kubeconfigText = (url: string): string =>
  stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'flink-sandbox',
    clusters: [{ name: 'flink-sandbox', cluster: { server: url } }],
    users: [{ name: 'flink-sandbox', user: {} }],
    contexts: [{ name: 'flink-sandbox', context: { cluster: 'flink-sandbox', user: 'flink-sandbox', namespace: 'default' } }],
  })
