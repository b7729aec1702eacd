import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { LastState } from './last-state.ts'

/**
 * Binds what a start goes on from to the attempt that it was recorded for. Whoever puts back an older source in the status does not have
 * its mark for this attempt.
 */
export const sourceMarkOf = (attemptId: string, source: LastState): string => {
  const of = source._tag === 'Path' ? source.path : source._tag === 'InHighAvailability' ? source.jobId : ''
  return bytesToHex(sha256(utf8ToBytes(`${attemptId}/${source._tag}/${of}`)).slice(0, 16))
}
