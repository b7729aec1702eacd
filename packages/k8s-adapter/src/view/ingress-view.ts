import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { JsonObject } from '@flink-operator/core'
import type { IngressView } from '@flink-operator/core/fact'
import { appliedDigestAnnotation } from '@flink-operator/core/manifest'
import { textAt } from '../json-path.ts'
import { objectIdentity, type ViewError } from './object-identity.ts'

/** A networking.k8s.io/v1 Ingress. */
export const ingressView = (object: JsonObject): E.Either<ViewError, IngressView> =>
  pipe(
    objectIdentity(object),
    E.map(({ name, uid, ownerUids, owners }) => ({
      name,
      uid,
      ownerUids,
      owners,
      appliedDigest: textAt(object, 'metadata', 'annotations', appliedDigestAnnotation),
    })),
  )
