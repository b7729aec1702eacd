import type { Nonce } from '../contract/resource/flink-deployment-spec.ts'

/**
 * True if the user requests a reset of the autoscaler: with a new nonce, but not by removing it (autoscaler.md, section 1).
 */
export const isResetAsked = (wanted: Nonce | null, recorded: Nonce | null): boolean => wanted !== null && wanted !== recorded
