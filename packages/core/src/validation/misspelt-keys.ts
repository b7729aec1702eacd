import * as E from 'fp-ts/lib/Either.js'
import { spellingsOf } from '../flink-configuration/alias-table.ts'
import { keysOf, readOption } from '../flink-configuration/option.ts'
import { idleOptions } from '../operator-options/idle-options.ts'
import type { OperatorOption } from '../operator-options/operator-option.ts'
import { optionTable } from '../operator-options/option-table.ts'
import { whyWithoutEffect } from '../operator-options/without-effect.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { advice, nothing, type Rule, suggested } from './rule.ts'

const systemKeys: readonly string[] = Object.values(optionTable).filter(({ scope }) => scope === 'system').flatMap(option => keysOf(option))

/** May the value be written under this key, in a resource? */
const accepts = (key: string, value: string): boolean => {
  const option = (Object.values(optionTable) as readonly OperatorOption<unknown>[]).find(it => keysOf(it).includes(key))
  return option !== undefined && option.scope !== 'system' && whyWithoutEffect(key) === null
    && E.isRight(readOption({ [key]: value }, option))
}

/** A key that is misspelt, or of something that this version does not carry out: it is without effect, and that is told (F24). */
export const operatorKeysKnown: Rule<FlinkDeploymentInput> = ({ ownConfiguration }) =>
  idleOptions(ownConfiguration).filter(({ key }) => !systemKeys.includes(key)).flatMap(({ key, why, meant }) => {
    const value = ownConfiguration[key] ?? ''
    const told = advice(`flinkConfiguration.${key}`, why)
    return meant !== null && accepts(meant, value) ? suggested(told, { flinkConfiguration: { [key]: null, [meant]: value } }) : told
  })

/** An option of the operator itself is read from the operator's configuration alone. */
export const systemKeysElsewhere: Rule<FlinkDeploymentInput> = ({ ownConfiguration }) =>
  Object.keys(ownConfiguration).filter(key => systemKeys.includes(key))
    .flatMap(key =>
      advice(`flinkConfiguration.${key}`, `${key} has no effect in a resource: it is read from the operator's own configuration`)
    )

/** Two spellings of one option in one spec, with different values: which one wins is easily mistaken. */
export const aliasesAgree: Rule<FlinkDeploymentInput> = ({ ownConfiguration }) =>
  Object.keys(ownConfiguration).flatMap(key => {
    const [winner = key] = spellingsOf(key).filter(it => Object.hasOwn(ownConfiguration, it))
    return winner === key || ownConfiguration[winner] === ownConfiguration[key]
      ? nothing
      : advice(`flinkConfiguration.${key}`, `${key} has no effect: ${winner} is set too, and is another spelling of the same option`)
  })
