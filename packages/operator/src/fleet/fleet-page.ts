import { createHash } from 'node:crypto'
import type { EpochMillis } from '@flink-operator/core'
import type { KindName } from '@flink-operator/kinds'
import type { ResourceKey } from '../port/cluster-port.ts'
import type { FleetRow } from './fleet-row.ts'

/** A resource of any kind. */
export interface FleetKey extends ResourceKey {
  readonly kind: KindName
}

/** What an asker may see: a test of each resource, and a text that differs when the test does. */
export interface FleetScope {
  readonly isShown: (resource: FleetKey) => boolean
  readonly text: string
}

/** The changes since a cursor, a bounded part of them. */
export interface FleetPage {
  /** For the next request. */
  readonly cursor: string
  /** The rows that the asker has are not continued: what follows begins anew. */
  readonly isFromStart: boolean
  /** There is more: ask again at once. */
  readonly hasMore: boolean
  /** Number of resources whose row this process has not made yet. */
  readonly pending: number
  /** The operator's time, by which ages are counted. */
  readonly now: EpochMillis
  readonly rows: readonly FleetRow[]
  readonly gone: readonly FleetKey[]
}

/** A row, or the mark of one that is gone, with the version of the fleet that brought it. */
export type Versioned =
  | { readonly version: number; readonly row: FleetRow }
  | { readonly version: number; readonly gone: FleetKey }

/** Rows of one answer. */
export const mostRows = 1_000

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

const cursorForm = /^([\w-]{1,64})\.([\w-]{16})\.(\d{1,15})\.(\d{1,15})$/

/** How far an asker is. */
interface Reached {
  /** All changes up to this version. */
  readonly upTo: number
  /** All deletions up to this version: further than the changes while the asker reads the rows from the start. */
  readonly gone: number
}

/** Null: the cursor is of another process or of other rights, or none. */
const reachedBy = (cursor: string | null, epoch: string, scope: string): Reached | null => {
  const found = cursorForm.exec(cursor ?? '')
  return found?.[1] === epoch && found[2] === scope ? { upTo: Number(found[3]), gone: Number(found[4]) } : null
}

export interface PageInputs {
  /** Identifies this process. */
  readonly epoch: string
  /** Oldest change first. */
  readonly all: Iterable<Versioned>
  /** Marks of gone resources up to this version are forgotten. */
  readonly forgotten: number
  readonly version: number
  /** Resources without a row, or with one that is out of date. */
  readonly pending: Iterable<FleetKey>
  readonly now: EpochMillis
}

/** One answer: the changes that the asker does not have, oldest first. */
export const fleetPage = (
  { epoch, all, forgotten, version, pending, now }: PageInputs,
  cursor: string | null,
  scope: FleetScope,
): FleetPage => {
  const digest = digestOf(scope.text)
  const reached = reachedBy(cursor, epoch, digest)
  const isFromStart = reached === null || reached.gone < forgotten || Math.max(reached.upTo, reached.gone) > version
  const since = isFromStart ? { upTo: 0, gone: version } : reached
  const rows: FleetRow[] = []
  const gone: FleetKey[] = []
  // where the next request goes on: all changes up to it were looked at
  let upTo = version
  let hasMore = false
  for (const it of all) {
    if (it.version <= since.upTo) continue
    if (rows.length + gone.length === mostRows) {
      hasMore = true
      upTo = it.version - 1
      break
    }
    if ('row' in it) {
      if (scope.isShown(it.row)) rows.push(it.row)
    } else if (it.version > since.gone && scope.isShown(it.gone)) gone.push(it.gone)
  }
  const goneUpTo = hasMore ? Math.max(upTo, since.gone) : version
  // how much others have is not revealed
  const ownPending = [...pending].filter(scope.isShown).length
  return { cursor: `${epoch}.${digest}.${upTo}.${goneUpTo}`, isFromStart, hasMore, pending: ownPending, now, rows, gone }
}
