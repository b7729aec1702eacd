import { finderOf } from '../text/known-texts.ts'

/**
 * Names whose values are never shown (safety-properties.md, P23): Flink's own list (`GlobalConfiguration`: password, secret,
 * fs.azure.account.key, apikey, api-key, auth-params, service-key, token, basic-auth, jaas.config, http-headers), and what people call such
 * things elsewhere. Case and separators don't count.
 */
const sensitive =
  /pass|secret|pwd|token|key|credential|authparams|basicauth|authoriz|jaasconfig|httpheader|signature|cookie|bearer|connectionstring|webhook/
/** Too short to be looked for inside a word. */
const sensitivePart = /(?:^|[-_.\s])(?:pw|sig|sas|auth|dsn|creds?)(?:$|[-_.\s])/i

const bare = (name: string): string => name.toLowerCase().replace(/[-_.\s]/g, '')

/** Is the value under this configuration key or field one to hide? In doubt it is. */
export const isSensitive = (path: string): boolean => sensitive.test(bare(path)) || sensitivePart.test(path)

/** Names that are sensitive beside the built-in ones: parts of names; case and separators don't count. */
export type SensitiveNames = readonly string[]

/** Is it one of these, or sensitive by itself? */
export const isSensitiveBeside = (names: SensitiveNames): (path: string) => boolean => {
  const parts = names.map(bare).filter(name => name !== '')
  const find = finderOf(parts)
  return parts.length === 0 ? isSensitive : path => isSensitive(path) || find(bare(path)).length > 0
}

/** Stands in texts for a value that is not shown. */
export const hidden = '(hidden)'

/** Makes of a secret what is shown in its place. */
export type Hide = (secret: string) => string

/** What is done with a secret, and by which names one is known. */
export interface Hiding {
  readonly hide: Hide
  readonly isSensitive: (path: string) => boolean
  /** Are there names beside the built-in ones? Then any text may hold a secret. */
  readonly isWider: boolean
}

export const hidingOf = (hide: Hide, names: SensitiveNames = []): Hiding => ({
  hide,
  isSensitive: isSensitiveBeside(names),
  isWider: names.length > 0,
})

/** Already hidden; or `{..}`, an object that is not spelled out. */
export const isHidden = (text: string): boolean => text === '' || text === hidden || text === '{..}'

/** A switch tells nothing, whatever its name. */
export const isSwitch = (text: string): boolean => /^(?:true|false|null)$/i.test(text)
