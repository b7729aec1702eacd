import type { Nonce } from '../resource/flink-deployment-spec.ts'

/**
 * Does the user ask to forget what the autoscaler learnt? A new nonce does; one that is cleared does not (autoscaler.md, section 1).
 */
export const isResetAsked = (wanted: Nonce | null, recorded: Nonce | null): boolean => wanted !== null && wanted !== recorded
