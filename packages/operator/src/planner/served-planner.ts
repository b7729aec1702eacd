/** The planner page of an operator, which may serve none. */
export interface PlannerBeside {
  /** Null: not served, or not yet. */
  readonly port: () => number | null
  /** Why an enabled page is not served. */
  readonly remarks: () => readonly string[]
  readonly stop: () => Promise<void>
}
