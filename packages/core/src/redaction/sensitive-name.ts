/**
 * Names whose values are never shown (safety-properties.md, P23): Flink's own list (`GlobalConfiguration`: password, secret,
 * fs.azure.account.key, apikey, api-key, auth-params, service-key, token, basic-auth, jaas.config, http-headers), and what people call such
 * things elsewhere. Case and separators don't count.
 */
const sensitive =
  /pass|secret|pwd|token|key|credential|authparams|basicauth|authoriz|jaasconfig|httpheader|signature|cookie|bearer|connectionstring|webhook/
/** Too short to be looked for inside a word. */
const sensitivePart = /(?:^|[-_.\s])(?:pw|sig|sas|auth|dsn|creds?)(?:$|[-_.\s])/i

/** Is the value under this configuration key or field one to hide? In doubt it is. */
export const isSensitive = (path: string): boolean => sensitive.test(path.toLowerCase().replace(/[-_.\s]/g, '')) || sensitivePart.test(path)

/** Stands in texts for a value that is not shown. */
export const hidden = '(hidden)'

/** Makes of a secret what is shown in its place. */
export type Hide = (secret: string) => string

/** Already hidden; or `{..}`, an object that is not spelled out. */
export const isHidden = (text: string): boolean => text === '' || text === hidden || text === '{..}'

/** A switch tells nothing, whatever its name. */
export const isSwitch = (text: string): boolean => /^(?:true|false|null)$/i.test(text)
