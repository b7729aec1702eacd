import { hideInText } from './secret-text.ts'
import type { Hiding } from './sensitive-name.ts'

const first = (pattern: RegExp, text: string): readonly string[] => {
  const part = pattern.exec(text)?.[1]
  return part === undefined ? [] : [part]
}

/** What stands behind names in a text all of which is hidden: options of a VM under a key that is a secret's. */
const named = (text: string, how: Hiding): readonly string[] => {
  const found: string[] = []
  hideInText(text, {
    ...how,
    hide: secret => {
      if (secret !== text) found.push(secret)
      return secret
    },
  })
  return found
}

/**
 * What of a hidden text may be repeated alone, by a server say: of `user:password`, `user/password` and `Bearer token` the second; of
 * `password;encrypt=true` what stands before the separator; of a private key its lines; of a JSON web token its parts; and what a text
 * within it hides.
 */
export const secretParts = (secret: string, how: Hiding): readonly string[] => {
  const inner = named(secret, how)
  return [
    ...first(/^[^:\s/]+[:\s/]\s*(\S+)$/, secret),
    ...[secret, ...inner].flatMap(text => first(/^([^\s;,&]+)(?:[;,&]|\s+--?[A-Za-z])/, text)),
    ...(secret.startsWith('-----BEGIN')
      ? secret.split('\n').map(line => line.trim()).filter(line => line.length >= 8 && !line.startsWith('---')) : []),
    ...[secret, ...inner].flatMap(text => (text.startsWith('eyJ') ? text.split('.').filter(part => part.length >= 8) : [])),
    ...inner,
  ]
}
