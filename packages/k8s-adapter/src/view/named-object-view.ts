import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { JsonObject } from '@flink-operator/core'
import type { NamedObjectView, ObjectName } from '@flink-operator/core/fact'
import { textsAt } from '../json-path.ts'
import { objectIdentity, type ViewError } from './object-identity.ts'

/** Any object, with the fields that show its ownership. */
export const namedObjectView = ({ apiVersion, kind }: ObjectName) => (object: JsonObject): E.Either<ViewError, NamedObjectView> =>
  pipe(
    objectIdentity(object),
    E.map(({ name, uid, deleting, ownerUids, owners }) => ({
      apiVersion,
      kind,
      name,
      uid,
      deleting,
      ownerUids,
      owners,
      annotations: textsAt(object, 'metadata', 'annotations'),
    })),
  )
