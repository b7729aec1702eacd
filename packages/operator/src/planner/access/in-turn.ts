/** Runs work with limited concurrency; null: too much work is waiting, so this was not begun. */
export type InTurn = <A>(work: () => Promise<A>) => Promise<A> | null

export const inTurn = (atOnce: number, mostWaiting: number): InTurn => {
  const waiting: (() => void)[] = []
  let running = 0
  const run = async <A>(work: () => Promise<A>): Promise<A> => {
    if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // passes its place on directly, so that no newcomer can take it
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
  return work => (running >= atOnce && waiting.length >= mostWaiting ? null : run(work))
}
