import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CountingProxy {
  readonly port: number
  /** Calls so far that may change something. */
  readonly writes: () => number
  readonly calls: () => number
  /** From here on `since` counts. */
  readonly mark: () => void
  readonly since: () => { readonly total: number; readonly by: Readonly<Record<string, number>> }
  readonly close: () => void
}

/** The part of a path after its namespace: resource, name, subresource. */
const partsOf = ({ pathname }: URL): readonly string[] => pathname.split('/namespaces/')[1]?.split('/').slice(1) ?? []

/** `get deployments`, `list pods`, `put flinkdeployments/status`. */
const wordsOf = (method: string, url: string): string => {
  const at = new URL(url, 'http://localhost')
  const [resource = at.pathname, name, subresource] = partsOf(at)
  const verb = method === 'GET' ? (at.searchParams.has('watch') ? 'watch' : name === undefined ? 'list' : 'get') : method.toLowerCase()
  return `${verb} ${subresource === undefined ? resource : `${resource}/${subresource}`}`
}

/** Passes everything on to a server on this machine and counts what passes. */
export const countingProxy = async (target: number): Promise<CountingProxy> => {
  const counts = { writes: 0, calls: 0 }
  let marked = new Map<string, number>()
  const server = createServer((incoming, outgoing) => {
    counts.calls++
    if (incoming.method !== 'GET') counts.writes++
    const words = wordsOf(incoming.method ?? '', incoming.url ?? '')
    marked.set(words, (marked.get(words) ?? 0) + 1)
    const onward = request(
      { host: '127.0.0.1', port: target, method: incoming.method, path: incoming.url, headers: incoming.headers },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        // who watches waits for the head, which else goes with the first event
        outgoing.flushHeaders()
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    writes: () => counts.writes,
    calls: () => counts.calls,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
    mark: () => {
      marked = new Map()
    },
    since: () => ({
      total: [...marked.values()].reduce((sum, it) => sum + it, 0),
      by: Object.fromEntries([...marked].sort(([a], [b]) => (a < b ? -1 : 1))),
    }),
  }
}
