import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import { keysOf, presentKey } from '../flink/configuration/option.ts'
import { autoscalerOptions } from './autoscaler-options.ts'
import { operatorPrefix } from './operator-option.ts'
import { optionTable } from './option-table.ts'
import { everyOptionKey, whyWithoutEffect } from './without-effect.ts'

/** An option of the operator that is set and has no effect. */
export interface IdleOption {
  readonly key: string
  readonly why: string
  /** The option that the user probably meant; null: no option has a similar key. */
  readonly meant: string | null
}

/** Largest edit distance between the written key and the intended one. */
const nearest = 3

const samePrefix = (a: string, b: string): number => {
  const at = Array.from(a).findIndex((letter, n) => letter !== b[n])
  return at < 0 ? a.length : at
}

/** True if the edit distance (Levenshtein) is at most `letters`. */
const isWithin = (a: string, b: string, letters: number): boolean => {
  const same = samePrefix(a, b)
  const [x, y] = [a.slice(same), b.slice(same)]
  if (x === '' || y === '') return x.length + y.length <= letters
  return letters > 0
    && (isWithin(x.slice(1), y.slice(1), letters - 1) || isWithin(x.slice(1), y, letters - 1) || isWithin(x, y.slice(1), letters - 1))
}

const meantBy = (key: string): string | null => {
  const near = everyOptionKey.filter(it => Math.abs(it.length - key.length) <= nearest)
  return Array.from({ length: nearest + 1 }, (_, letters) => letters)
    .reduce<string | null>((found, letters) => found ?? near.find(it => isWithin(key.toLowerCase(), it, letters)) ?? null, null)
}

const defaults = `${operatorPrefix}default-configuration.`
const mapKeys = Object.values(optionTable).filter(({ type }) => type.fromEntries !== undefined).flatMap(option => keysOf(option))
const isKnown = (key: string): boolean => everyOptionKey.includes(key) || mapKeys.some(it => key.startsWith(`${it}.`))

/** True if the key has a prefix of the operator, or one similar to it. */
const isOperators = (key: string): boolean =>
  /^(?:kubernetes\.operator\.|job\.autoscaler\.|bluegreen\.)/i.test(key) || /^kubernetes\.(?=\w*op)\w{6,10}\./i.test(key)

const isAutoscaled = (configuration: FlinkConfiguration): boolean => {
  const key = presentKey(configuration, autoscalerOptions.enabled)
  return key !== null && configuration[key]?.trim().toLowerCase() === 'true'
}

/** Largest number of keys for which a similar option is searched. Each search compares the key with every option. */
const mostCompared = 50

const idle = (key: string, autoscaled: boolean, isCompared: boolean): readonly IdleOption[] => {
  // the autoscaler is off: its options are valid but unused
  if (!autoscaled && /^(?:kubernetes\.operator\.)?job\.autoscaler\./.test(key) && isKnown(key)) return []
  const why = whyWithoutEffect(key)
  if (why !== null) return [{ key, why: `${key} has no effect: ${why}`, meant: null }]
  if (isKnown(key) || key.startsWith(defaults)) return []
  const meant = isCompared ? meantBy(key) : null
  // a key of Flink with a similar prefix
  if (meant === null && !key.toLowerCase().startsWith(operatorPrefix) && !key.startsWith('job.autoscaler.')) return []
  return [{ key, why: `${key} is not an option of the operator${meant === null ? '' : `; is ${meant} meant?`}`, meant }]
}

/**
 * Options of the operator that are unknown or have no effect in this version (F24). The operator reports them instead of ignoring them
 * silently.
 */
export const idleOptions = (configuration: FlinkConfiguration): readonly IdleOption[] => {
  const autoscaled = isAutoscaled(configuration)
  return Object.keys(configuration).filter(isOperators).flatMap((key, index) => idle(key, autoscaled, index < mostCompared))
}
