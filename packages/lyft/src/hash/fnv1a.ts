const offsetBasis = 0x811c9dc5
const prime = 0x01000193

/** FNV-1a of 32 bits, as an unsigned number. */
export const fnv1a32 = (bytes: Uint8Array): number => bytes.reduce((hash, byte) => Math.imul(hash ^ byte, prime), offsetBasis) >>> 0
