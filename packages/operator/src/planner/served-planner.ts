/** The planner page of an operator that may serve none. */
export interface PlannerBeside {
  /** Null: it is not served, or not yet. */
  readonly port: () => number | null
  /** Why it is not, though it is to be. */
  readonly remarks: () => readonly string[]
  readonly stop: () => Promise<void>
}
