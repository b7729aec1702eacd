import type { Env, Fact } from '@flink-operator/core'
import type { KubernetesQuery } from '@flink-operator/core/query'
import type { Scope } from '@flink-operator/core/admission'
import type { Admitted, Plugins } from '../plugin/ask-plugins.ts'
import type { Answer } from '../webhook/answer.ts'
import { answerReview, type Reviewed } from '../webhook/answer-review.ts'
import type { Ask } from './foreign-text.ts'

/** A review for a worker, passed by structured clone. */
export interface ReviewTask {
  readonly path: string
  readonly body: string
  readonly scope: Scope
  readonly env: Env
  /** The worker may query other resources, by questions. */
  readonly looks: boolean
  /** The worker has to ask the plugins, by questions. */
  readonly admits: boolean
}

/** Questions of the worker to the event loop. */
export type ReviewQuestion =
  | { readonly _tag: 'Look'; readonly query: KubernetesQuery }
  | { readonly _tag: 'Admit'; readonly request: Parameters<Plugins['admit']>[0] }

export interface ReviewRead {
  readonly answer: Answer
  readonly reviewed: readonly Reviewed[]
}

/** Answers a review in a worker. */
export const readReviewApart = async (input: unknown, ask: Ask): Promise<ReviewRead> => {
  const { path, body, scope, env, looks, admits } = input as ReviewTask
  const reviewed: Reviewed[] = []
  const asked = (question: ReviewQuestion): Promise<unknown> => ask(question)
  const review = answerReview({
    scope: () => scope,
    env: () => env,
    look: looks ? query => asked({ _tag: 'Look', query }) as Promise<Fact<unknown>> : null,
    ...(admits ? { admit: request => asked({ _tag: 'Admit', request }) as Promise<Admitted> } : {}),
    onReviewed: one => reviewed.push(one),
  })
  return { answer: await review(path, body), reviewed }
}
