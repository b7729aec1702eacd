import { spellingsOf } from '../flink-configuration/alias-table.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, type Rule } from './rule.ts'

/**
 * Keys that the operator itself sets, in the order in which they are looked for, with every spelling (C-D20: the reference knows the first
 * alone).
 */
const forbidden: readonly string[] = ['kubernetes.namespace', 'kubernetes.cluster-id', ...spellingsOf('high-availability.cluster-id')]

/** Row 3a. */
export const forbiddenKeys: Rule<FlinkDeploymentInput> = ({ configuration }) =>
  forbidden.flatMap(key => errorIf(Object.hasOwn(configuration, key), `flinkConfiguration.${key}`, `Forbidden Flink config key: ${key}`))
