import { Agent as HttpAgent, type AgentOptions } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { HttpProxyAgent, HttpsProxyAgent } from 'hpagent'
import * as E from 'fp-ts/lib/Either.js'
import type { Credentials, Session } from './credentials.ts'

/** What a request needs of its connection: the pool, and the headers of the user. */
export interface Connection {
  readonly agent: HttpAgent
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Well below the idle timeouts of API servers and proxies. The number of used connections is not limited: a stuck watch must not
 * block other requests.
 */
const poolOptions: AgentOptions = { keepAlive: true, keepAliveMsecs: 30_000, timeout: 30_000 }

const agentFor = (session: Session, { server, proxy }: Credentials): HttpAgent => {
  const tls = {
    ...(session.ca === null ? {} : { ca: session.ca }),
    ...(session.cert === null ? {} : { cert: session.cert }),
    ...(session.key === null ? {} : { key: session.key }),
    ...(session.serverName === null ? {} : { servername: session.serverName }),
    rejectUnauthorized: session.verify,
  }
  if (server.origin.startsWith('https:'))
    return proxy === null ? new HttpsAgent({ ...poolOptions, ...tls }) : new HttpsProxyAgent({ ...poolOptions, ...tls, proxy })
  return proxy === null ? new HttpAgent(poolOptions) : new HttpProxyAgent({ ...poolOptions, proxy })
}

const tlsKey = (session: Session): string => JSON.stringify([session.ca, session.cert, session.key, session.serverName, session.verify])

/**
 * One pool of kept-alive connections. When certificates or key change, a new pool is made, and each connection of the old one ends
 * with its last request.
 */
export const connections = (credentials: Credentials) => {
  let made: { readonly key: string; readonly agent: HttpAgent } | null = null

  const current = async (): Promise<E.Either<string, Connection>> => {
    const session = await credentials.session()
    if (E.isLeft(session)) return session
    const key = tlsKey(session.right)
    if (made?.key !== key) {
      if (made !== null) keepNone(made.agent)
      made = { key, agent: agentFor(session.right, credentials) }
    }
    return E.right({ agent: made.agent, headers: session.right.headers })
  }

  return {
    current,
    /** Aborts running requests. */
    close: (): Promise<void> => {
      made?.agent.destroy()
      made = null
      return Promise.resolve()
    },
  }
}

/** Closes idle connections now, and busy ones after their request. */
const keepNone = (agent: HttpAgent): void => {
  agent.maxFreeSockets = 0
  for (const socket of Object.values(agent.freeSockets).flatMap(sockets => sockets ?? [])) socket.destroy()
}
