import type { JsonObject } from '../contract/resource/json.ts'

/**
 * The fence of an attempt: its pods mount this key of the ConfigMap `flink-config-<id>`, and the kubelet starts no container while the key
 * is missing. The operator adds the key once the JobManager Deployment was observed and recorded (docs/adr/0029).
 */
export const attemptKey = (attempt: string): string => `attempt-${attempt}`

/** Merge patch that lets the pods of this attempt start. */
export const attemptKeyPatch = (attempt: string): JsonObject => ({ data: { [attemptKey(attempt)]: '' } })
