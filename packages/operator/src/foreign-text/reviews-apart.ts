import * as E from 'fp-ts/lib/Either.js'
import { type Answer, text } from '../webhook/answer.ts'
import { answerReview, type Reviewer } from '../webhook/answer-review.ts'
import type { ReviewQuestion, ReviewRead, ReviewTask } from './read-review-apart.ts'
import type { NotRead } from './foreign-text.ts'
import type { ReadingPool } from './reading-pool.ts'

/** A shorter review is read at once: all that it can do to a reader takes a few milliseconds. */
export const smallReview = 64 * 1_024

/** No namespace is called so. */
const owner = '/webhook'

const refused = ({ _tag, message }: NotRead): Answer => {
  // the operator's own fault: it is logged where all of them are
  if (_tag === 'Failed') throw new Error(`a review ${message}`)
  return _tag === 'Exceeded' ? text(413, `the review ${message}`) : text(503, message)
}

const answerTo = ({ look, admit }: Reviewer) => (question: unknown): Promise<unknown> => {
  const asked = question as ReviewQuestion
  switch (asked._tag) {
    case 'Look':
      return look === null ? Promise.reject(new Error('nobody looks')) : look(asked.query)
    case 'Admit':
      return admit === undefined ? Promise.reject(new Error('there are no plugins')) : admit(asked.request)
  }
}

/** As `answerReview`; reviews that are not small are read by the pool. Looks and plugins are asked here all the same. */
export const answerReviewApart = (reviewer: Reviewer, pool: Pick<ReadingPool, 'read'>): ReturnType<typeof answerReview> => {
  const here = answerReview(reviewer)
  return async (path, body) => {
    // letters, not bytes: a letter takes at most three
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
