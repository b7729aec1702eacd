/** `spec.flinkVersion`, in release order (api-and-config.md, section 4). v1_13 and v1_14 decode but are refused by validation. */
export const flinkVersions = [
  'v1_13',
  'v1_14',
  'v1_15',
  'v1_16',
  'v1_17',
  'v1_18',
  'v1_19',
  'v1_20',
  'v2_0',
  'v2_1',
  'v2_2',
  'v2_3',
  'v2_4',
] as const

/** A Flink version as `spec.flinkVersion` names it. */
export type FlinkVersion = (typeof flinkVersions)[number]

export const isFlinkVersion = (text: unknown): text is FlinkVersion =>
  typeof text === 'string' && (flinkVersions as readonly string[]).includes(text)

/** True if `version` is the other one or newer. */
export const isAtLeast = (version: FlinkVersion, other: FlinkVersion): boolean =>
  flinkVersions.indexOf(version) >= flinkVersions.indexOf(other)

/** True if this Flink starts a job with its own parallelism, whatever `pipeline.jobvertex-parallelism-overrides` says (FLINK-38770). */
export const startIgnoresOverrides = (version: FlinkVersion): boolean => isAtLeast(version, 'v2_0') && !isAtLeast(version, 'v2_4')
