import { parseDuration } from '../../flink-configuration/parse-duration.ts'
import type { Millis } from '../../resource/time.ts'
import type { ConfiguredJob } from '../job-round.ts'

/** Flink's defaults (kubernetes-ha.md, section 3.1). */
const usualRenewDeadline: Millis = 15_000
const usualRetryPeriod: Millis = 5_000

const option = ({ effective: { configuration } }: Pick<ConfiguredJob, 'effective'>, name: string, usual: Millis): Millis | null => {
  const text = configuration[`high-availability.kubernetes.leader-election.${name}`]
  return text === undefined ? usual : parseDuration(text)
}

/**
 * A leader that can't renew its lease stays one for so long. Null: it can't be told, as with ZooKeeper, where losing leadership takes no
 * time.
 */
export const leadsAtLeast = (running: Pick<ConfiguredJob, 'effective' | 'options'>): Millis | null =>
  running.options.highAvailability === 'kubernetes' ? option(running, 'renew-deadline', usualRenewDeadline) : null

/** The same of one that was seen to lead, and may have renewed for the last time a pause between two renewals before. */
export const leadsOnAtLeast = (running: Pick<ConfiguredJob, 'effective' | 'options'>): Millis | null => {
  const leads = leadsAtLeast(running)
  const pause = option(running, 'retry-period', usualRetryPeriod)
  return leads === null || pause === null ? null : leads - pause
}
