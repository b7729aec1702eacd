/** Letters of the texts that are tried, each twice the one before. */
export const sizes: readonly number[] = [8_192, 16_384, 32_768, 65_536]
/** What takes fewer milliseconds for the most letters is no danger, whatever it does. */
const floor = 12
/** Twice the letters may take at most this many times the time. */
const mostGrowth = 2.6
/** A time is taken over so many milliseconds: the clock of a thread ticks every four. */
const least = 48
/** What takes longer than this for the fewest letters is not tried with more. */
const hopeless = 2_000

/** Milliseconds of processor time of this thread: that the machine is busy does not count. */
const spent = (run: () => void): number => {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** The same by the clock on the wall, which is finer and never less. */
const passed = (run: () => void): number => {
  const before = performance.now()
  run()
  return performance.now() - before
}

/** Milliseconds that one run takes. */
const timeOf = (run: () => void): number => {
  const once = spent(run)
  const runs = Math.ceil(least / Math.max(once, 1))
  return once >= least ? once
    : spent(() => {
      for (let count = 0; count < runs; count += 1) run()
    }) / runs
}

const shown = (times: ReadonlyMap<number, number>): string =>
  [...times].map(([letters, time]) => `${letters}: ${time.toFixed(1)} ms`).join(', ')

/** Did the last doubling take too much, and another one, too, where there are four? */
const growsFast = (times: ReadonlyMap<number, number>): boolean => {
  const known = [...times].toSorted(([a], [b]) => a - b).map(([, time]) => time)
  const isFast = known.map((time, at) => at > 0 && time >= floor && time > mostGrowth * (known[at - 1] ?? 0))
  return isFast.at(-1) === true && (known.length <= sizes.length || isFast.filter(Boolean).length > 1)
}

/** Times so long, and growing so much each time, that nothing else on the machine explains it: measuring again tells nothing more. */
const isPlain = (times: ReadonlyMap<number, number>): boolean => {
  const known = [...times].toSorted(([a], [b]) => a - b).map(([, time]) => time)
  return known.slice(-2).every((time, at, last) => time > 20 * floor && time > 3 * (at === 0 ? known.at(-3) ?? time : last[0] ?? time))
}

/**
 * A look that is cheap. Is it so fast with the fewest letters that the square of them is no danger either? Or do four times the letters
 * take at most twice the growth that is allowed for twice? What grows faster than its letters does so the more the more they are.
 */
const seemsLinear = (run: (letters: number) => void, prepare: (letters: number) => void): boolean => {
  const [fewest = 0] = sizes
  const most = sizes.at(-1) ?? 0
  const timed = (letters: number): number => {
    prepare(letters)
    return passed(() => run(letters))
  }
  const first = timed(fewest)
  if (first < floor / (most / fewest) ** 2) return true
  // most texts are told by this one; what takes longer may take minutes for the most letters, and is measured from below
  if (first < floor && timed(most) < floor) return true
  if (first > hopeless && timed(fewest) > hopeless) return false
  // what is measured while the machine is busy with something else looks slow: a second look is enough to see that it is not
  return [1, 2].some(() => {
    const [quarter, whole] = [timed(most / 4), timed(most)]
    return whole < floor || whole <= 2 * mostGrowth * quarter
  })
}

/**
 * How the time of `run` grows where it grows too fast; null: it does not. What seems to is measured up to so many times: the least counts.
 * `prepare` makes what is run with, and is not timed.
 */
export const fastGrowth = (
  run: (letters: number) => void,
  prepare: (letters: number) => void = () => undefined,
  attempts = 5,
): string | null => {
  if (seemsLinear(run, prepare)) return null
  const times = new Map<number, number>()
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    for (const letters of sizes) {
      prepare(letters)
      const time = timeOf(() => run(letters))
      times.set(letters, Math.min(times.get(letters) ?? time, time))
      if (letters === sizes[0] && time > hopeless) return `${shown(times)}, and no more was tried`
      // the next doubling may take minutes
      if (time > hopeless / 2 && times.size < sizes.length && time > 3 * (times.get(letters / 2) ?? time))
        return `${shown(times)}, and no more was tried`
    }
    if (!growsFast(times)) return null
    if (isPlain(times)) return shown(times)
    // a text that no longer fits where shorter ones did costs more once; a square does it again
    const twice = 2 * (sizes.at(-1) ?? 0)
    prepare(twice)
    times.set(twice, Math.min(times.get(twice) ?? Number.POSITIVE_INFINITY, timeOf(() => run(twice))))
    const isSlow = growsFast(times)
    if (!isSlow) return null
  }
  return shown(times)
}
