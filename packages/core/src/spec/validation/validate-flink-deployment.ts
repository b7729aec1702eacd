import type { Finding } from '../../contract/resource/finding.ts'
import type { FlinkDeploymentSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { applicationJarIsUri, nativeApplicationNeedsJar, jobRules } from './job-rules.ts'
import { autoscalerAdvice } from './autoscaler-advice.ts'
import { autoscalerOptionsReadable } from './autoscaler-options-readable.ts'
import { autoscalerRules } from './autoscaler-rules.ts'
import { valuesFitLegacyFile, valuesKeepTheirEnds, valuesReadAsWritten } from './configuration-file.ts'
import {
  healthCheckNeedsRecovery,
  rollbackNeedsHighAvailability,
  flinkVersionAfterLastStateSuspend,
  flinkVersionPresent,
  flinkVersionSupported,
} from './feature-requirements.ts'
import { flinkDeploymentInput, type FlinkDeploymentInput, type FlinkDeploymentToValidate } from './flink-deployment-input.ts'
import { mergePatch, onlyAccepted } from './followed.ts'
import {
  forbiddenKeys,
  imagePullPolicyKnown,
  ingressIsManaged,
  ingressTemplateIsUrl,
  ingressTemplatePresent,
  specCanBeRecorded,
  clusterName,
} from './deployment-rules.ts'
import { leadersGiveUpInTime } from './leader-timing-advice.ts'
import { logConfigurationKeys } from './log-configuration.ts'
import {
  jobManagerAmounts,
  jobManagerMemoryPresent,
  jobManagerReplicas,
  taskManagerAmounts,
  taskManagerMemoryPresent,
  taskManagerReplicas,
} from './manager-rules.ts'
import { memoryInWholeMebibytes, memoryUnitsAgree } from './memory-units-advice.ts'
import { aliasesAgree, operatorKeysKnown, systemKeysElsewhere, optionsReadable } from './option-rules.ts'
import { annotationsAllowed, podRightsAllowed, observablePods, serviceAccountsAllowed } from './restriction-rules.ts'
import { findingsOf, type RuleRow } from './rule.ts'
import { clusterKindUnchanged, modeUnchanged, savepointRedeployNeedsPath, serviceAccountPresent } from './spec-change-rules.ts'
import { argumentsAreNoOptions, standaloneArgumentsArrive } from './standalone-arguments.ts'
import {
  checkpointingIsOn,
  highAvailabilityHasStorage,
  highAvailabilityIsReadable,
  jarsAreSharedByJobManagers,
  jarsCanBeSubmitted,
  lastStateWithoutHighAvailability,
  periodicExpressionsReadable,
  savepointHasDirectory,
  uploadedJarsGoWithTheirJobManager,
} from './state-advice.ts'

/** The reference operator's rules in its order (api-and-config.md, section 13.1), then this operator's rules (section 16), then advice. */
export const flinkDeploymentRules: readonly RuleRow<FlinkDeploymentInput>[] = [
  { id: '1', rule: ({ meta }) => clusterName('metadata.name', meta.name) },
  { id: '2a', rule: flinkVersionPresent },
  { id: '2b', rule: flinkVersionSupported },
  { id: '2c', rule: flinkVersionAfterLastStateSuspend },
  { id: '3a', rule: forbiddenKeys },
  { id: '3b', rule: rollbackNeedsHighAvailability },
  { id: '3c', rule: healthCheckNeedsRecovery },
  { id: '4a', rule: ingressTemplatePresent },
  { id: '4b', rule: ingressTemplateIsUrl },
  { id: '5', rule: logConfigurationKeys },
  ...jobRules,
  { id: '7a', rule: jobManagerMemoryPresent },
  { id: '7b-c', rule: jobManagerAmounts },
  { id: '7d-e', rule: jobManagerReplicas },
  { id: '8a', rule: taskManagerMemoryPresent },
  { id: '8b-c', rule: taskManagerAmounts },
  { id: '8d', rule: taskManagerReplicas },
  { id: '9a-b', rule: clusterKindUnchanged },
  { id: '9c-d', rule: modeUnchanged },
  { id: '9e', rule: savepointRedeployNeedsPath },
  { id: '10', rule: serviceAccountPresent },
  { id: '11', rule: autoscalerRules },
  // ours
  { id: 'C-D02', rule: imagePullPolicyKnown },
  { id: 'C-D05', rule: nativeApplicationNeedsJar },
  { id: '9.3', rule: applicationJarIsUri },
  { id: 'C-D17', rule: optionsReadable },
  { id: 'autoscaler', rule: autoscalerOptionsReadable },
  { id: 'C-D21', rule: valuesFitLegacyFile },
  { id: 'U10', rule: standaloneArgumentsArrive },
  { id: 'S13', rule: serviceAccountsAllowed },
  { id: 'S13', rule: annotationsAllowed },
  { id: 'S13', rule: podRightsAllowed },
  { id: 'S13', rule: observablePods },
  { id: 'record', rule: specCanBeRecorded },
  // advice
  { id: 'A17', rule: lastStateWithoutHighAvailability },
  { id: 'A17', rule: highAvailabilityIsReadable },
  { id: 'A17', rule: highAvailabilityHasStorage },
  { id: 'F9', rule: uploadedJarsGoWithTheirJobManager },
  { id: 'F9', rule: jarsAreSharedByJobManagers },
  { id: 'U14', rule: jarsCanBeSubmitted },
  { id: 'H-D02', rule: leadersGiveUpInTime },
  { id: 'A17', rule: checkpointingIsOn },
  { id: 'A17', rule: savepointHasDirectory },
  { id: 'A17', rule: periodicExpressionsReadable },
  { id: 'C-D09', rule: memoryUnitsAgree },
  { id: 'M-D09', rule: memoryInWholeMebibytes },
  { id: 'A17', rule: operatorKeysKnown },
  { id: 'A17', rule: systemKeysElsewhere },
  { id: 'A17', rule: aliasesAgree },
  { id: 'U10 advice', rule: argumentsAreNoOptions },
  { id: 'C-D06, C-D07', rule: valuesReadAsWritten },
  { id: 'U02', rule: valuesKeepTheirEnds },
  { id: 'A17', rule: ingressIsManaged },
  { id: 'autoscaler advice', rule: autoscalerAdvice },
]

/**
 * Validates the spec of a FlinkDeployment: returns all errors and advice. All rules are evaluated. Users see the first error. After an
 * error the round continues with the last good spec (P10, B39). Total: returns for every spec that decodes.
 */
export const validateFlinkDeployment = (given: FlinkDeploymentToValidate): readonly Finding[] =>
  onlyAccepted(
    allFindings(given),
    suggestion =>
      allFindings({ ...given, spec: mergePatch(given.spec as unknown as JsonObject, suggestion) as unknown as FlinkDeploymentSpec }),
  )

const allFindings = (given: FlinkDeploymentToValidate): readonly Finding[] => findingsOf(flinkDeploymentRules, flinkDeploymentInput(given))
