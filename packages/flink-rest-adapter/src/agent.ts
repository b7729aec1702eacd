import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'

/** Connections of a process to all Flink clusters, kept open between calls. */
export interface Agents {
  readonly agent: { readonly http: HttpAgent; readonly https: HttpsAgent }
  readonly close: () => void
}

/** Well below Flink's `rest.idleness-timeout` (5 min), so that the server does not close a kept connection first. */
const idleTimeout = 60_000

/**
 * Bytes of a body that are read ahead of its consumer. If the server sends each byte as a separate chunk, each takes hundreds of
 * bytes while it waits: with Node's 64 KiB, thirty such answers took 350 MiB, with this limit 190.
 */
export const readAhead = 4_096

/**
 * One pool per process with a limit over all clusters: Node's `maxFreeSockets` counts per cluster, which limits nothing with 10,000
 * of them.
 */
export const newAgents = (maxIdleSockets: number): Agents => {
  // `highWaterMark` applies to the sockets; the type declarations of agents lack it
  const options = { keepAlive: true, timeout: idleTimeout, highWaterMark: readAhead }
  const agent = { http: bounded(new HttpAgent(options), maxIdleSockets), https: bounded(new HttpsAgent(options), maxIdleSockets) }
  return {
    agent,
    close: () => {
      agent.http.destroy()
      agent.https.destroy()
    },
  }
}

/** Node's documented way to limit kept connections: a false answer closes the connection. Its type declarations lack the answer. */
const bounded = <A extends HttpAgent>(agent: A, maxIdleSockets: number): A => {
  const keep = agent.keepSocketAlive.bind(agent) as unknown as (socket: Duplex) => boolean
  agent.keepSocketAlive = socket => idleSockets(agent) < maxIdleSockets && keep(socket)
  return agent
}

const idleSockets = (agent: HttpAgent): number =>
  Object.values(agent.freeSockets).reduce((count, sockets) => count + (sockets?.length ?? 0), 0)
