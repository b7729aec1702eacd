/** Resolves at the first SIGTERM or SIGINT; the second one ends the process at once. */
export const shutdownSignal = (): Promise<NodeJS.Signals> =>
  new Promise(resolve => {
    const signals = ['SIGTERM', 'SIGINT'] as const
    let told = false
    for (const signal of signals) {
      process.on(signal, () => {
        if (told) process.exit(signal === 'SIGINT' ? 130 : 143)
        told = true
        resolve(signal)
      })
    }
  })
