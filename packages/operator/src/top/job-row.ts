import type { EpochMillis } from '@flink-operator/core'
import type { JobLoad } from '@flink-operator/flink-rest-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { JobPlace } from './job-place.ts'

export interface JobRow extends JobPlace {
  /** Null: it was not asked, or did not answer. */
  readonly load: JobLoad | null
  /** Milliseconds since the last checkpoint or savepoint was triggered; null: there is none that is known. */
  readonly checkpointAge: number | null
  /** Why Flink did not tell; null: it did, or there was nothing to ask. */
  readonly error: string | null
}

export const jobRow = (place: JobPlace, answer: E.Either<string, JobLoad> | null, now: EpochMillis): JobRow => {
  const load = answer !== null && E.isRight(answer) ? answer.right : null
  return {
    ...place,
    load,
    checkpointAge: load?.checkpoint == null ? null : Math.max(0, now - load.checkpoint.triggeredAt),
    error: answer !== null && E.isLeft(answer) ? answer.left : null,
  }
}
