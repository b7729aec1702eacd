import { isAbsolute, resolve } from 'node:path'
import { parse } from 'yaml'
import type { Any } from './api.ts'

/** Fields of a kubeconfig that name files. */
const fileFields = ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile']

const contextOf = (config: Any): Any => config.contexts.find((it: Any) => it.name === config['current-context']).context

export const clusterOf = (config: Any): Any => config.clusters.find((it: Any) => it.name === contextOf(config).cluster).cluster

/** Where a kubeconfig leads to. */
export const serverOf = (kubeconfig: string): { readonly host: string; readonly port: number } => {
  const url = new URL(clusterOf(parse(kubeconfig)).server)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : Number(url.port) }
}

/** A kubeconfig of `folder` that finds its files from anywhere. */
export const movable = (kubeconfig: string, folder: string): Any => {
  const config = parse(kubeconfig)
  for (const part of [...config.clusters.map((it: Any) => it.cluster), ...config.users.map((it: Any) => it.user)]) {
    for (const field of fileFields)
      if (typeof part[field] === 'string' && !isAbsolute(part[field])) part[field] = resolve(folder, part[field])
    if (part.exec?.command?.includes('/') === true) part.exec.command = resolve(folder, part.exec.command)
  }
  return config
}

/** The same cluster for somebody else, who is at home in that namespace: nothing of the first one's credentials is in it. */
export const forAccount = (
  kubeconfig: string,
  folder: string,
  { namespace, token }: { readonly namespace: string; readonly token: string },
): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'account',
    clusters: [{ name: 'cluster', cluster: clusterOf(movable(kubeconfig, folder)) }],
    users: [{ name: 'account', user: { token } }],
    contexts: [{ name: 'account', context: { cluster: 'cluster', user: 'account', namespace } }],
  })
