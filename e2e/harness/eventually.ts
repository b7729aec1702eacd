import { setTimeout as pause } from 'node:timers/promises'

/** What an answer is: `undefined`, `null` and `false` mean "not yet". */
type NotYet = undefined | null | false

export interface EventuallyOptions {
  /** Milliseconds. */
  readonly within: number
  readonly every?: number
  /** What is to be said of the last look where the time is over. */
  readonly describe?: () => string | Promise<string>
  /** Called before each look; throws where waiting makes no sense any more. */
  readonly guard?: () => void
}

/** What was waited for did not come in time: perhaps the machine was slow. Everything else that fails is wrong. */
export class NotInTime extends Error {}

/** Looks until the answer is there, or fails when the time is over and says what was seen last. */
export const eventually = async <A>(what: string, options: EventuallyOptions, look: () => Promise<A | NotYet>): Promise<A> => {
  const deadline = Date.now() + options.within
  let lastError = ''
  while (true) {
    options.guard?.()
    try {
      const answer = await look()
      if (answer !== undefined && answer !== null && answer !== false) return answer
      lastError = ''
    } catch (thrown) {
      lastError = thrown instanceof Error ? thrown.message : String(thrown)
    }
    if (Date.now() >= deadline) break
    await pause(options.every ?? 200)
  }
  const seen = (await options.describe?.()) ?? ''
  throw new NotInTime(
    `${what}: not within ${options.within / 1_000} s${lastError === '' ? '' : `; last look failed: ${lastError}`}${
      seen === '' ? '' : `; seen: ${seen}`
    }`,
  )
}

/** Looks all the time that something stays as it is; fails at the first look that says otherwise (by its text). */
export const stays = async (what: string, forMillis: number, problem: () => Promise<string | null>): Promise<void> => {
  const until = Date.now() + forMillis
  while (Date.now() < until) {
    const wrong = await problem()
    if (wrong !== null) throw new Error(`${what}: ${wrong}`)
    await pause(250)
  }
}
