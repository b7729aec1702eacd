import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, Json } from '@flink-operator/core'
import type { Http } from '../http.ts'
import type { KubernetesUser } from './review-token.ts'
import { reviewed } from './review.ts'

/** The access that a user wants. */
export interface WantedAccess {
  readonly verb: 'get' | 'list'
  readonly group: string
  /** In the plural. */
  readonly resource: string
  /** Null: in all namespaces. */
  readonly namespace: string | null
  /** Null: any name. */
  readonly name: string | null
}

/**
 * Asks the API server whether a user may do this (SubjectAccessReview). Only an explicit yes permits it. Needs the right to create
 * subjectaccessreviews.
 */
export const reviewAccess =
  (http: Http) =>
  (user: KubernetesUser, { verb, group, resource, namespace, name }: WantedAccess): TE.TaskEither<AdapterError, boolean> =>
  async () => {
    const { username, uid, groups, extra } = user
    const status = await reviewed(http, '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: {
        user: username,
        ...(uid === '' ? {} : { uid }),
        groups,
        extra: extra as Readonly<Record<string, Json>>,
        resourceAttributes: { verb, group, resource, namespace: namespace ?? '', name: name ?? '' },
      },
    })
    return E.map(({ allowed, denied }: Readonly<Record<string, Json>>) => allowed === true && denied !== true)(status)
  }
