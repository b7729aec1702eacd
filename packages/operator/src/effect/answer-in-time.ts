import type { Millis } from '@flink-operator/core'

export type InTime<A> =
  | { readonly _tag: 'Answer'; readonly value: A }
  | { readonly _tag: 'Late' }
  | { readonly _tag: 'Thrown'; readonly error: unknown }

/**
 * Waits for a call no longer than `timeout`, even if the call ignores its signal: nothing that a cluster does can block a worker
 * (L8). A later answer is dropped.
 */
export const answerInTime = async <A>(timeout: Millis, call: (signal: AbortSignal) => Promise<A>): Promise<InTime<A>> => {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<InTime<A>>(resolve => {
    timer = setTimeout(() => {
      controller.abort()
      resolve({ _tag: 'Late' })
    }, Math.min(timeout, 2 ** 31 - 1))
  })
  const answer = (async (): Promise<InTime<A>> => {
    try {
      return { _tag: 'Answer', value: await call(controller.signal) }
    } catch (error) {
      return { _tag: 'Thrown', error }
    }
  })()
  const result = await Promise.race([answer, late])
  clearTimeout(timer)
  return result
}
