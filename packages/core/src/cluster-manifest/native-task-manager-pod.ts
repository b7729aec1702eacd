import * as E from 'fp-ts/lib/Either.js'
import type { ClusterManifestInput } from '../action/manifest-request.ts'
import type { JsonObject } from '../resource/json.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'

export const nativeTaskManagerPod = (_input: ClusterManifestInput, _podName: string): E.Either<ManifestError, JsonObject> =>
  E.left(manifestError('Value', null, 'not built'))
