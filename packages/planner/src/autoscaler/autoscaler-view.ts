import { cyclesOf, readLoad, type RecordedLoad } from '@flink-operator/core/autoscaler'
import * as E from 'fp-ts/lib/Either.js'
import {
  configurationIn,
  documentsIn,
  findingsOf,
  type GivenOptions,
  type Happening,
  happenings,
  oneDigitText,
  type Played,
  playedWith,
  sumTexts,
  timesOf,
  type Wanted,
  wantedOf,
} from '../autoscaler-plan/index.ts'

/** What a user has entered, as text. */
export interface AutoscalerTexts {
  readonly load: string
  readonly options: string
  /** Empty: no second configuration. */
  readonly compare: string
  readonly interval: string
  readonly restart: string
}

/** The field in which a mistake is. */
export type AutoscalerField = keyof AutoscalerTexts

/** The names of the fields in labels and messages. */
export const fieldNames: Readonly<Record<AutoscalerField, string>> = {
  load: 'The load',
  options: 'Options',
  compare: 'Options to compare',
  interval: 'Time between cycles',
  restart: 'Duration of a restart',
}

/** Characters that a text may have: a longer YAML document blocks the page for many seconds. */
export const longestText = 2 * 1024 * 1024

/** Cycles times vertices times configurations that the page plays: a few seconds. */
export const mostWork = 60_000

/** Rows that the page shows of a configuration. */
export const mostHappenings = 200

export interface AutoscalerProblem {
  readonly in: AutoscalerField
  readonly text: string
}

/** One configuration as it is shown. */
export interface PlayedView {
  readonly name: string
  readonly happenings: readonly Happening[]
  /** Rows that are not shown. */
  readonly left: number
}

/** What is shown of a load that was played. */
export interface AutoscalerView {
  readonly notes: readonly string[]
  readonly advice: readonly string[]
  readonly played: readonly Played[]
  readonly plans: readonly PlayedView[]
  readonly sums: readonly { readonly name: string; readonly texts: readonly string[] }[]
  /** The result in one sentence. */
  readonly summary: string
}

type Read<A> = E.Either<AutoscalerProblem, A>

const problem = (field: AutoscalerField, text: string): E.Either<AutoscalerProblem, never> => E.left({ in: field, text })

const within = <A>(field: AutoscalerField, read: E.Either<string, A>): Read<A> => E.mapLeft((text: string) => ({ in: field, text }))(read)

/** Why a text of this length is not read, also one of files that are not read yet; null: it is read. */
export const tooLong = (field: AutoscalerField, length: number): string | null =>
  length <= longestText ? null
    : `${fieldNames[field]} has ${length.toLocaleString('en-US')} characters, and the page reads at most ${
      longestText.toLocaleString('en-US')
    }: take a part of it, or use flink-operator autoscaler plan`

const documents = (field: 'load' | 'options' | 'compare', text: string) => {
  const refused = tooLong(field, text.length)
  return refused === null ? within(field, documentsIn(fieldNames[field], text)) : problem(field, refused)
}

const noOptions: GivenOptions = { configuration: {}, isWhole: false }

const optionsIn = (field: 'options' | 'compare', text: string): Read<GivenOptions> => {
  if (text.trim() === '') return E.right(noOptions)
  const read = documents(field, text)
  return E.isLeft(read) ? read : within(field, configurationIn(fieldNames[field], read.right))
}

const loadIn = (text: string): Read<RecordedLoad> => {
  const read = documents('load', text)
  return E.isLeft(read) ? read : within('load', readLoad(read.right))
}

/** A map of options goes over the first configuration, as `--compare` does; a resource replaces it. */
const wantedIn = ({ options, compare }: AutoscalerTexts): Read<readonly Wanted[]> => {
  const base = optionsIn('options', options)
  if (E.isLeft(base)) return base
  const first = wantedOf('as configured', base.right.configuration, {})
  const [wrong] = findingsOf([first]).errors
  if (wrong !== undefined) return problem('options', wrong)
  if (compare.trim() === '') return E.right([first])
  const other = optionsIn('compare', compare)
  if (E.isLeft(other)) return other
  const { configuration, isWhole } = other.right
  const second = wantedOf('to compare', isWhole ? configuration : { ...base.right.configuration, ...configuration }, {})
  const [alsoWrong] = findingsOf([second]).errors
  return alsoWrong === undefined ? E.right([first, second]) : problem('compare', alsoWrong)
}

const tooMuch = ({ job, load }: RecordedLoad, configurations: number, interval: number): string | null => {
  const cycles = cyclesOf(load, interval)
  const work = cycles * job.vertices.length * configurations
  return work <= mostWork ? null
    : `The plan takes ${work.toLocaleString('en-US')} steps (${cycles} cycles, ${job.vertices.length} vertices, ${configurations} ${
      configurations === 1 ? 'configuration' : 'configurations'
    }), and the page plays at most ${
      mostWork.toLocaleString('en-US')
    }: take a longer interval or a part of the load, or use flink-operator autoscaler plan`
}

const difference = (from: number, to: number): string => `${to >= from ? '+' : '−'}${oneDigitText(Math.abs(to - from))}`

const summaryOf = ([first, second]: readonly Played[]): string => {
  if (first === undefined) return ''
  const [restarts, slotHours, , delay] = sumTexts(first)
  const one = `${first.name}: restarts: ${restarts}, slot hours: ${slotHours}, longest delay: ${delay}.`
  if (second === undefined) return `A${one.slice(1)}`
  const { result: a } = first
  const { result: b } = second
  return `A${one.slice(1)} With the options to compare: restarts ${difference(a.restarts, b.restarts)}, slot hours ${
    difference(a.slotHours, b.slotHours)
  }, longest delay ${sumTexts(second)[3] ?? ''}.`
}

/** Plays what was entered. Null: nothing was entered. Left: the first mistake. */
export const autoscalerView = (texts: AutoscalerTexts): E.Either<AutoscalerProblem, AutoscalerView> | null => {
  if (texts.load.trim() === '') return null
  const times = timesOf(texts, { interval: fieldNames.interval, restart: fieldNames.restart })
  if (E.isLeft(times)) return problem(times.left.startsWith(fieldNames.interval) ? 'interval' : 'restart', times.left)
  const load = loadIn(texts.load)
  if (E.isLeft(load)) return load
  const wanted = wantedIn(texts)
  if (E.isLeft(wanted)) return wanted
  const refused = tooMuch(load.right, wanted.right.length, times.right.interval)
  if (refused !== null) return problem('load', refused)
  const played = playedWith(load.right, wanted.right, times.right)
  if (E.isLeft(played)) return problem('load', played.left)
  return E.right({
    notes: load.right.notes,
    advice: findingsOf(wanted.right).advice,
    played: played.right,
    plans: played.right.map(({ name, result }) => {
      const all = happenings(load.right.job, result, false)
      return { name, happenings: all.slice(0, mostHappenings), left: Math.max(0, all.length - mostHappenings) }
    }),
    sums: played.right.map(it => ({ name: it.name, texts: sumTexts(it) })),
    summary: summaryOf(played.right),
  })
}
