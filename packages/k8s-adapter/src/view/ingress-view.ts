import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { IngressView, JsonObject } from '@flink-operator/core'
import { textAt } from '../json-path.ts'
import { objectIdentity, type ViewError } from './object-identity.ts'

/** Digest of the manifest that was applied last. */
export const manifestDigestAnnotation = 'flinkdeployment.flink.apache.org/manifest-digest'

/** A networking.k8s.io/v1 Ingress. */
export const ingressView = (object: JsonObject): E.Either<ViewError, IngressView> =>
  pipe(
    objectIdentity(object),
    E.map(({ name, uid, ownerUids }) => ({ name, uid, ownerUids, appliedDigest: textAt(object, 'metadata', 'annotations', manifestDigestAnnotation) })),
  )
