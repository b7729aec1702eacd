/**
 * Version of the reference autoscaler whose rules apply (autoscaler.md, section 0.1). `1.15.0`: the released version with its faults, for
 * comparison. `main`: the newer rules, with the faults of section 13 fixed; the default.
 */
export type Profile = '1.15.0' | 'main'

/** The default profile. */
export const defaultProfile: Profile = 'main'
