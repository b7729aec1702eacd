import type { EmitEvent } from '../action/emit-event.ts'
import { cutRedacted } from '../redaction/cut-redacted.ts'
import type { Condition, WantedCondition } from '../resource/condition.ts'
import type { Finding } from '../resource/finding.ts'
import type { ResourceMeta } from '../resource/resource.ts'
import { longestMessage } from '../resource/json.ts'
import { event } from './decision.ts'

/** A spec with the findings about it. */
export interface WarnedSpec {
  readonly meta: Pick<ResourceMeta, 'generation'>
  readonly findings: readonly Finding[]
  readonly secrets: readonly string[]
}

/** Events of one generation of a spec: what goes beyond is in the condition alone. */
const mostEvents = 5

const warningsOf = ({ findings }: WarnedSpec): readonly string[] =>
  findings.filter(({ severity }) => severity === 'Advice').map(({ field, message }) => `${field}: ${message}`)

/**
 * The condition SpecWarning: the operator follows the spec, but some of it may not do what its author meant, such as an option without
 * effect or a misspelt key (N10). It exists only while there is such a finding.
 */
export const warningConditions = (warned: WarnedSpec): readonly WantedCondition[] => {
  const warnings = warningsOf(warned)
  return warnings.length === 0 ? []
    : [{
      type: 'SpecWarning',
      status: 'True',
      reason: 'SpecWarning',
      message: cutRedacted(warnings.join('; '), warned.secrets, longestMessage),
      observedGeneration: warned.meta.generation,
    }]
}

const warningIn = (conditions: readonly Condition[]): Condition | undefined => conditions.find(it => it.type === 'SpecWarning')

/** One Warning event for each warning and generation, in the round that writes the condition. */
export const warningEvents = (before: readonly Condition[], after: readonly Condition[], warned: WarnedSpec): readonly EmitEvent[] => {
  const [was, is] = [warningIn(before), warningIn(after)]
  if (is === undefined || (was?.message === is.message && was.observedGeneration === is.observedGeneration)) return []
  return warningsOf(warned).slice(0, mostEvents).map(warning => {
    const message = cutRedacted(warning, warned.secrets, longestMessage)
    return event('Warning', 'Operator', 'SpecWarning', message, `SpecWarning: ${String(warned.meta.generation)}: ${message}`, 'Once')
  })
}
