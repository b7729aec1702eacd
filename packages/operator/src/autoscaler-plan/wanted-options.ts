import type { JsonObject } from '@flink-operator/core'
import { configurationIn, type GivenOptions, type Wanted, wantedOf } from '@flink-operator/planner/autoscaler-plan'
import { autoscalerKey, autoscalerKeys } from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'
import { didYouMean } from '../plan/input/did-you-mean.ts'
import { documentsOf } from './load-documents.ts'

const settingOf = (flag: string, text: string): E.Either<string, readonly [string, string]> => {
  const at = text.indexOf('=')
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at < 1) return E.left(`${flag} ${text}: expected KEY=VALUE`)
  const key = autoscalerKey(name)
  const short = autoscalerKeys.map(it => it.replace(/^job\.autoscaler\./, ''))
  return key === null ? E.left(`${flag} ${name}: there is no such option of the autoscaler${didYouMean(name, short)}`)
    : E.right([key, value])
}

const settings = (flag: string, texts: readonly string[]): E.Either<string, Readonly<Record<string, string>>> => {
  const found: (readonly [string, string])[] = []
  for (const text of texts) {
    const read = settingOf(flag, text)
    if (E.isLeft(read)) return read
    found.push(read.right)
  }
  return E.right(Object.fromEntries(found))
}

const configurationOf = (file: string | undefined): E.Either<string, JsonObject> => {
  if (file === undefined) return E.right({})
  const documents = documentsOf(file)
  if (E.isLeft(documents)) return documents
  return E.map(({ configuration }: GivenOptions) => configuration)(configurationIn(file, documents.right))
}

export interface OptionFlags {
  readonly options?: string
  readonly set: readonly string[]
  readonly compare: readonly string[]
}

/** The configurations to simulate: that of the flags and, with `--compare`, the same with those options. */
export const wantedOptions = (flags: OptionFlags): E.Either<string, readonly Wanted[]> => {
  const base = configurationOf(flags.options)
  if (E.isLeft(base)) return base
  const set = settings('--set', flags.set)
  if (E.isLeft(set)) return set
  const compared = settings('--compare', flags.compare)
  if (E.isLeft(compared)) return compared
  const first = wantedOf('as configured', base.right, set.right)
  if (flags.compare.length === 0) return E.right([first])
  return E.right([first, wantedOf(flags.compare.join(', '), base.right, { ...set.right, ...compared.right })])
}
