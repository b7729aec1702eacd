import type { ActionOutcome } from './executor.ts'

/** In which state a resource is, for people and metrics. */
export interface States {
  /** The lifecycle state, or what its kind has in its place; null: the status tells none. */
  readonly lifecycleState: string | null
  /** That of its job; null: it has none, or nobody saw it yet. */
  readonly jobState: string | null
  /** The last status that is known, of whatever kind; null: none is. */
  readonly status: unknown
}

/** Fields of a status in which a kind tells how far a resource is. */
const lifecycleFields = ['lifecycleState', 'blueGreenState', 'state', 'phase'] as const

const textAt = (value: unknown, field: string): string | null => {
  const text = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[field] : null
  // of a FlinkApplication the empty text is what is not there yet
  return typeof text === 'string' && text !== '' ? text : null
}

/** Of a FlinkApplication with versions beside each other: that of the live one. */
const liveVersionState = (status: unknown): string | null => {
  const { versionStatuses, deployHash } = (status ?? {}) as { readonly versionStatuses?: unknown; readonly deployHash?: unknown }
  const versions: readonly unknown[] = Array.isArray(versionStatuses) ? versionStatuses : []
  const live = versions.find(it => textAt(it, 'versionHash') !== null && textAt(it, 'versionHash') === deployHash)
  return textAt((live as { readonly jobStatus?: unknown } | undefined)?.jobStatus, 'state')
}

/** What a status of any kind says. */
export const statesOf = (status: unknown): States => ({
  lifecycleState: lifecycleFields.map(field => textAt(status, field)).find(it => it !== null) ?? null,
  jobState: textAt((status as { readonly jobStatus?: unknown } | null)?.jobStatus, 'state') ?? liveVersionState(status),
  status,
})

/** After a round: of the last status that was written, or else of the one that was read. */
export const statesAfter = (outcomes: readonly ActionOutcome[], read: unknown): States =>
  statesOf(
    outcomes.flatMap(({ action, result }) => (action._tag === 'PersistStatus' && result === 'done' ? [action.status] : [])).at(-1) ?? read,
  )
