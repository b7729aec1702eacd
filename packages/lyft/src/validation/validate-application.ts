import { objectAt } from '@flink-operator/core/manifest'
import { rightsAsked, rightsAllowed, serviceAccountAllowed, type Rule, findingsOf, type RuleRow } from '@flink-operator/core/validation'
import { deploymentTemplate } from '../objects/deployment.ts'
import type { ApplicationInput } from './application-input.ts'
import type { Finding } from '@flink-operator/core/resource'
import { modeOf } from '../spec/modes.ts'
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

type ApplicationRule = Rule<ApplicationInput>

/** S13. */
export const serviceAccountOfPods: ApplicationRule = ({ spec, restrictions }) =>
  serviceAccountAllowed('serviceAccountName', spec.serviceAccountName, restrictions)

/** S13: both roles have the same volumes and security context, at the same field paths in the spec as in the pod. */
export const rightsOfPods: ApplicationRule = ({ meta, spec, options, restrictions }) => {
  const deployment = deploymentTemplate({ meta, spec, colour: null }, options, 'jobmanager')
  const asked = rightsAsked('', objectAt(objectAt(deployment, 'spec'), 'template'))
  return rightsAllowed(asked.map(it => ({ ...it, field: it.field.replace(/^\.spec\./u, '') })), restrictions)
}

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
