import type { JsonObject } from '@flink-operator/core'
import { defaultProfile } from '@flink-operator/core/autoscaler'
import { autoscalerKey, autoscalerKeys, type PlannedOptions, plannedOptions } from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'
import { didYouMean } from '../plan/input/did-you-mean.ts'
import { documentsOf } from './load-documents.ts'

/** One configuration to simulate. */
export interface Wanted {
  readonly name: string
  readonly options: PlannedOptions
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

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

/** `spec.flinkConfiguration` of a resource, or a map of options. */
const configurationIn = (file: string): E.Either<string, JsonObject> => {
  const read = documentsOf(file)
  if (E.isLeft(read)) return read
  const [first, ...others] = read.right
  if (first === undefined || others.length > 0) return E.left(`${file} has ${read.right.length} documents: expected one`)
  if (!isObject(first.json)) return E.left(`${file} is no map of options and no resource`)
  const { kind, spec } = first.json
  if (kind === undefined) return E.right(first.json)
  if (kind !== 'FlinkDeployment' && kind !== 'FlinkSessionJob')
    return E.left(`${file} is of kind ${JSON.stringify(kind)}: expected a FlinkDeployment, a FlinkSessionJob or a map of options`)
  const configuration = isObject(spec) ? spec['flinkConfiguration'] ?? {} : {}
  return isObject(configuration) ? E.right(configuration) : E.left(`${file}: spec.flinkConfiguration is no map`)
}

export interface OptionFlags {
  readonly options?: string
  readonly set: readonly string[]
  readonly compare: readonly string[]
}

/** The configurations to simulate: that of the flags and, with `--compare`, the same with those options. */
export const wantedOptions = (flags: OptionFlags): E.Either<string, readonly Wanted[]> => {
  const base = flags.options === undefined ? E.right<string, JsonObject>({}) : configurationIn(flags.options)
  if (E.isLeft(base)) return base
  const set = settings('--set', flags.set)
  if (E.isLeft(set)) return set
  const compared = settings('--compare', flags.compare)
  if (E.isLeft(compared)) return compared
  const first = { name: 'as configured', options: plannedOptions(base.right, set.right, defaultProfile) }
  if (flags.compare.length === 0) return E.right([first])
  const second = plannedOptions(base.right, { ...set.right, ...compared.right }, defaultProfile)
  return E.right([first, { name: flags.compare.join(', '), options: second }])
}
