import {
  type FileResource,
  type InputProblem,
  type PassedOver,
  type ParsedDocument,
  parseSource,
  sorted,
  type Sorted,
} from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'
import { ExitCode } from '../../exit-code.ts'
import type { Problem } from '../problem.ts'
import { didYouMean } from './did-you-mean.ts'
import { readSources } from './sources.ts'

/** The content of the files. */
export interface Input {
  readonly resources: readonly FileResource[]
  readonly passedOver: readonly PassedOver[]
  readonly problems: readonly Problem[]
}

export interface InputFlags {
  readonly recursive?: true
  readonly namespace?: string
}

const nothingIn = (paths: readonly string[]): Problem => ({
  file: paths.join(' '),
  line: null,
  column: null,
  resource: null,
  field: null,
  message: 'no resource in it',
  exitCode: ExitCode.Usage,
})

const unusable = (problem: InputProblem): Problem => ({ ...problem, exitCode: ExitCode.Usage })

/**
 * The resources in files, folders and standard input (`-`): YAML documents, JSON and Lists. An unreadable document does not hide the
 * others. Empty input, as from a broken pipe, is a problem.
 */
export const readInput = (paths: readonly string[], flags: InputFlags = {}): Input => {
  const documents = readSources(paths, flags.recursive === true).flatMap((source): readonly E.Either<InputProblem, ParsedDocument>[] =>
    E.isLeft(source) ? [source] : parseSource(source.right)
  )
  const each = documents.map((document): Sorted =>
    E.isLeft(document) ? { _tag: 'Problems', problems: [document.left] } : sorted(document.right, { ...flags, didYouMean })
  )
  return {
    resources: each.flatMap(it => (it._tag === 'Resource' ? [it.resource] : [])),
    passedOver: each.flatMap(it => (it._tag === 'PassedOver' ? [it.passedOver] : [])),
    problems: each.length === 0 ? [nothingIn(paths)] : each.flatMap(it => (it._tag === 'Problems' ? it.problems.map(unusable) : [])),
  }
}
