/** In which state a resource and its job are, for people and metrics. */
export interface ResourceStates {
  /** The lifecycle state, or what its kind has in its place; null: the status has none. */
  readonly lifecycleState: string | null
  /** That of its job; null: it has none, or nobody saw it yet. */
  readonly jobState: string | null
}

/** The states that resources of a kind go through, as their status spells them. */
export interface KindStates {
  readonly all: readonly string[]
  /** In these a resource waits for nothing: one that is in another one for long is stuck. */
  readonly atRest: readonly string[]
  /** Of any JSON. */
  of(status: unknown): ResourceStates
}

/** The text of a field of any JSON; null: there is none, or it is empty. */
export const textIn = (value: unknown, field: string): string | null => {
  const text = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[field] : null
  return typeof text === 'string' && text !== '' ? text : null
}

/** The states of a status whose job is in `jobStatus.state`, where the job of every kind is but that of Lyft's versions. */
export const statesIn = (lifecycleField: string) => (status: unknown): ResourceStates => ({
  lifecycleState: textIn(status, lifecycleField),
  jobState: textIn((status as { readonly jobStatus?: unknown } | null)?.jobStatus, 'state'),
})
