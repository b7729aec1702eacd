import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError } from '@flink-operator/core'
import type { MarkStarted } from '@flink-operator/core/action'
import { startedAnnotation, startedValue } from '@flink-operator/core/resource'
import type { Http } from '../http.ts'
import { textAt } from '../json-path.ts'
import type { OwnResource } from '../own-resource.ts'
import { objectPath } from '../resource-path.ts'
import { patch } from './write.ts'

/** `MarkStarted`. Returns the new resourceVersion. */
export const markStarted =
  (http: Http, { uid, resourceVersion, ...ref }: OwnResource) =>
  ({ mark }: Pick<MarkStarted, 'mark'>): TE.TaskEither<AdapterError, string> =>
    pipe(
      patch(http, objectPath(ref), 'merge-patch', {
        metadata: { uid, resourceVersion, annotations: { [startedAnnotation]: startedValue(uid, mark) } },
      }),
      TE.map(json => textAt(json, 'metadata', 'resourceVersion') ?? ''),
    )
