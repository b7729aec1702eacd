import { parseDuration } from '../../flink/configuration/parse-duration.ts'
import type { Millis } from '../../contract/resource/time.ts'
import type { ConfiguredJob } from '../job-round.ts'

/** Flink's defaults (kubernetes-ha.md, section 3.1). */
const usualRenewDeadline: Millis = 15_000
const usualRetryPeriod: Millis = 5_000

const option = ({ effective: { configuration } }: Pick<ConfiguredJob, 'effective'>, name: string, usual: Millis): Millis | null => {
  const text = configuration[`high-availability.kubernetes.leader-election.${name}`]
  return text === undefined ? usual : parseDuration(text)
}

/**
 * The minimum time that a leader keeps leadership without renewing its lease. Null: unknown, as with ZooKeeper, where leadership can be
 * lost at once.
 */
export const leadsAtLeast = (running: Pick<ConfiguredJob, 'effective' | 'options'>): Millis | null =>
  running.options.highAvailability === 'kubernetes' ? option(running, 'renew-deadline', usualRenewDeadline) : null

/** The same for a leader that was observed at some moment: its last renewal may be one retry period older. */
export const leadsOnAtLeast = (running: Pick<ConfiguredJob, 'effective' | 'options'>): Millis | null => {
  const leads = leadsAtLeast(running)
  const pause = option(running, 'retry-period', usualRetryPeriod)
  return leads === null || pause === null ? null : leads - pause
}
