import * as N from 'fp-ts/lib/number.js'
import * as O from 'fp-ts/lib/Ord.js'
import { spellingsOf } from '../flink-configuration/alias-table.ts'
import { keysOf } from '../flink-configuration/option.ts'
import { operatorPrefix } from '../operator-options/operator-option.ts'
import { optionTable } from '../operator-options/option-table.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { advice, nothing, type Rule } from './rule.ts'

const known: readonly string[] = Object.values(optionTable).flatMap(option => keysOf(option))
const systemKeys: readonly string[] = Object.values(optionTable).filter(({ scope }) => scope === 'system').flatMap(option => keysOf(option))

/** Keys with this prefix have parts of the user's own, or are read elsewhere. */
const open: readonly string[] = ['default-configuration.', 'metrics.', 'plugins.', 'job.autoscaler.', 'bluegreen.', 'user.artifacts.http.header.', 'exception.label.mapper.']
  .map(prefix => `${operatorPrefix}${prefix}`)

/** Letters to add, drop or change (Levenshtein). */
const distance = (a: string, b: string): number =>
  Array.from(a).reduce<readonly number[]>((above, letter, at) =>
    Array.from(b).reduce<readonly number[]>((row, other, n) =>
      [...row, Math.min((above[n] ?? 0) + (letter === other ? 0 : 1), (above[n + 1] ?? 0) + 1, (row[n] ?? 0) + 1)], [at + 1]),
  Array.from({ length: b.length + 1 }, (_, n) => n)).at(-1) ?? 0

/** Letters that may differ between what is written and what is meant. */
const nearest = 3

const suggestion = (key: string): string => {
  const [near] = known.filter(it => Math.abs(it.length - key.length) <= nearest).map(it => ({ it, far: distance(key, it) })).filter(({ far }) => far <= nearest).sort(O.contramap(({ far }: { far: number }) => far)(N.Ord).compare)
  return near === undefined ? '' : `; is ${near.it} meant?`
}

/** A key under the operator's prefix that no option has: most likely misspelt, and without effect. */
export const operatorKeysKnown: Rule<FlinkDeploymentInput> = ({ ownConfiguration }) =>
  Object.keys(ownConfiguration)
    .filter(key => key.startsWith(operatorPrefix) && !known.includes(key) && !open.some(prefix => key.startsWith(prefix)))
    .filter(key => !known.some(it => key.startsWith(`${it}.`)))
    .flatMap(key => advice(`flinkConfiguration.${key}`, `${key} is no option of the operator${suggestion(key)}`))

/** An option of the operator itself is read from the operator's configuration alone. */
export const systemKeysElsewhere: Rule<FlinkDeploymentInput> = ({ ownConfiguration }) =>
  Object.keys(ownConfiguration).filter(key => systemKeys.includes(key))
    .flatMap(key => advice(`flinkConfiguration.${key}`, `${key} has no effect in a resource: it is read from the operator's own configuration`))

/** Two spellings of one option in one spec, with different values: which one wins is easily mistaken. */
export const aliasesAgree: Rule<FlinkDeploymentInput> = ({ ownConfiguration }) =>
  Object.keys(ownConfiguration).flatMap(key => {
    const [winner = key] = spellingsOf(key).filter(it => Object.hasOwn(ownConfiguration, it))
    return winner === key || ownConfiguration[winner] === ownConfiguration[key]
      ? nothing
      : advice(`flinkConfiguration.${key}`, `${key} has no effect: ${winner} is set too, and is another spelling of the same option`)
  })
