import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { clusterOf, movable, serverOf } from './kubeconfig.ts'

/** Stands between an operator and its API server, and lets nothing through when told. Nobody else is troubled by it. */
export interface ApiProxy {
  /** A copy of the kubeconfig that leads through here. */
  readonly kubeconfig: string
  /** Breaks all connections; new ones go through. How many there were. */
  readonly cut: () => number
  /** Breaks all connections and takes no new ones, as a server that is stopped. */
  readonly refuse: () => Promise<void>
  readonly accept: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A kubeconfig of `folder`, made to lead to a port of this machine; the certificate is still checked for the server's own name. */
export const redirected = (kubeconfig: string, folder: string, port: number): string => {
  const config = movable(kubeconfig, folder)
  const cluster = clusterOf(config)
  const url = new URL(cluster.server)
  const { host } = serverOf(kubeconfig)
  if (url.protocol === 'https:' && host !== '127.0.0.1') cluster['tls-server-name'] ??= host
  cluster.server = `${url.protocol}//127.0.0.1:${port}${url.pathname.replace(/\/$/, '')}`
  return JSON.stringify(config)
}

/** The operator's kubeconfig goes into `folder`. */
export const startApiProxy = async (kubeconfig: string, folder: string): Promise<ApiProxy> => {
  const text = readFileSync(kubeconfig, 'utf8')
  const target = serverOf(text)
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer(client => {
    const upstream = connect(target)
    const pair = [client, upstream] as const
    pairs.add(pair)
    const end = (): void => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    client.pipe(upstream).pipe(client)
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const own = join(folder, 'kubeconfig-through-proxy')
  writeFileSync(own, redirected(text, dirname(resolve(kubeconfig)), port), { mode: 0o600 })

  const cut = (): number => {
    const { size } = pairs
    // a reset, as from a server that died: nothing is said in farewell
    for (const [client, upstream] of [...pairs]) {
      client.resetAndDestroy()
      upstream.destroy()
    }
    return size
  }
  const refuse = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    cut()
    await closed
  }
  return {
    kubeconfig: own,
    cut,
    refuse,
    stop: refuse,
    accept: async () => {
      if (!server.listening) await listen(port)
    },
  }
}
