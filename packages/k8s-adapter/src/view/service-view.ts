import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { JsonObject } from '@flink-operator/core'
import type { ServiceView } from '@flink-operator/core/fact'
import { textsAt } from '../json-path.ts'
import { objectIdentity, type ViewError } from './object-identity.ts'

/** A v1 Service. */
export const serviceView = (object: JsonObject): E.Either<ViewError, ServiceView> =>
  pipe(
    objectIdentity(object),
    E.map(({ creationTimestamp: _, ...identity }) => ({ ...identity, annotations: textsAt(object, 'metadata', 'annotations') })),
  )
