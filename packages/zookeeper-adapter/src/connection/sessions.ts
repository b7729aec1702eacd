import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError } from '@flink-operator/core'
import { readQuorum, type ZooKeeperQuorum } from '@flink-operator/core/flink-configuration'
import type { ZooKeeperPlace } from '@flink-operator/core/query'
import { invalid, type Request } from '../error.ts'
import { connect, type Session, type SessionOptions } from './session.ts'

/** Timeouts of sessions, in milliseconds, and their login. */
export interface ZooKeeperOptions extends Omit<SessionOptions, 'digest'> {
  /** Milliseconds for which an unused session is kept open. */
  readonly idleTimeout: number
  /** The login for a quorum; null: none. Called for each session. */
  readonly digestFor: (quorum: string) => string | null
}

/** Queries ZooKeeper ensembles: one shared session for each ensemble, closed when idle. */
export interface ZooKeeper {
  /**
   * Runs one query or effect in one session; `use` gets the place as the servers know it. An error proves nothing about the content.
   * Never rejects.
   */
  readonly within: <A>(
    place: ZooKeeperPlace,
    use: (session: Session, place: ZooKeeperPlace) => Promise<E.Either<AdapterError, A>>,
  ) => Promise<E.Either<AdapterError, A>>
  /** Closes every session. */
  readonly close: () => Promise<void>
}

/** The operator's defaults, without login. */
export const defaultZooKeeperOptions: ZooKeeperOptions = {
  connectTimeout: 5_000,
  answerTimeout: 5_000,
  sessionTimeout: 15_000,
  idleTimeout: 30_000,
  digestFor: () => null,
}

interface Kept {
  readonly session: Promise<E.Either<AdapterError, Session>>
  users: number
  idle: NodeJS.Timeout | undefined
}

/** Concurrent uses share a session that is still connecting. A session that ended is not used again: the next use makes a new one. */
export const zooKeeper = (options: ZooKeeperOptions = defaultZooKeeperOptions): ZooKeeper => {
  const kept = new Map<string, Kept>()

  const drop = (text: string, it: Kept): void => {
    clearTimeout(it.idle)
    if (kept.get(text) === it) kept.delete(text)
  }

  const sessionOf = (text: string, quorum: ZooKeeperQuorum): Kept => {
    const before = kept.get(text)
    if (before !== undefined) return before
    const it: Kept = { session: connect(quorum, { ...options, digest: options.digestFor(text) }), users: 0, idle: undefined }
    kept.set(text, it)
    return it
  }

  const leave = (text: string, it: Kept, session: Session | null): void => {
    it.users -= 1
    if (session === null || session.isOver()) return drop(text, it)
    if (it.users > 0) return
    it.idle = setTimeout(() => {
      drop(text, it)
      session.close()
    }, options.idleTimeout).unref()
  }

  return {
    within: async (place, use) => {
      const text = place.quorum
      const request: Request = { operation: 'connect', path: text }
      const quorum = readQuorum(text)
      if (E.isLeft(quorum)) return E.left(invalid(request, quorum.left))
      const it = sessionOf(text, quorum.right)
      it.users += 1
      clearTimeout(it.idle)
      const session = await it.session
      if (E.isLeft(session)) {
        leave(text, it, null)
        return session
      }
      try {
        return await use(session.right, { ...place, path: `${quorum.right.chroot}${place.path}` })
      } finally {
        leave(text, it, session.right)
      }
    },
    close: async () => {
      const all = [...kept]
      for (const [text, it] of all) drop(text, it)
      await Promise.all(all.map(async ([, it]) => {
        const session = await it.session
        if (E.isRight(session)) session.right.close()
      }))
    },
  }
}
