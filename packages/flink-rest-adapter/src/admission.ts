/**
 * Lets at most `limit` tasks run at once; others wait in order. A waiting task whose signal is aborted leaves the queue and rejects
 * with the signal's reason. Node's `maxTotalSockets` can't replace it: idle connections to one host block requests to another host.
 */
export const admission = (limit: number) => {
  const waiting = new Set<() => void>()
  const running = { count: 0 }

  const leave = (): void => {
    const [next] = waiting
    if (next === undefined) running.count -= 1
    else next()
  }

  const enter = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error)
      if (running.count < limit) {
        running.count += 1
        return resolve()
      }
      const aborted = (): void => {
        waiting.delete(proceed)
        reject(signal.reason as Error)
      }
      const proceed = (): void => {
        waiting.delete(proceed)
        signal.removeEventListener('abort', aborted)
        resolve()
      }
      waiting.add(proceed)
      signal.addEventListener('abort', aborted, { once: true })
    })

  return async <A>(task: () => Promise<A>, signal: AbortSignal): Promise<A> => {
    await enter(signal)
    try {
      return await task()
    } finally {
      leave()
    }
  }
}
