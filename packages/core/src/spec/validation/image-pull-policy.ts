import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, isBlank, type Rule } from './rule.ts'

const allowed: readonly string[] = ['IfNotPresent', 'Always', 'Never']

/** C-D02: the reference operator fails later instead, when it builds the configuration, in every round. */
export const imagePullPolicyKnown: Rule<FlinkDeploymentInput> = ({ spec }) =>
  errorIf(
    !isBlank(spec.imagePullPolicy) && !allowed.includes(spec.imagePullPolicy ?? ''),
    'imagePullPolicy',
    `imagePullPolicy must be one of ${allowed.join(', ')}: ${spec.imagePullPolicy ?? ''}`,
  )
