import { closeSync, openSync, writeSync } from 'node:fs'
import type { SensitiveNames } from '@flink-operator/core/redaction'
import type { KindName } from '@flink-operator/kinds'
import type { RecordedLine, RecordedRound } from '@flink-operator/core/explain'
import * as E from 'fp-ts/lib/Either.js'
import type { RoundReport } from '../round.ts'
import { secretHider, withoutSecrets } from './hide-secrets.ts'

export interface Recorder {
  readonly record: (kind: KindName, report: RoundReport) => void
  /** Records an event between rounds before the operator waits for it, so that a killed process has recorded it. */
  readonly write: (line: RecordedLine) => void
  readonly close: () => void
}

const roundOf = (kind: KindName, { decided, facts }: Pick<RoundReport, 'decided' | 'facts'>): RecordedRound | null =>
  decided === null ? null : { version: 1, kind, facts, ...decided }

/** One line of a recording: inputs and result of a decision, without secrets. Null: the round made no decision. */
export const recordingLine = (kind: KindName, report: Pick<RoundReport, 'decided' | 'facts'>): string | null => {
  const round = roundOf(kind, report)
  return round === null ? null : withoutSecrets(round)
}

/**
 * Appends to a file that only its owner may read. `names`: further names whose values are secrets. Left: why the file can't be
 * written.
 */
export const createRecorder = (path: string, names: SensitiveNames = []): E.Either<string, Recorder> =>
  E.tryCatch(
    () => {
      const file = openSync(path, 'a', 0o600)
      const hider = secretHider(names)
      return {
        record: (kind, report) => {
          const round = roundOf(kind, report)
          if (round !== null) writeSync(file, `${hider.round(round)}\n`)
        },
        write: line => {
          writeSync(file, `${hider.line(line)}\n`)
        },
        close: () => closeSync(file),
      }
    },
    error => `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
  )
