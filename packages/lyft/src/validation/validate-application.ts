import type { Finding } from '@flink-operator/core/resource'
import { findingsOf, type RuleRow } from '@flink-operator/core/validation'
import { modeOf } from '../spec/modes.ts'
import type { ApplicationInput } from './application-input.ts'
import {
  configurationRenders,
  fractionsInRange,
  keysNotSetByOperator,
  memoryRequested,
  restServerAtUiPort,
  valuesOnOneLine,
  versionKnown,
} from './configuration-rules.ts'
import {
  amountsPositive,
  imagePresent,
  jarPresent,
  modesKnown,
  modeUnchanged,
  oneJobManagerWithoutHighAvailability,
  portsDiffer,
  stateAdvice,
  withoutEffect,
} from './field-rules.ts'
import { labelsFree, objectsAccepted, objectsFit } from './object-rules.ts'
import { rightsOfPods, serviceAccountOfPods } from './flink-application-restrictions.ts'

/**
 * In the order in which findings are reported; Lyft's operator validates nothing. `id`: the defect that requires the rule, or the section.
 */
export const applicationRules: readonly RuleRow<ApplicationInput>[] = [
  { id: 'LD24', rule: modeUnchanged },
  { id: '1.3', rule: imagePresent },
  { id: '1.3', rule: jarPresent },
  { id: '1.3', rule: amountsPositive },
  { id: '1.3', rule: modesKnown },
  { id: '1.3', rule: portsDiffer },
  { id: 'U20', rule: restServerAtUiPort },
  { id: 'LD33', rule: fractionsInRange },
  { id: 'LD27', rule: configurationRenders },
  { id: 'LD27', rule: valuesOnOneLine },
  { id: '3.6', rule: memoryRequested },
  { id: 'P02', rule: oneJobManagerWithoutHighAvailability },
  { id: 'S13', rule: serviceAccountOfPods },
  { id: 'S13', rule: rightsOfPods },
  { id: 'LD33', rule: labelsFree },
  { id: 'LD27', rule: objectsFit },
  { id: 'LD33', rule: objectsAccepted },
  { id: '3.6', rule: versionKnown },
  { id: '3.6', rule: keysNotSetByOperator },
  { id: '2.2', rule: withoutEffect },
  { id: 'P01', rule: stateAdvice },
]

export interface ApplicationToValidate extends Pick<ApplicationInput, 'meta' | 'spec' | 'options' | 'restrictions'> {
  /** `status.deploymentMode`; empty: no mode is fixed yet. */
  readonly recordedMode: string
}

/** Errors in the spec of a FlinkApplication and advice about it. Total. It runs before the operator creates or stops anything. */
export const validateFlinkApplication = ({ recordedMode, ...input }: ApplicationToValidate): readonly Finding[] => {
  const recorded = recordedMode === '' ? null : modeOf(recordedMode)
  return findingsOf(applicationRules, { ...input, recordedMode: recorded, mode: recorded ?? modeOf(input.spec.deploymentMode) })
}
