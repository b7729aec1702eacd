import { createHash } from 'node:crypto'
import type { AdapterError, Millis } from '@flink-operator/core'
import { kindOf, type KindName } from '@flink-operator/core/kinds'
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

/** Whoever asks for a resource. Left: it is not sure whether they may. */
export interface Asker {
  readonly may: (right: ReadRight) => Promise<E.Either<Refused, boolean>>
}

/** Who may see what of the page that is opened to a cluster. */
export interface PageAccess {
  /** Whose token it is. Left: nobody's, or it is not sure. */
  readonly askerOf: (authorization: string | undefined) => Promise<E.Either<Refused, Asker>>
}

/** How many answers of the API server count, and for how long: so long is a right that was taken away still had here. */
export interface AccessLimits {
  readonly user: Millis
  readonly allowed: Millis
  readonly notAllowed: Millis
  readonly users: number
  readonly rights: number
  /** Reviews that are asked at a time, and that wait to be. */
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
  /** Milliseconds that only grow. */
  readonly now: () => Millis
  readonly limits?: AccessLimits
  /** The API server did not answer. Nothing of the request or of its answer is told: either may have the token. */
  readonly onTrouble: (what: 'tokenreviews' | 'subjectaccessreviews', error: Pick<AdapterError, '_tag' | 'httpStatus'>) => void
}

const troubleText = (what: string, { _tag }: AdapterError): string =>
  _tag === 'Forbidden' ? `the operator has no right to create ${what}, so that it can't check who may see what`
    : `the API server does not answer ${what}, so that it is not known who may see what`

/** By TokenReview and SubjectAccessReview of the API server. What it does not answer is not permitted. */
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
      // tokens themselves are not kept
      const digest = createHash('sha256').update(token).digest('base64')
      const user = await users.of(digest, () => review('tokenreviews', reviewToken(http)(token)))
      if (E.isLeft(user)) return user
      return user.right === null ? E.left(tokenNotKnown) : E.right(askerWith(digest, user.right))
    },
  }
}
