import type { OperatorOptions } from '../../options/operator-options.ts'
import type { Json } from '../resource/json.ts'
import { secretParts, hideWith } from './secret-places.ts'
import { type Hiding, hidingOf, isHidden, isSwitch, type SensitiveNames } from './sensitive-name.ts'

/**
 * True if the value is distinctive enough to be hidden wherever it is repeated, for example in a server's error. A short word or number, an
 * ordinary word or a path is hidden only in its own place: elsewhere, hiding it would also hide unrelated text.
 */
const isReporting = (secret: string): boolean =>
  secret.length >= 5 && !isSwitch(secret) && !isHidden(secret) && !/^(?:\d{1,5}(?:\.\d+)?\s*[a-z%]{0,3}|\/[\w./-]*)$/i.test(secret)
  && !(secret.length < 8 && /^[a-z-]+$/.test(secret)) && words[secret.toLowerCase()] === undefined

/** Values of ordinary variables. They are hidden only in place, because a variable may hold a secret. */
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
  // a secret that is part of another one has its own parts
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
  // a stable job has two identical recorded specs
  for (const value of new Set(values)) hideWith((value ?? null) as Json, how)
  return [...found].filter(isReporting).sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
}

/** The secrets in these values (specs, configurations), longest first: texts about the values may repeat them. */
export const secretsIn = (...values: readonly unknown[]): readonly string[] => secretsBeside([], values)

/** The same, with the names of `kubernetes.operator.secrets.additional-keys`. */
export const secretsFor = (
  { options: { secretsAdditionalKeys } }: { readonly options: Pick<OperatorOptions, 'secretsAdditionalKeys'> },
  ...values: readonly unknown[]
): readonly string[] => secretsBeside(secretsAdditionalKeys, values)
