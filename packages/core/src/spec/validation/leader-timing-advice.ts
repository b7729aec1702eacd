import { highAvailabilityMode } from '../../flink/configuration/high-availability-mode.ts'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { parseDuration } from '../../flink/configuration/parse-duration.ts'
import type { Millis } from '../../contract/resource/time.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { adviceIf, nothing, type Rule } from './rule.ts'

const group = 'high-availability.kubernetes.leader-election'
const [leaseKey, deadlineKey, retryKey] = [`${group}.lease-duration`, `${group}.renew-deadline`, `${group}.retry-period`] as const

/** Null if the value does not parse: Flink reports that itself. */
const timeOf = (configuration: FlinkConfiguration, key: string, usual: Millis): Millis | null => {
  const text = configuration[key]
  return text === undefined ? usual : parseDuration(text)
}

/**
 * With Flink's defaults (15 s, 15 s, 5 s; kubernetes-ha.md, section 3.1) a new leader may start before the old one gives up (H-D02;
 * docs/high-availability.md). Flink checks its deadline only before it retries, so the retry period counts too.
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
    `two JobManagers may be leader for a moment: if their clocks differ or one is paused, the old leader gives up after the new one has started; set ${leaseKey}: 30 s, ${deadlineKey}: 20 s, ${retryKey}: 5 s`,
  )
}
