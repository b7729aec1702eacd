import { closeSync, openSync, writeSync } from 'node:fs'
import type { CrdKind } from '@flink-operator/core/codec'
import * as E from 'fp-ts/lib/Either.js'
import type { RoundReport } from '../round.ts'
import { withoutSecrets } from './hide-secrets.ts'

export interface Recorder {
  readonly record: (kind: CrdKind, report: RoundReport) => void
  readonly close: () => void
}

/** One line of a recording: what went into the decision, and what came out; without secrets. Null: nothing was decided. */
export const recordingLine = (kind: CrdKind, { decided, facts }: Pick<RoundReport, 'decided' | 'facts'>): string | null => {
  if (decided === null) return null
  return withoutSecrets({ version: 1, kind, facts, ...decided })
}

/** Appends each round to a file that only its owner may read. Left: why the file can't be written. */
export const createRecorder = (path: string): E.Either<string, Recorder> =>
  E.tryCatch(
    () => {
      const file = openSync(path, 'a', 0o600)
      return {
        record: (kind, report) => {
          const line = recordingLine(kind, report)
          if (line !== null) writeSync(file, `${line}\n`)
        },
        close: () => closeSync(file),
      }
    },
    error => `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
  )
