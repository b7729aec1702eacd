import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError } from '@flink-operator/core'
import type { ZooKeeperQuorum, ZooKeeperServer } from '@flink-operator/core/flink-configuration'
import type { Client } from 'node-zookeeper-client'
import { fromClient, type Request, timedOut, unreachable } from '../error.ts'
import { hungUp, oneConnection } from './one-connection.ts'

/** A connected session with an ensemble. */
export interface Session {
  /**
   * Sends one request. If the answer is late, the session is closed, since a later answer could be mistaken for another's. Never
   * rejects.
   */
  readonly ask: <A>(
    request: Request,
    send: (client: Client, answer: (error: unknown, value: A) => void) => void,
  ) => Promise<E.Either<AdapterError, A>>
  readonly isOver: () => boolean
  /** Ends the session regularly, so that the server need not wait for its timeout. */
  readonly close: () => void
}

export interface SessionOptions {
  /** Milliseconds for the connection, all servers together. */
  readonly connectTimeout: number
  /** Milliseconds for one answer. */
  readonly answerTimeout: number
  /** Milliseconds after which the server drops a silent client; no logic here depends on it. */
  readonly sessionTimeout: number
  /** `user:password` of the digest scheme; null: no login. */
  readonly digest: string | null
}

/** A server port with TLS closes a connection without TLS. */
const whyItMay = ' before it answered: if it wants TLS or SASL, those are not supported; plain TCP is, with no login or by digest'

/** How long a regular end may take. */
const closeTimeout = 1_000

const connectTo = (server: ZooKeeperServer, options: SessionOptions, timeout: number): Promise<E.Either<AdapterError, Session>> =>
  new Promise(resolve => {
    const request: Request = { operation: 'connect', path: `${server.host}:${server.port}` }
    const ended: { why: string | null } = { why: null }
    const ends = new Set<(why: string) => void>()
    const timer = setTimeout(() => connection.destroy(`no ZooKeeper answered within ${timeout} ms`), timeout)
    const ask: Session['ask'] = (asked, send) =>
      new Promise(answered => {
        if (ended.why !== null) return answered(E.left(unreachable(asked, ended.why)))
        const end = (why: string): void => settle(E.left(unreachable(asked, why)))
        const limit = setTimeout(() => {
          settle(E.left(timedOut(asked, options.answerTimeout)))
          connection.destroy(`no answer within ${options.answerTimeout} ms`)
        }, options.answerTimeout)
        const settle = (result: Parameters<typeof answered>[0]): void => {
          clearTimeout(limit)
          ends.delete(end)
          answered(result)
        }
        ends.add(end)
        try {
          // the client reports success with undefined or null
          send(connection.client, (error, value) => settle(error == null ? E.right(value) : E.left(fromClient(asked, error))))
        } catch (thrown) {
          settle(E.left(fromClient(asked, thrown)))
        }
      })
    const close = (): void => {
      if (ended.why !== null) return
      const limit = setTimeout(() => connection.destroy('closed'), closeTimeout)
      ends.add(() => clearTimeout(limit))
      connection.client.close()
    }
    const connection = oneConnection(server, options, {
      onConnected: () => {
        clearTimeout(timer)
        resolve(E.right({ ask, isOver: () => ended.why !== null, close }))
      },
      onEnd: why => {
        clearTimeout(timer)
        ended.why = why
        for (const end of [...ends]) end(why)
        // no effect if it was connected
        resolve(E.left(unreachable(request, why === hungUp || why.includes('ECONNRESET') ? `${why}${whyItMay}` : why)))
      },
    })
  })

/** In random order, so that not all processes use the same server. */
const shuffled = <A>(items: readonly A[]): readonly A[] =>
  items.map(item => ({ item, at: Math.random() })).sort((a, b) => a.at - b.at).map(({ item }) => item)

/** Connects to the first server that answers as ZooKeeper; each gets its share of the time. Left: the failure of each server. */
export const connect = async ({ servers }: ZooKeeperQuorum, options: SessionOptions): Promise<E.Either<AdapterError, Session>> => {
  const share = Math.ceil(options.connectTimeout / servers.length)
  const failures: string[] = []
  for (const server of shuffled(servers)) {
    const session = await connectTo(server, options, share)
    if (E.isRight(session)) return session
    failures.push(session.left.message)
  }
  return E.left(unreachable({ operation: 'connect', path: 'the quorum' }, failures.join('; ')))
}
