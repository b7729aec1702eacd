import type { Millis } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'

export interface RecentAnswersOptions<A> {
  /** Monotonic milliseconds. */
  readonly now: () => Millis
  /** How long an answer is valid; 0: it is not kept. */
  readonly countsFor: (answer: A) => Millis
  /** Maximum number of kept answers; the oldest one is dropped. */
  readonly most: number
}

export interface RecentAnswers<L, A> {
  /** A recent answer, or that of `ask`. Concurrent questions with the same key are asked once; failed ones are not kept. */
  readonly of: (key: string, ask: () => Promise<E.Either<L, A>>) => Promise<E.Either<L, A>>
  readonly kept: () => number
}

interface Kept<L, A> {
  readonly answer: Promise<E.Either<L, A>>
  /** Infinity: the question is still being asked. */
  until: Millis
}

export const recentAnswers = <L, A>({ now, countsFor, most }: RecentAnswersOptions<A>): RecentAnswers<L, A> => {
  // oldest first
  const kept = new Map<string, Kept<L, A>>()

  const asked = (key: string, ask: () => Promise<E.Either<L, A>>): Promise<E.Either<L, A>> => {
    const entry: Kept<L, A> = { answer: ask(), until: Infinity }
    const forget = (): void => {
      if (kept.get(key) === entry) kept.delete(key)
    }
    kept.delete(key)
    kept.set(key, entry)
    const [oldest] = kept.keys()
    if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    void entry.answer.then(answer => {
      const time = E.isLeft(answer) ? 0 : countsFor(answer.right)
      if (time <= 0) return forget()
      entry.until = now() + time
    }, forget)
    return entry.answer
  }
  return {
    of: (key, ask) => {
      const found = kept.get(key)
      return found !== undefined && now() < found.until ? found.answer : asked(key, ask)
    },
    kept: () => kept.size,
  }
}
