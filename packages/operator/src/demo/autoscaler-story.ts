import * as E from 'fp-ts/lib/Either.js'
import type { JsonObject, Millis } from '@flink-operator/core'
import { type FlinkCluster, textAt, withArrival, withAt } from '@flink-operator/sandbox'
import type { Claim } from './account.ts'
import { awaitResource, isStable } from './awaited.ts'
import { type LoadMoment, loadMoment } from './load-record.ts'
import { send, type Stage } from './story.ts'

/** The bottleneck vertex of the sandbox's job. */
const work = 'b'.repeat(32)
/** Records per second: within one subtask's capacity, four times as much, then as at first. */
const [calm, busy]: readonly [number, number] = [80, 400]

/** Seconds instead of a real job's minutes, so that the demo does not take a quarter of an hour. */
const shortTimes: Readonly<Record<string, string>> = {
  'job.autoscaler.enabled': 'true',
  'job.autoscaler.stabilization.interval': '2 s',
  'job.autoscaler.metrics.window': '6 s',
  'job.autoscaler.scale-down.interval': '6 s',
  'job.autoscaler.restart.time': '2 s',
  'job.autoscaler.catch-up.duration': '15 s',
  'job.autoscaler.backlog-processing.lag-threshold': '2 s',
  'jobmanager.scheduler': 'Adaptive',
  'execution.checkpointing.interval': '5 s',
}

/** The autoscaler takes a sample in each reconcile. */
export const autoscalerConfiguration = 'kubernetes.operator.reconcile.interval: 1 s\n'

/** The example with the autoscaler on, and one subtask at the start. */
const scaledExample = (example: JsonObject): JsonObject =>
  Object.entries(shortTimes).reduce<JsonObject>(
    (sofar, [key, value]) => withAt(sofar, ['spec', 'flinkConfiguration', key], value),
    withAt(withAt(example, ['metadata', 'name'], 'scaled'), ['spec', 'job', 'parallelism'], 1),
  )

const patience: Millis = 120_000
const pause: Millis = 500

const subtasks = ({ parallelism }: LoadMoment): number | null => parallelism?.[work] ?? null

const numberText = (value: number): string => value.toLocaleString('en-US')

/** One line of the table that the demo prints while it runs. */
const momentText = (moment: LoadMoment, began: LoadMoment['at']): string => {
  const width = subtasks(moment)
  const seconds = `${String(Math.round((moment.at - began) / 1000)).padStart(4)} s`
  return `  ${seconds}   ${`${moment.arriving}/s`.padStart(7)}   ${(width === null ? 'restarts' : `${width}`).padStart(8)}   ${
    numberText(moment.lag).padStart(7)
  }`
}

export const momentHead = '    time   arrives   subtasks       lag'

interface Watch {
  readonly stage: Stage
  readonly flink: FlinkCluster
  readonly print: (line: string) => void
  readonly moments: LoadMoment[]
}

/** True if the moment gets a line: one in three seconds, and every change. */
const isReported = (moment: LoadMoment, before: LoadMoment | undefined, reported: LoadMoment | undefined): boolean =>
  before === undefined || subtasks(before) !== subtasks(moment) || reported === undefined || moment.at - reported.at >= 3_000

/** Waits for the wanted state; false: not reached in time. */
const watchUntil = async (watch: Watch, isWanted: (moment: LoadMoment) => boolean, atLeast: Millis = 0): Promise<boolean> => {
  const { stage: { sandbox }, flink, print, moments } = watch
  const from = Date.now()
  const reported: { last: LoadMoment | undefined } = { last: undefined }
  for (;;) {
    sandbox.flink.refresh(flink)
    const moment = loadMoment(flink, Date.now())
    const before = moments.at(-1)
    moments.push(moment)
    if (isReported(moment, before, reported.last)) {
      print(momentText(moment, moments[0]?.at ?? moment.at))
      reported.last = moment
    }
    if (moment.at - from >= atLeast && isWanted(moment)) return true
    if (moment.at - from > patience) return false
    await new Promise(resolve => setTimeout(resolve, pause))
  }
}

/** Left: what did not happen. */
export type LoadStory = E.Either<string, { readonly moments: readonly LoadMoment[]; readonly claims: readonly Claim[] }>

const claimsOf = ({ flink, moments }: Watch): readonly Claim[] => {
  const widths = moments.flatMap(it => subtasks(it) ?? [])
  const widest = widths.reduce((most, it) => Math.max(most, it), 0)
  const most = moments.reduce((sum, { lag }) => Math.max(sum, lag), 0)
  const last = moments.at(-1)
  return [
    { what: `with ${busy} records a second the vertex got ${widest} subtasks in the place of ${widths[0] ?? 0}`, holds: widest >= 5 },
    { what: `lag rose to ${numberText(most)} records, and fell to ${last?.lag ?? 0}`, holds: most > 0 && last?.lag === 0 },
    { what: `with ${calm} again it has ${widths.at(-1) ?? 0}`, holds: (widths.at(-1) ?? widest) < widest },
    {
      what: `it never went back behind its newest checkpoint: ${numberText(last?.counted ?? 0)} records counted, ${
        numberText(last?.saved ?? 0)
      } saved`,
      holds: (last?.saved ?? 0) > 0
        && moments.every(({ counted }, index) => counted === null || counted >= (moments[index - 1]?.saved ?? 0)),
    },
    { what: `jobs that ever ran at once: ${flink.mostAlive}`, holds: flink.mostAlive === 1 },
  ]
}

/**
 * The story of a load: it rises, the autoscaler scales the job up, the job works off its lag, and is scaled down when the load
 * falls.
 */
export const tellLoadStory = async (
  stage: Stage,
  example: JsonObject,
  print: (line: string) => void,
  step: (line: string) => void,
): Promise<LoadStory> => {
  const { sandbox } = stage
  const resource = { namespace: 'default', name: 'scaled' }
  step(`1. The operator starts, and a job with the autoscaler on is applied. Its options are short, for this demo:`)
  for (const [key, value] of Object.entries(shortTimes)) print(`     ${key}: ${value}`)
  stage.startOperator()
  const made = scaledExample(example)
  const created = await send(`${sandbox.url}/apis/flink.apache.org/v1beta1/namespaces/default/flinkdeployments`, 'POST', made)
  if (E.isLeft(created)) return E.left(`the job was refused: ${created.left}`)
  if (await awaitResource(sandbox, resource, isStable(1), patience) === null)
    return E.left(`${textAt(made, 'metadata', 'name')} did not become STABLE within ${patience / 1000} s`)
  const flink = sandbox.flink.find(resource.namespace, resource.name)
  if (flink === undefined) return E.left('there is no Flink cluster')
  const watch: Watch = { stage, flink, print, moments: [] }
  const arrive = (perSecond: number): void => sandbox.flink.change(flink, world => withArrival(world, perSecond))

  step(`2. ${calm} records a second arrive. One subtask can do 100: all is well`)
  print(momentHead)
  arrive(calm)
  await watchUntil(watch, () => true, 10_000)

  step(`3. ${busy} records a second arrive: the job is scaled up, and works off what waits`)
  print(momentHead)
  arrive(busy)
  if (!await watchUntil(watch, it => (subtasks(it) ?? 0) >= 5 && it.lag === 0)) return E.left('the job did not follow the load')

  step(`4. ${calm} again: after some seconds in which less would do, the job is scaled down`)
  print(momentHead)
  arrive(calm)
  const widest = watch.moments.reduce((most, it) => Math.max(most, subtasks(it) ?? 0), 0)
  if (!await watchUntil(watch, it => (subtasks(it) ?? widest) < widest / 2 && it.lag === 0)) return E.left('the job was not scaled down')
  return E.right({ moments: watch.moments, claims: claimsOf(watch) })
}
