import { finderOf } from '../../text/known-texts.ts'

/**
 * Names whose values are never shown (safety-properties.md, P23): Flink's own list (`GlobalConfiguration`: password, secret,
 * fs.azure.account.key, apikey, api-key, auth-params, service-key, token, basic-auth, jaas.config, http-headers), and common names
 * elsewhere. Case and separators are ignored.
 */
const sensitive =
  /pass|secret|pwd|token|key|credential|authparams|basicauth|authoriz|jaasconfig|httpheader|signature|cookie|bearer|connectionstring|webhook/
/** Too short to be searched inside a word. */
const sensitivePart = /(?:^|[-_.\s])(?:pw|sig|sas|auth|dsn|creds?)(?:$|[-_.\s])/i

const bare = (name: string): string => name.toLowerCase().replace(/[-_.\s]/g, '')

/** True if the value under this configuration key or field has to be hidden. In doubt it is. */
export const isSensitive = (path: string): boolean => sensitive.test(bare(path)) || sensitivePart.test(path)

/** Sensitive names besides the built-in ones: parts of names; case and separators are ignored. */
export type SensitiveNames = readonly string[]

/** True if the name is one of these, or sensitive itself. */
export const isSensitiveBeside = (names: SensitiveNames): (path: string) => boolean => {
  const parts = names.map(bare).filter(name => name !== '')
  const find = finderOf(parts)
  return parts.length === 0 ? isSensitive : path => isSensitive(path) || find(bare(path)).length > 0
}

/** Replaces a hidden value in texts. */
export const hidden = '(hidden)'

/** Returns the replacement for a secret. */
export type Hide = (secret: string) => string

/** How secrets are recognised by name, and how they are replaced. */
export interface Hiding {
  readonly hide: Hide
  readonly isSensitive: (path: string) => boolean
  /** True if there are names besides the built-in ones. Any text may then contain a secret. */
  readonly isWider: boolean
}

export const hidingOf = (hide: Hide, names: SensitiveNames = []): Hiding => ({
  hide,
  isSensitive: isSensitiveBeside(names),
  isWider: names.length > 0,
})

/** True if it is already hidden, or `{..}`, an abbreviated object. */
export const isHidden = (text: string): boolean => text === '' || text === hidden || text === '{..}'

/** True for a boolean or null: it reveals nothing, whatever its name. */
export const isSwitch = (text: string): boolean => /^(?:true|false|null)$/i.test(text)

type IsSensitive = (name: string) => boolean

const shown = (
  value: string,
  hide: Hide,
): string => (value.trim() === '' || isHidden(value.trim()) || isSwitch(value.trim()) ? value : hide(value))

/** `<fs.password>value<`; and of Hadoop's configuration files `<name>fs.password</name><value>value<`. */
const element = /(<([A-Za-z_][\w.:-]*)(?:\s[^<>]*)?>)([^<]+)/g
const property = /(<name>\s*([^<\s]+)\s*<\/name>\s*<value>)([^<]+)/g

/** Hides element texts whose name, or whose sibling's name, marks them as secrets. */
export const hideInMarkup = (text: string, hide: Hide, isSensitive: IsSensitive): string =>
  text.includes('</')
    ? [property, element].reduce(
      (before, pattern) =>
        before.replace(
          pattern,
          (all, head: string, name: string, value: string) => isSensitive(name) ? `${head}${shown(value, hide)}` : all,
        ),
      text,
    )
    : text

const nameLine = /^[ \t]*([\w.[\]-]+)\.name[ \t]*[=:](.*)/gm
const valueLine = /^([ \t]*([\w.[\]-]+)\.value[ \t]*[=:][ \t]*)(\S.*)/gm

/** `appender.x.name = Authorization` and `appender.x.value = …` in files of properties: the name is a value, too. */
export const hideInProperties = (text: string, hide: Hide, isSensitive: IsSensitive): string => {
  const secrets = new Set(
    [...text.matchAll(nameLine)].flatMap(({ 1: prefix = '', 2: name = '' }) => (isSensitive(name.trim()) ? [prefix] : [])),
  )
  return secrets.size === 0 ? text
    : text.replace(
      valueLine,
      (all, head: string, prefix: string, value: string) => (secrets.has(prefix) ? `${head}${shown(value, hide)}` : all),
    )
}
