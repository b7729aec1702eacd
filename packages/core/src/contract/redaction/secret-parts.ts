import { hideInText } from './secret-text.ts'
import type { Hiding } from './sensitive-name.ts'

const first = (pattern: RegExp, text: string): readonly string[] => {
  const part = pattern.exec(text)?.[1]
  return part === undefined ? [] : [part]
}

/** Named values inside a text that is hidden as a whole, such as JVM options under a secret key. */
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
 * The parts of a secret that a server may repeat alone. Of `user:password`, `user/password` and `Bearer token`: the second part. Of
 * `password;encrypt=true`: the part before the separator. Of a private key: its lines. Of a JSON web token: its parts. Also any text that
 * is hidden inside it.
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
