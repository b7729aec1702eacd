import type { EpochMillis, Millis } from '@flink-operator/core'
import type { JobLoad } from '@flink-operator/flink-rest-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { type JobFigures, jobFigures } from './job-figures.ts'
import type { JobPlace } from './job-place.ts'

export interface JobRow extends Omit<JobPlace, 'recorded'>, JobFigures {
  /** Null: Flink was not queried, or did not answer. */
  readonly load: JobLoad | null
  /** Since the last savepoint was recorded; null: none is known. */
  readonly savepointAge: Millis | null
  /** Since the last checkpoint or savepoint was triggered; null: none is known. */
  readonly checkpointAge: Millis | null
  /** Why Flink did not answer; null: it did, or was not queried. */
  readonly error: string | null
}

const ageOf = (at: EpochMillis | null, now: EpochMillis): Millis | null => (at === null ? null : Math.max(0, now - at))

export const jobRow = ({ recorded, ...place }: JobPlace, answer: E.Either<string, JobLoad> | null, now: EpochMillis): JobRow => {
  const load = answer !== null && E.isRight(answer) ? answer.right : null
  const figures = jobFigures(recorded, place.jobState, load)
  return {
    ...place,
    ...figures,
    load,
    savepointAge: ageOf(figures.savepointAt, now),
    checkpointAge: ageOf(figures.checkpointAt, now),
    error: answer !== null && E.isLeft(answer) ? answer.left : null,
  }
}
