/** What somebody with ill intent sends once, and what comes of it. */
export interface HostileCase {
  /** In words, short. */
  readonly name: string
  /** The beginning of what is sent. */
  readonly sent: string
  /** Sends it. What is wrong with what came of it; null: nothing. */
  readonly problem: () => Promise<string | null>
}

/** In these words a stranger's text would be told: none of them may show where nobody asked for them. */
export const secret = 'TOPSECRET'

/** The first of some problems; null: none is one. */
export const firstOf = (problems: readonly (string | null)[]): string | null => problems.find(it => it !== null) ?? null

/** Was `Object.prototype` changed by what was read? */
export const polluted = (): string | null => ('polluted' in {} ? 'Object.prototype has a field more' : null)
