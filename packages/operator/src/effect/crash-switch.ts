import * as E from 'fp-ts/lib/Either.js'

/** The effect, counted over the process, before or after which the process kills itself. Only for tests of crash safety. */
export interface CrashAt {
  readonly side: 'before' | 'after'
  /** 1 is the first effect. */
  readonly index: number
}

/** Reads `<n>`, `before:<n>` or `after:<n>`; a bare number means after. */
export const parseCrashAt = (text: string): E.Either<string, CrashAt> => {
  const match = /^(?:(before|after):)?([1-9]\d{0,8})$/.exec(text)
  if (match === null) return E.left(`"${text}": expected <n>, before:<n> or after:<n>, with n from 1`)
  return E.right({ side: match[1] === 'before' ? 'before' : 'after', index: Number(match[2]) })
}

/** Called around each effect; does not return where the process has to die. */
export interface CrashSwitch {
  readonly before: () => Promise<void>
  readonly after: () => Promise<void>
}

const never: CrashSwitch = { before: () => Promise.resolve(), after: () => Promise.resolve() }

/** Kills this process without any cleanup, as the loss of its node would. */
export const killSelf = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

/** Counts the effects of the whole process, over all resources, and kills the process at the configured one. */
export const createCrashSwitch = (at: CrashAt | null, kill: () => void = killSelf): CrashSwitch => {
  if (at === null) return never
  let begun = 0
  let done = 0
  const dieIf = (side: CrashAt['side'], count: number): Promise<void> => {
    if (side !== at.side || count !== at.index) return Promise.resolve()
    kill()
    return new Promise(() => undefined)
  }
  return { before: () => dieIf('before', ++begun), after: () => dieIf('after', ++done) }
}
