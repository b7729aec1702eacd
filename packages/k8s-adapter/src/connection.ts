import { Agent, type Dispatcher, ProxyAgent } from 'undici'
import * as E from 'fp-ts/lib/Either.js'
import type { Credentials, Session } from './credentials.ts'

export interface Connection {
  readonly agent: Dispatcher
  readonly headers: Readonly<Record<string, string>>
}

/** HTTP/1.1 on purpose: a watch that is stuck then holds up nobody else. Deadlines are set by each call. */
const poolOptions = { allowH2: false, pipelining: 1, keepAliveTimeout: 30_000, headersTimeout: 0, bodyTimeout: 0 }

const agentFor = (session: Session, proxy: string | null): Dispatcher => {
  const tls = {
    ...(session.ca === null ? {} : { ca: session.ca }),
    ...(session.cert === null ? {} : { cert: session.cert }),
    ...(session.key === null ? {} : { key: session.key }),
    ...(session.serverName === null ? {} : { servername: session.serverName }),
    rejectUnauthorized: session.verify,
  }
  return proxy === null
    ? new Agent({ ...poolOptions, connect: { ...tls, timeout: 5_000, keepAlive: true, keepAliveInitialDelay: 30_000 } })
    : new ProxyAgent({ ...poolOptions, uri: proxy, requestTls: tls })
}

const tlsKey = (session: Session): string =>
  JSON.stringify([session.ca, session.cert, session.key, session.serverName, session.verify])

/** One pool of kept-alive connections; a new one when certificates or key change, and the old one ends with its last request. */
export const connections = (credentials: Credentials) => {
  let made: { readonly key: string; readonly agent: Dispatcher } | null = null

  const current = async (): Promise<E.Either<string, Connection>> => {
    const session = await credentials.session()
    if (E.isLeft(session)) return session
    const key = tlsKey(session.right)
    if (made?.key !== key) {
      void made?.agent.close().catch(() => undefined)
      made = { key, agent: agentFor(session.right, credentials.proxy) }
    }
    return E.right({ agent: made.agent, headers: session.right.headers })
  }

  return {
    current,
    /** Breaks what is under way. */
    close: async (): Promise<void> => {
      const agent = made?.agent
      made = null
      await agent?.destroy()
    },
  }
}
