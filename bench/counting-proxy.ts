import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CountingProxy {
  readonly port: number
  /** Calls so far that may change something. */
  readonly writes: () => number
  readonly calls: () => number
  readonly close: () => void
}

/** Passes everything on to a server on this machine and counts what passes. */
export const countingProxy = async (target: number): Promise<CountingProxy> => {
  const counts = { writes: 0, calls: 0 }
  const server = createServer((incoming, outgoing) => {
    counts.calls++
    if (incoming.method !== 'GET') counts.writes++
    const onward = request({ host: '127.0.0.1', port: target, method: incoming.method, path: incoming.url, headers: incoming.headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => { server.listen(0, '127.0.0.1', resolve) })
  return { port: (server.address() as AddressInfo).port, writes: () => counts.writes, calls: () => counts.calls, close: () => { server.closeAllConnections(); server.close() } }
}
