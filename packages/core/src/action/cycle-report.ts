/** Numbers of a vertex that people are shown, under the reference's names (autoscaler.md, section 10.3). */
export const reportedMetrics = [
  'LOAD',
  'TRUE_PROCESSING_RATE',
  'TARGET_DATA_RATE',
  'CATCH_UP_DATA_RATE',
  'LAG',
  'PARALLELISM',
  'RECOMMENDED_PARALLELISM',
  'MAX_PARALLELISM',
  'NUM_SOURCE_PARTITIONS',
  'SCALE_UP_RATE_THRESHOLD',
  'SCALE_DOWN_RATE_THRESHOLD',
  'EXPECTED_PROCESSING_RATE',
] as const

/** One of them. */
export type ReportedMetric = (typeof reportedMetrics)[number]

/** One vertex. A number that is not known, or that nothing limits, is absent. */
export type VertexReport = Readonly<Partial<Record<ReportedMetric, number>>>

/** What a cycle of the autoscaler evaluated, for whoever shows it: plain numbers. No decision reads it, and it is not stored. */
export interface CycleReport {
  /** How it ended: a row of the cycle. */
  readonly row: string
  /** By vertex; empty where nothing was evaluated. */
  readonly vertices: Readonly<Record<string, VertexReport>>
}
