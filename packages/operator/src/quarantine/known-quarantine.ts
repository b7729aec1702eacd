import type { AdapterError, EpochMillis, Millis } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { type Pauses, type Quarantine, type QuarantineEntry, quarantineOf, type Suspect } from './quarantine-record.ts'

export interface KnownQuarantineOptions {
  readonly read: () => Promise<E.Either<AdapterError, readonly QuarantineEntry[]>>
  readonly now: () => EpochMillis
  /** Absent: the default periods. */
  readonly pauses?: Pauses
  /** The process may not read the record, so it does not know which resources stopped a process. Called once. */
  readonly onForbidden: (message: string) => void
}

/** The quarantine record as this process knows it. */
export interface KnownQuarantine {
  /** Right null: the resource is not quarantined. Left: unknown. */
  readonly of: (asked: Suspect) => Promise<E.Either<AdapterError, Quarantine | null>>
  /** Others may have changed the record: it is read again before the next answer. */
  readonly doubt: () => void
}

/**
 * While a resource is quarantined, the record is read again after this time, so that a user can delete an entry. An empty record is
 * not read again.
 */
const longestAge: Millis = 30_000

export const knownQuarantine = ({ read, now, pauses, onForbidden }: KnownQuarantineOptions): KnownQuarantine => {
  const state: {
    entries: readonly QuarantineEntry[]
    readAt: EpochMillis | null
    reading: Promise<AdapterError | null> | null
    isForbidden: boolean
  } = { entries: [], readAt: null, reading: null, isForbidden: false }

  const isOld = (): boolean => state.readAt === null || (state.entries.length > 0 && Math.abs(now() - state.readAt) > longestAge)

  /** Null: the record was read. */
  const readAnew = async (): Promise<AdapterError | null> => {
    const began = now()
    state.readAt = began
    const answer = await read()
    if (E.isRight(answer)) state.entries = answer.right
    else if (answer.left._tag !== 'Forbidden') {
      state.readAt = null
      return answer.left
    } else {
      if (!state.isForbidden) onForbidden(answer.left.message)
      state.isForbidden = true
      state.entries = []
    }
    return null
  }

  const upToDate = async (): Promise<AdapterError | null> => {
    while (isOld() || state.reading !== null) {
      state.reading ??= readAnew().finally(() => {
        state.reading = null
      })
      const error = await state.reading
      if (error !== null) return error
    }
    return null
  }

  return {
    of: async asked => {
      const error = await upToDate()
      return error === null ? E.right(quarantineOf(state.entries, asked, now(), pauses)) : E.left(error)
    },
    doubt: () => {
      state.readAt = null
    },
  }
}
