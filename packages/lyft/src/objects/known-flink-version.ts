/** Matches `v1.11.2-rc1`: the number segments and the pre-release suffix. */
const version = /^v?(\d+(?:\.\d+)*)((?:-|[A-Za-z~])[0-9A-Za-z.~-]*)?(?:\+[0-9A-Za-z.~-]+)?$/u

const isBefore = (segments: readonly number[], preRelease: string): boolean => {
  const [major = 0, minor = 0, ...rest] = segments
  if (major !== 1) return major < 1
  if (minor !== 11) return minor < 11
  return preRelease !== '' && rest.every(segment => segment === 0)
}

/** True for Flink before 1.11, which has no process memory. An empty or unknown version counts as such (section 3.6). */
export const isBefore111 = (flinkVersion: string): boolean => {
  const [matched, segments = '', preRelease = ''] = version.exec(flinkVersion) ?? []
  return matched === undefined || isBefore(segments.split('.').map(Number), preRelease)
}

/** True if the string is a version. */
export const isKnownVersion = (flinkVersion: string): boolean => version.test(flinkVersion)
