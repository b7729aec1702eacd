import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, Json, JsonObject } from '@flink-operator/core'
import type { Http } from '../http.ts'
import { manifestRef } from '../manifest-ref.ts'
import { objectPath } from '../resource-path.ts'
import { apply } from './write.ts'

/** `ApplyObject`: server-side apply of the rendered object, forced. */
export const applyObject = (http: Http) => (manifest: JsonObject): TE.TaskEither<AdapterError, Json> =>
  apply(http, objectPath(manifestRef(manifest)), manifest)
