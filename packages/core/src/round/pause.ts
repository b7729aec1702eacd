import { parseInstant } from '../codec/instant.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'
import type { EpochMillis } from '../resource/time.ts'

/**
 * Asks the operator to leave one resource as it is: `"true"`, or `until=` and an instant; `"false"`, or no annotation: it goes on
 * (safety-properties.md, A8). `transition=` and an id: its owner has not let it begin yet.
 */
export const pauseAnnotation = 'flinkdeployment.flink.apache.org/pause'

const holdPrefix = 'transition='

/** The value with which a FlinkBlueGreenDeployment creates a child: nothing begins before the transition that made it has seen it. */
export const heldFor = (transition: string): string => `${holdPrefix}${transition}`

/** Was it created and not let go yet? Nothing of it ran, whoever made it. */
export const isHeld = ({ annotations }: Pick<ResourceMeta, 'annotations'>): boolean =>
  annotations[pauseAnnotation]?.startsWith(holdPrefix) === true

/** A pause that holds now: until when, and how it is told. */
export interface Pause {
  /** Its owner lets it go a moment later: there is nothing to tell. */
  readonly isHold: boolean
  /** When it ends by itself; null: with the annotation. */
  readonly until: EpochMillis | null
  readonly isUnderstood: boolean
  readonly message: string
}

const untilPrefix = 'until='

/**
 * Is the resource paused now? Nothing is started, stopped, scaled, snapshotted or recovered then; it is only looked at. A deletion goes on
 * all the same. A value that is not understood pauses too: whoever wrote it wanted the operator to keep away.
 */
export const pauseOf = (
  { annotations, deletionTimestamp }: Pick<ResourceMeta, 'annotations' | 'deletionTimestamp'>,
  now: EpochMillis,
): Pause | null => {
  const value = annotations[pauseAnnotation]?.trim()
  if (value === undefined || value === 'false' || deletionTimestamp !== null) return null
  if (value.startsWith(holdPrefix))
    return {
      isHold: true,
      until: null,
      isUnderstood: true,
      message: `annotation ${pauseAnnotation} is set: ${value}: it begins when the FlinkBlueGreenDeployment that made it has seen it`,
    }
  if (value === 'true') return { isHold: false, until: null, isUnderstood: true, message: `annotation ${pauseAnnotation} is set` }
  const until = value.startsWith(untilPrefix) ? parseInstant(value.slice(untilPrefix.length)) : null
  if (until === null)
    return {
      isHold: false,
      until,
      isUnderstood: false,
      message: `annotation ${pauseAnnotation}: found '${
        value.slice(0, 100)
      }', allowed are true, false and until=<time> in the form of ISO 8601`,
    }
  return until > now ? { isHold: false, until, isUnderstood: true, message: `annotation ${pauseAnnotation} is set: ${value}` } : null
}
