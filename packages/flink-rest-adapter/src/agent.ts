import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'

/** Connections to every Flink cluster of a process, kept open between calls. */
export interface Agents {
  readonly agent: { readonly http: HttpAgent; readonly https: HttpsAgent }
  readonly close: () => void
}

/** Well under Flink's `rest.idleness-timeout` (5 min), so that a kept connection is not one that the server has just closed. */
const idleTimeout = 60_000

/**
 * Bytes of a body that wait to be read before nothing more is taken from the connection. Where each byte is a chunk of its own, each takes
 * hundreds of bytes while it waits: with Node's 64 KiB thirty such answers took 350 MiB, with this 190.
 */
export const readAhead = 4_096

/**
 * A pool per process with a bound over all clusters: Node's own `maxFreeSockets` counts per cluster, which bounds nothing with 10,000 of
 * them.
 */
export const newAgents = (maxIdleSockets: number): Agents => {
  // the highWaterMark is its sockets': the type declarations of agents forget it
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

/** Node's documented way to limit what is kept: a false answer closes the connection. Its type declarations forget the answer. */
const bounded = <A extends HttpAgent>(agent: A, maxIdleSockets: number): A => {
  const keep = agent.keepSocketAlive.bind(agent) as unknown as (socket: Duplex) => boolean
  agent.keepSocketAlive = socket => idleSockets(agent) < maxIdleSockets && keep(socket)
  return agent
}

const idleSockets = (agent: HttpAgent): number =>
  Object.values(agent.freeSockets).reduce((count, sockets) => count + (sockets?.length ?? 0), 0)
