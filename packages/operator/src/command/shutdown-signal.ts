/** Resolves at the first SIGTERM or SIGINT; the second one ends the process at once. */
export const shutdownSignal = (): Promise<NodeJS.Signals> =>
  new Promise(resolve => {
    const signals = ['SIGTERM', 'SIGINT'] as const
    let reported = false
    for (const signal of signals) {
      process.on(signal, () => {
        if (reported) process.exit(signal === 'SIGINT' ? 130 : 143)
        reported = true
        resolve(signal)
      })
    }
  })
