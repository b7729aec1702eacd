import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { LastState } from './last-state.ts'

/**
 * Binds a start's source to the attempt that it was recorded for. A status with an older source that was put back lacks the mark of this
 * attempt.
 */
export const sourceMarkOf = (attemptId: string, source: LastState): string => {
  const of = source._tag === 'Path' ? source.path : source._tag === 'InHighAvailability' ? source.jobId : ''
  return bytesToHex(sha256(utf8ToBytes(`${attemptId}/${source._tag}/${of}`)).slice(0, 16))
}
