import { highAvailabilityMode } from '../flink-configuration/high-availability-mode.ts'
import type { FlinkConfiguration } from '../flink-configuration/flink-defaults.ts'
import { parseDuration } from '../flink-configuration/parse-duration.ts'
import type { Millis } from '../resource/time.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { adviceIf, nothing, type Rule } from './rule.ts'

const group = 'high-availability.kubernetes.leader-election'
const [leaseKey, deadlineKey, retryKey] = [`${group}.lease-duration`, `${group}.renew-deadline`, `${group}.retry-period`] as const

/** Null: Flink will say what is wrong with it. */
const timeOf = (configuration: FlinkConfiguration, key: string, usual: Millis): Millis | null => {
  const text = configuration[key]
  return text === undefined ? usual : parseDuration(text)
}

/**
 * Flink's defaults (15 s, 15 s, 5 s; kubernetes-ha.md, section 3.1) leave no time between the moment at which a leader gives up and the one
 * at which another takes over (H-D02; docs/high-availability.md). Flink looks at its deadline only before it tries again: the time between
 * two attempts counts, too.
 */
export const leadersGiveUpInTime: Rule<FlinkDeploymentInput> = ({ spec, configuration }) => {
  if ((spec.jobManager?.replicas ?? 1) < 2 || highAvailabilityMode(configuration) !== 'kubernetes') return nothing
  const leaseDuration = timeOf(configuration, leaseKey, 15_000)
  const renewDeadline = timeOf(configuration, deadlineKey, 15_000)
  const retryPeriod = timeOf(configuration, retryKey, 5_000)
  if (leaseDuration === null || renewDeadline === null || retryPeriod === null) return nothing
  return adviceIf(
    leaseDuration - renewDeadline - retryPeriod <= 0,
    `flinkConfiguration.${deadlineKey}`,
    `of several JobManagers two may believe to lead for a moment: one gives up later than another takes over, where their clocks differ or one is paused; set ${leaseKey}: 30 s, ${deadlineKey}: 20 s, ${retryKey}: 5 s`,
  )
}
