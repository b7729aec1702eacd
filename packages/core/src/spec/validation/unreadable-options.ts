import * as E from 'fp-ts/lib/Either.js'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { readOption, type ConfigOption } from '../../flink/configuration/option.ts'
import { optionFinding } from '../../options/option-finding.ts'
import { optionTable } from '../../options/option-table.ts'
import type { JobToValidate } from './flink-deployment-input.ts'
import type { Rule } from './rule.ts'

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
