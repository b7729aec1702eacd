import { readFileSync } from 'node:fs'
import type { RecordedLine, RecordedRound } from '@flink-operator/core/explain'
import { type KindName, kinds } from '@flink-operator/kinds'
import type { Story } from '@flink-operator/simulation'
import * as E from 'fp-ts/lib/Either.js'

/** The content of a file to replay. */
export type Recording =
  | { readonly _tag: 'Rounds'; readonly rounds: readonly RecordedRound<KindName>[] }
  /** Counterexamples of the model checker: `verify --json`, its list `violations`, or one of them. */
  | { readonly _tag: 'Stories'; readonly stories: readonly Story[] }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isStory = (value: unknown): value is Story =>
  isObject(value) && typeof value['world'] === 'string' && typeof value['property'] === 'string' && Array.isArray(value['moves'])
  && value['moves'].every(move => Number.isInteger(move)) && Array.isArray(value['lines'])

const lines: ReadonlySet<unknown> = new Set(['Start', 'Read', 'Look', 'Begin', 'End', 'Watch'] satisfies readonly RecordedLine['line'][])

/** A line that was recorded between rounds. */
export const isLine = (value: unknown): value is RecordedLine =>
  isObject(value) && value['version'] === 1 && typeof value['at'] === 'number' && lines.has(value['line'])

export const isRound = (value: unknown): value is RecordedRound<KindName> =>
  isObject(value) && value['version'] === 1 && typeof value['kind'] === 'string' && Object.hasOwn(kinds, value['kind'])
  && isObject(value['resource']) && isObject(value['facts'])
  && isObject(value['env']) && typeof value['env']['now'] === 'number' && isObject(value['env']['options'])
  && Array.isArray(value['actions'])

const parsed = (text: string): E.Either<string, unknown> =>
  E.tryCatch(() => JSON.parse(text) as unknown, error => (error instanceof Error ? error.message : String(error)))

const storiesIn = (value: unknown): readonly Story[] | null => {
  const list = isObject(value) && Array.isArray(value['violations']) ? value['violations'] : Array.isArray(value) ? value : [value]
  return list.every(isStory) && (list.length > 0 || isObject(value)) ? list : null
}

const expected = 'expected lines of `run --record`, or the output of `verify --json`'

const roundsIn = (path: string, lines: readonly string[]): E.Either<string, Recording> => {
  const rounds: RecordedRound<KindName>[] = []
  for (const [index, line] of lines.entries()) {
    const value = parsed(line)
    if (E.isLeft(value)) return E.left(`${path}: line ${index + 1} is no JSON (${value.left}); ${expected}`)
    if (isLine(value.right)) continue
    if (!isRound(value.right)) return E.left(`${path}: line ${index + 1} is no recorded round; ${expected}`)
    rounds.push(value.right)
  }
  return E.right({ _tag: 'Rounds', rounds })
}

/** Reads a file to replay. Left: one line that says what is wrong with it. */
export const readRecording = (path: string): E.Either<string, Recording> => {
  const text = E.tryCatch(
    () => readFileSync(path, 'utf8'),
    error => (isObject(error) && error['code'] === 'ENOENT' ? 'there is no such file'
      : error instanceof Error ? error.message : String(error)),
  )
  if (E.isLeft(text)) return E.left(`${path} cannot be read: ${text.left}`)
  const lines = text.right.split('\n').filter(line => line.trim() !== '')
  if (lines.length === 0) return E.left(`${path} is empty; ${expected}`)
  const whole = parsed(text.right)
  const stories = E.isRight(whole) && !isRound(whole.right) ? storiesIn(whole.right) : null
  return stories === null ? roundsIn(path, lines) : E.right({ _tag: 'Stories', stories })
}
