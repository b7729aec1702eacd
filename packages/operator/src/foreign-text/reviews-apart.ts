import * as E from 'fp-ts/lib/Either.js'
import { type Answer, text } from '../webhook/answer.ts'
import { answerReview, type Reviewer } from '../webhook/answer-review.ts'
import type { ReviewQuestion, ReviewRead, ReviewTask } from './read-review-apart.ts'
import type { NotRead } from './foreign-text.ts'
import type { ReadingPool } from './reading-pool.ts'

/** A shorter review is parsed in the event loop: at worst that takes a few milliseconds. */
export const smallReview = 64 * 1_024

/** Not a valid namespace name. */
const owner = '/webhook'

const refused = ({ _tag, message }: NotRead): Answer => {
  // a bug of the operator: it is logged with the others
  if (_tag === 'Failed') throw new Error(`a review ${message}`)
  return _tag === 'Exceeded' ? text(413, `the review ${message}`) : text(503, message)
}

const answerTo = ({ look, admit }: Reviewer) => (question: unknown): Promise<unknown> => {
  const asked = question as ReviewQuestion
  switch (asked._tag) {
    case 'Look':
      return look === null ? Promise.reject(new Error('other resources are not queried')) : look(asked.query)
    case 'Admit':
      return admit === undefined ? Promise.reject(new Error('there are no plugins')) : admit(asked.request)
  }
}

/** Like `answerReview`, but the pool parses large reviews. Queries and plugins still run in the event loop. */
export const answerReviewApart = (reviewer: Reviewer, pool: Pick<ReadingPool, 'read'>): ReturnType<typeof answerReview> => {
  const here = answerReview(reviewer)
  return async (path, body) => {
    // characters, not bytes: a character takes at most three
    if (body.length <= smallReview / 3) return here(path, body)
    const task: ReviewTask = {
      path,
      body,
      scope: reviewer.scope(),
      env: reviewer.env(),
      looks: reviewer.look !== null,
      admits: reviewer.admit !== undefined,
    }
    const read = await pool.read({ task: 'review', input: task, bytes: body.length, owner, answer: answerTo(reviewer) })
    if (E.isLeft(read)) return refused(read.left)
    const { answer, reviewed } = read.right as ReviewRead
    for (const one of reviewed) reviewer.onReviewed(one)
    return answer
  }
}
