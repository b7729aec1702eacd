import type { Millis, AdapterError } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { createHash } from 'node:crypto'
import { kindOf, type KindName } from '@flink-operator/kinds'
import { type Http, type KubernetesUser, reviewAccess, reviewToken, type WantedAccess } from '@flink-operator/k8s-adapter'
import { noToken, notSure, type Refused, tokenNotKnown } from './refused.ts'

/** Longer than usual, for tokens with many groups. */
const longestToken = 8 * 1024

const form = /^bearer ([\w.~+/=-]+)$/i

/** The token of an `Authorization` header; null: it contains no well-formed token. */
export const bearerToken = (authorization: string | undefined): string | null =>
  authorization === undefined || authorization.length > longestToken + 'Bearer '.length ? null : form.exec(authorization)?.[1] ?? null

/** Runs work with limited concurrency; null: too much work is waiting, so this was not begun. */
export type InTurn = <A>(work: () => Promise<A>) => Promise<A> | null

export const inTurn = (atOnce: number, mostWaiting: number): InTurn => {
  const waiting: (() => void)[] = []
  let running = 0
  const run = async <A>(work: () => Promise<A>): Promise<A> => {
    if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // passes its place on directly, so that no newcomer can take it
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
  return work => (running >= atOnce && waiting.length >= mostWaiting ? null : run(work))
}

export interface RecentAnswersOptions<A> {
  /** Monotonic milliseconds. */
  readonly now: () => Millis
  /** How long an answer is valid; 0: it is not kept. */
  readonly countsFor: (answer: A) => Millis
  /** Maximum number of kept answers; the oldest one is dropped. */
  readonly most: number
}

export interface RecentAnswers<L, A> {
  /** A recent answer, or that of `ask`. Concurrent questions with the same key are asked once; failed ones are not kept. */
  readonly of: (key: string, ask: () => Promise<E.Either<L, A>>) => Promise<E.Either<L, A>>
  readonly kept: () => number
}

interface Kept<L, A> {
  readonly answer: Promise<E.Either<L, A>>
  /** Infinity: the question is still being asked. */
  until: Millis
}

export const recentAnswers = <L, A>({ now, countsFor, most }: RecentAnswersOptions<A>): RecentAnswers<L, A> => {
  // oldest first
  const kept = new Map<string, Kept<L, A>>()

  const asked = (key: string, ask: () => Promise<E.Either<L, A>>): Promise<E.Either<L, A>> => {
    const entry: Kept<L, A> = { answer: ask(), until: Infinity }
    const forget = (): void => {
      if (kept.get(key) === entry) kept.delete(key)
    }
    kept.delete(key)
    kept.set(key, entry)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    void entry.answer.then(answer => {
      const time = E.isLeft(answer) ? 0 : countsFor(answer.right)
      if (time <= 0) return forget()
      entry.until = now() + time
    }, forget)
    return entry.answer
  }
  return {
    of: (key, ask) => {
      const found = kept.get(key)
      return found !== undefined && now() < found.until ? found.answer : asked(key, ask)
    },
    kept: () => kept.size,
  }
}

/** A right to read resources of a kind. */
export interface ReadRight extends Pick<WantedAccess, 'verb' | 'namespace' | 'name'> {
  readonly kind: KindName
}

/** The user of a request. Left: the right could not be checked. */
export interface Asker {
  readonly may: (right: ReadRight) => Promise<E.Either<Refused, boolean>>
}

/** Who may see what on a planner page that is open to the cluster. */
export interface PageAccess {
  /** The user of a token. Left: the token is not valid, or could not be checked. */
  readonly askerOf: (authorization: string | undefined) => Promise<E.Either<Refused, Asker>>
}

/** How many answers of the API server are kept, and for how long: a revoked right is still accepted for that time. */
export interface AccessLimits {
  readonly user: Millis
  readonly allowed: Millis
  readonly notAllowed: Millis
  readonly users: number
  readonly rights: number
  /** Concurrent reviews, and reviews that wait. */
  readonly reviews: number
  readonly waiting: number
}

export const accessLimits: AccessLimits = {
  user: 30_000,
  allowed: 30_000,
  notAllowed: 5_000,
  users: 256,
  rights: 4_096,
  reviews: 16,
  waiting: 1_024,
}

export interface PageAccessOptions {
  readonly http: Http
  /** Monotonic milliseconds. */
  readonly now: () => Millis
  readonly limits?: AccessLimits
  /** The API server did not answer. Neither request nor answer is passed on: both may contain the token. */
  readonly onTrouble: (what: 'tokenreviews' | 'subjectaccessreviews', error: Pick<AdapterError, '_tag' | 'httpStatus'>) => void
}

const troubleText = (what: string, { _tag }: AdapterError): string =>
  _tag === 'Forbidden' ? `the operator has no right to create ${what}, so that it can't check who may see what`
    : `the API server does not answer ${what}, so that it is not known who may see what`

/** Checks users by TokenReview and SubjectAccessReview of the API server. Without an answer, access is denied. */
export const pageAccess = ({ http, now, limits = accessLimits, onTrouble }: PageAccessOptions): PageAccess => {
  const users = recentAnswers<Refused, KubernetesUser | null>({
    now,
    countsFor: user => (user === null ? 0 : limits.user),
    most: limits.users,
  })
  const rights = recentAnswers<Refused, boolean>({
    now,
    countsFor: isAllowed => (isAllowed ? limits.allowed : limits.notAllowed),
    most: limits.rights,
  })
  const turn = inTurn(limits.reviews, limits.waiting)

  const review = async <A>(
    what: 'tokenreviews' | 'subjectaccessreviews',
    call: () => Promise<E.Either<AdapterError, A>>,
  ): Promise<E.Either<Refused, A>> => {
    const answer = await turn(call)
    if (answer === null) return E.left(notSure('too much is asked at once'))
    if (E.isRight(answer)) return answer
    onTrouble(what, answer.left)
    return E.left(notSure(troubleText(what, answer.left)))
  }

  const askerWith = (digest: string, user: KubernetesUser): Asker => ({
    may: right => {
      const { verb, kind, namespace, name } = right
      const { group, plural: resource } = kindOf(kind).type
      return rights.of(
        JSON.stringify([digest, verb, kind, namespace, name]),
        () => review('subjectaccessreviews', reviewAccess(http)(user, { verb, group, resource, namespace, name })),
      )
    },
  })
  return {
    askerOf: async authorization => {
      const token = bearerToken(authorization)
      if (token === null) return E.left(noToken)
      // keeps a digest, never the token
      const digest = createHash('sha256').update(token).digest('base64')
      const user = await users.of(digest, () => review('tokenreviews', reviewToken(http)(token)))
      if (E.isLeft(user)) return user
      return user.right === null ? E.left(tokenNotKnown) : E.right(askerWith(digest, user.right))
    },
  }
}
