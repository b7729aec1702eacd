/** Runs work, at most so much at a time; null: too much waits already, and it is not begun. */
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
      // the place is handed over, so that nobody takes it in between
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
  return work => (running >= atOnce && waiting.length >= mostWaiting ? null : run(work))
}
