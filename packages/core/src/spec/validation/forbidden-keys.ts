import { spellingsOf } from '../../flink/configuration/alias-table.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, type Rule } from './rule.ts'

/**
 * Keys that only the operator may set, in the order of the checks, in every spelling (C-D20: the reference operator checks only the first
 * spelling).
 */
const forbidden: readonly string[] = ['kubernetes.namespace', 'kubernetes.cluster-id', ...spellingsOf('high-availability.cluster-id')]

/** Row 3a. */
export const forbiddenKeys: Rule<FlinkDeploymentInput> = ({ configuration }) =>
  forbidden.flatMap(key => errorIf(Object.hasOwn(configuration, key), `flinkConfiguration.${key}`, `Forbidden Flink config key: ${key}`))
