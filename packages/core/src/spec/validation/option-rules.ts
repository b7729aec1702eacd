import * as E from 'fp-ts/lib/Either.js'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { readOption, type ConfigOption, keysOf } from '../../flink/configuration/option.ts'
import { optionFinding } from '../../options/read-options.ts'
import { optionTable } from '../../options/option-table.ts'
import type { JobToValidate, FlinkDeploymentInput } from './flink-deployment-input.ts'
import { type Rule, advice, nothing, suggested } from './rule.ts'
import { spellingsOf } from '../../flink/configuration/alias-table.ts'
import { idleOptions } from '../../options/idle-options.ts'
import type { OperatorOption } from '../../options/operator-option.ts'
import { whyWithoutEffect } from '../../options/without-effect.ts'

const ofResources: readonly ConfigOption<unknown>[] = Object.values(optionTable).filter(({ scope }) => scope !== 'system')

/**
 * C-D17: every option that a round reads from the resource's configuration must parse. The reference operator reads most of them later and
 * then fails in every round without reporting it.
 */
export const optionsReadable: Rule<JobToValidate> = ({ configuration }) =>
  [...ofResources, ...Object.values(flinkOptions)].flatMap(option => {
    const value = readOption<unknown>(configuration, option)
    return E.isLeft(value) ? [optionFinding(value.left)] : []
  })

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
