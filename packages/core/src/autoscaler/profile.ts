/**
 * Which version of the reference autoscaler decides where two versions differ (autoscaler.md, section 0.1). `1.15.0`: the released
 * version with its faults, to compare with. `main`: the newer rules, with the faults of section 13 mended; the default.
 */
export type Profile = '1.15.0' | 'main'

/** The profile where none is asked for. */
export const defaultProfile: Profile = 'main'
