import type { Millis } from '../contract/resource/time.ts'
import type { ResourceOptions } from './resource-options.ts'

type Needed = Pick<
  ResourceOptions,
  'checkpointingInterval' | 'checkpointingTimeout' | 'tolerableFailedCheckpoints' | 'clusterHealthCheckCheckpointProgressWindow'
>

/**
 * Time in which a healthy job completes a checkpoint (api-and-config.md, section 12.2): the longer of checkpointing interval and timeout,
 * times the tolerable failures plus 2. A longer window may be configured; a shorter one is ignored. Null: the job takes no checkpoints.
 */
export const checkpointProgressWindow = (options: Needed): Millis | null => {
  if (options.checkpointingInterval === null) return null
  const least = Math.max(options.checkpointingInterval, options.checkpointingTimeout) * (options.tolerableFailedCheckpoints + 2)
  return Math.max(options.clusterHealthCheckCheckpointProgressWindow ?? 0, least)
}
