import * as E from 'fp-ts/lib/Either.js'
import { spellingsOf } from '../../flink/configuration/alias-table.ts'
import { keysOf, readOption } from '../../flink/configuration/option.ts'
import { idleOptions } from '../../options/idle-options.ts'
import type { OperatorOption } from '../../options/operator-option.ts'
import { optionTable } from '../../options/option-table.ts'
import { whyWithoutEffect } from '../../options/without-effect.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { advice, nothing, type Rule, suggested } from './rule.ts'

const systemKeys: readonly string[] = Object.values(optionTable).filter(({ scope }) => scope === 'system').flatMap(option => keysOf(option))

/** The `flinkConfiguration` of a resource, flat. */
export type OwnConfiguration = Pick<FlinkDeploymentInput, 'ownConfiguration'>

/** True if a resource may set this key to this value. */
const accepts = (key: string, value: string): boolean => {
  const option = (Object.values(optionTable) as readonly OperatorOption<unknown>[]).find(it => keysOf(it).includes(key))
  return option !== undefined && option.scope !== 'system' && whyWithoutEffect(key) === null
    && E.isRight(readOption({ [key]: value }, option))
}

/** Advice for keys without effect: misspelt ones, and those of features that this version lacks (F24). */
export const operatorKeysKnown: Rule<OwnConfiguration> = ({ ownConfiguration }) =>
  idleOptions(ownConfiguration).filter(({ key }) => !systemKeys.includes(key)).flatMap(({ key, why, meant }) => {
    const value = ownConfiguration[key] ?? ''
    const reported = advice(`flinkConfiguration.${key}`, why)
    return meant !== null && accepts(meant, value) ? suggested(reported, { flinkConfiguration: { [key]: null, [meant]: value } }) : reported
  })

/** Advice for system options: the operator reads them only from its own configuration. */
export const systemKeysElsewhere: Rule<OwnConfiguration> = ({ ownConfiguration }) =>
  Object.keys(ownConfiguration).filter(key => systemKeys.includes(key))
    .flatMap(key =>
      advice(`flinkConfiguration.${key}`, `${key} has no effect in a resource: the operator reads it only from its own configuration`)
    )

/** Advice for a spec that sets two spellings of one option to different values. Only one has an effect. */
export const aliasesAgree: Rule<OwnConfiguration> = ({ ownConfiguration }) =>
  Object.keys(ownConfiguration).flatMap(key => {
    const [winner = key] = spellingsOf(key).filter(it => Object.hasOwn(ownConfiguration, it))
    return winner === key || ownConfiguration[winner] === ownConfiguration[key]
      ? nothing
      : advice(`flinkConfiguration.${key}`, `${key} has no effect: ${winner}, another spelling of the same option, takes precedence`)
  })
