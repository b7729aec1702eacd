/** The states of a resource and of its job, for display and metrics. */
export interface ResourceStates {
  /** The lifecycle state, or the kind's equivalent. Null: the status has none. */
  readonly lifecycleState: string | null
  /** The job's state. Null: the resource has no job, or the job was not observed yet. */
  readonly jobState: string | null
}

/** The states of a kind's resources, as their status spells them. */
export interface KindStates {
  readonly all: readonly string[]
  /** Steady states. A resource that stays in another state for long is stuck. */
  readonly atRest: readonly string[]
  /** Reads the states from a status as plain JSON. */
  of(status: unknown): ResourceStates
}

/** The text of a field of any JSON. Null: the field is missing, empty, or no text. */
export const textIn = (value: unknown, field: string): string | null => {
  const text = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[field] : null
  return typeof text === 'string' && text !== '' ? text : null
}

/** Reads the job's state from `jobStatus.state`, as for every kind except Lyft's FlinkApplication. */
export const statesIn = (lifecycleField: string) => (status: unknown): ResourceStates => ({
  lifecycleState: textIn(status, lifecycleField),
  jobState: textIn((status as { readonly jobStatus?: unknown } | null)?.jobStatus, 'state'),
})
