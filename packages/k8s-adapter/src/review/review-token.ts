import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, JsonObject } from '@flink-operator/core'
import type { Http } from '../http.ts'
import { objectAt, textAt } from '../json-path.ts'
import { reviewed, unreadable } from './review.ts'

/** The user of a token, as the API server reports it. */
export interface KubernetesUser {
  readonly username: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter((it): it is string => typeof it === 'string') : []

const userIn = (user: JsonObject | null): KubernetesUser | null => {
  const username = textAt(user, 'username') ?? ''
  return username === '' ? null : {
    username,
    uid: textAt(user, 'uid') ?? '',
    groups: textsIn(user?.['groups']),
    extra: Object.fromEntries(Object.entries(objectAt(user, 'extra') ?? {}).map(([key, values]) => [key, textsIn(values)])),
  }
}

/** Asks the API server for the user of a token (TokenReview). Null: the token is not valid. Needs the right to create tokenreviews. */
export const reviewToken = (http: Http) => (token: string): TE.TaskEither<AdapterError, KubernetesUser | null> => async () => {
  const status = await reviewed(http, '/apis/authentication.k8s.io/v1/tokenreviews', {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenReview',
    spec: { token },
  })
  if (E.isLeft(status)) return status
  if (status.right['authenticated'] !== true) return E.right(null)
  const user = userIn(objectAt(status.right, 'user'))
  return user === null ? E.left(unreadable('the token review names no user')) : E.right(user)
}
