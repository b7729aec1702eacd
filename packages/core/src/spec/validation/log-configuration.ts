import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, findingsOfEach, type Rule } from './rule.ts'

const allowed: readonly string[] = ['log4j-console.properties', 'logback-console.xml']

/** Row 5. */
export const logConfigurationKeys: Rule<FlinkDeploymentInput> = ({ spec }) =>
  findingsOfEach(
    Object.keys(spec.logConfiguration ?? {}),
    key =>
      errorIf(
        !allowed.includes(key),
        `logConfiguration.${key}`,
        `Invalid log config key: ${key}. Allowed keys are [${allowed.join(', ')}]`,
      ),
  )
