import { createHash } from 'node:crypto'
import type { AdapterError, Millis } from '@flink-operator/core'
import { kindOf, type KindName } from '@flink-operator/kinds'
import { type Http, type KubernetesUser, reviewAccess, reviewToken, type WantedAccess } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { bearerToken } from './bearer-token.ts'
import { inTurn } from './in-turn.ts'
import { recentAnswers } from './recent-answers.ts'
import { noToken, notSure, type Refused, tokenNotKnown } from './refused.ts'

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
