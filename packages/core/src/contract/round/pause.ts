import { parseInstant } from '../../crd/instant.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'
import type { EpochMillis } from '../resource/time.ts'

/**
 * Annotation that pauses the operator for one resource: `"true"`, or `until=` and an instant. `"false"` or no annotation: the operator
 * works normally (safety-properties.md, A8). `transition=` and an id: the resource's FlinkBlueGreenDeployment has not released it yet.
 */
export const pauseAnnotation = 'flinkdeployment.flink.apache.org/pause'

const holdPrefix = 'transition='

/**
 * The value that a FlinkBlueGreenDeployment gives a child at creation. The child does not begin before the transition that created it has
 * observed it.
 */
export const heldFor = (transition: string): string => `${holdPrefix}${transition}`

/** True if the resource was created on hold and not released yet. None of its jobs ever ran, whoever created it. */
export const isHeld = ({ annotations }: Pick<ResourceMeta, 'annotations'>): boolean =>
  annotations[pauseAnnotation]?.startsWith(holdPrefix) === true

/** A pause in force: its end, and its message. */
export interface Pause {
  /** The FlinkBlueGreenDeployment that created the resource releases it a moment later, so the operator does not report this pause. */
  readonly isHold: boolean
  /** When the pause ends automatically. Null: only when the annotation is removed. */
  readonly until: EpochMillis | null
  readonly isUnderstood: boolean
  readonly message: string
}

const untilPrefix = 'until='

/**
 * The pause in force, or null. During a pause the operator starts, stops, scales, snapshots and recovers nothing; it only observes.
 * Deletion of the resource still proceeds. An invalid value pauses too, because its author wanted the operator to keep off.
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
      message:
        `annotation ${pauseAnnotation} is set: ${value}: the resource begins once the FlinkBlueGreenDeployment that created it has observed it`,
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

/** Reason of Ready during a pause, whatever the state is. */
export const pausedReason = 'Paused'

/** The message of Ready during a pause; without one the words as they are. */
export const whilePaused = (pause: Pick<Pause, 'message'> | null, words: string): string =>
  pause === null ? words : `Paused, the operator changes nothing: ${pause.message}. ${words}`
