/** Metrics of a vertex for display, with the reference operator's names (autoscaler.md, section 10.3). */
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

/** The metrics of one vertex. A metric that is unknown or unlimited is absent. */
export type VertexReport = Readonly<Partial<Record<ReportedMetric, number>>>

/** The results of an autoscaler cycle for display, as plain numbers. No decision reads them, and they are not stored. */
export interface CycleReport {
  /** The row that ended the cycle. */
  readonly row: string
  /** By vertex. Empty: the cycle evaluated nothing. */
  readonly vertices: Readonly<Record<string, VertexReport>>
}
