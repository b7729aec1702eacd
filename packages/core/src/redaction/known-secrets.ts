import type { OperatorOptions } from '../operator-options/operator-options.ts'
import type { Json } from '../resource/json.ts'
import { secretParts } from './secret-parts.ts'
import { hideWith } from './secret-places.ts'
import { type Hiding, hidingOf, isHidden, isSwitch, type SensitiveNames } from './sensitive-name.ts'

/**
 * Is it so much like a secret that it is hidden wherever it is repeated, in a server's error say? A short word or number, an ordinary word
 * or a path is hidden only where it stands: it would take other things with it.
 */
const isTelling = (secret: string): boolean =>
  secret.length >= 5 && !isSwitch(secret) && !isHidden(secret) && !/^(?:\d{1,5}(?:\.\d+)?\s*[a-z%]{0,3}|\/[\w./-]*)$/i.test(secret)
  && !(secret.length < 8 && /^[a-z-]+$/.test(secret)) && words[secret.toLowerCase()] === undefined

/** Values of ordinary variables, which are hidden where they stand only because of what a variable may hold. */
const words: Readonly<Record<string, true>> = {
  savepoint: true,
  checkpoint: true,
  'last-state': true,
  stateless: true,
  flinkdeployment: true,
  kubernetes: true,
  production: true,
  development: true,
  taskmanager: true,
  jobmanager: true,
  application: true,
}

/** The secrets in these values, also by these names. */
export const secretsBeside = (names: SensitiveNames, values: readonly unknown[]): readonly string[] => {
  const found = new Set<string>()
  // a secret that is a part of another one has parts of its own
  const whole = new Set<string>()
  const named = hidingOf(secret => secret, names)
  const how: Hiding = {
    ...named,
    hide: secret => {
      if (!whole.has(secret)) { for (const part of [secret, ...secretParts(secret, named)]) found.add(part) }
      whole.add(secret)
      return secret
    },
  }
  // two records of a job that is stable are one text
  for (const value of new Set(values)) hideWith((value ?? null) as Json, how)
  return [...found].filter(isTelling).sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
}

/** The secrets that stand in these values (specs, configurations), the longest first: texts about them may repeat them. */
export const secretsIn = (...values: readonly unknown[]): readonly string[] => secretsBeside([], values)

/** The same, by the names of `kubernetes.operator.secrets.additional-keys` too. */
export const secretsFor = (
  { options: { secretsAdditionalKeys } }: { readonly options: Pick<OperatorOptions, 'secretsAdditionalKeys'> },
  ...values: readonly unknown[]
): readonly string[] => secretsBeside(secretsAdditionalKeys, values)
