import type { Fact, JsonObject, Query } from '@flink-operator/core'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { createCrashSwitch } from '../packages/operator/src/effect/crash-switch.ts'
import { type RoundOptions, type RoundReport, runRound } from '../packages/operator/src/round.ts'
import { roundSpan } from '../packages/operator/src/tracing/round-spans.ts'
import { startTracing } from '../packages/operator/src/tracing/start-tracing.ts'
import { createTracing } from '../packages/operator/src/tracing/tracer.ts'
import { benchEnv, steadyFacts, steadyResource } from './steady-resource.ts'

type Reported = (report: RoundReport) => void

const now = 1_767_300_000_000
const key = { namespace: 'default', name: 'app' }
const facts = steadyFacts('app', now)

/** One look, one decision, nothing to do: the round that is made again and again. */
const options: RoundOptions = {
  kind: flinkDeploymentKind,
  now: () => now,
  answer: ({ _tag }: Query): Promise<Fact<unknown>> =>
    _tag === 'GetJobsOverview' && facts.jobs !== undefined ? Promise.resolve(facts.jobs)
      : Promise.reject(new Error(`a steady job is not asked for ${_tag}`)),
  executor: {
    now: () => now,
    perform: ({ _tag }) => Promise.reject(new Error(`a steady job is left alone: ${_tag}`)),
    render: () => {
      throw new Error('a steady job is left alone')
    },
    crashSwitch: createCrashSwitch(null, () => undefined),
    timeoutOf: () => 1_000,
  },
  envAt: (at, consecutiveFailures) => ({ ...benchEnv(at), consecutiveFailures }),
  initialFacts: () => (facts.deployment === undefined ? {} : { deployment: facts.deployment }),
  queryTimeout: () => 1_000,
  limit: 60_000,
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

/** A resource whose status is what its own operator wrote: nothing is left to write. */
const settled = (): JsonObject => {
  const resource = steadyResource('app') as JsonObject
  const env = benchEnv(now)
  const decoded = flinkDeploymentKind.decode(resource)
  if (decoded._tag === 'Left') throw new Error(JSON.stringify(decoded.left))
  const { meta, status } = decoded.right
  const desired = flinkDeploymentKind.validate(decoded.right, env)
  const [first] = flinkDeploymentKind.reconcile(desired, flinkDeploymentKind.observe(desired, { meta, status }, facts, env), env)
  return first?._tag === 'PersistStatus' ? { ...resource, status: flinkDeploymentKind.encodeStatus(first.status, null) } : resource
}

const rounds = 200
const blocks = 15

/** CPU time of the process, which others on the machine have no part in; with what the rounds put off. */
const timed = async (resource: JsonObject, reported: Reported): Promise<number> => {
  const before = process.cpuUsage()
  for (let i = 0; i < rounds; i++) reported(await runRound(options, { resource, source: 'cache' }, 0))
  await new Promise(resolve => setTimeout(resolve, 20))
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/**
 * What tracing costs a round: the same rounds without a line of it, with it off, and with it on and an exporter that drops what it gets.
 * They take turns, so that the noise of the machine meets all of them alike; each ratio is of neighbours.
 */
export const tracing = async (): Promise<Record<string, unknown>> => {
  const off = await startTracing({})
  if (off._tag === 'Left') throw new Error(off.left)
  const dropped = { spans: 0 }
  const on = await createTracing({ exporter: 'otlp', protocol: 'http/protobuf', serviceName: 'bench', ratio: 1 }, {
    export: (spans, done) => {
      dropped.spans += spans.length
      // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- SUCCESS, of a package that is not ours to depend on
      done({ code: 0 })
    },
    shutdown: () => Promise.resolve(),
  })
  const reported: Readonly<Record<'without' | 'off' | 'on', Reported>> = {
    without: () => undefined,
    off: report => off.right?.round('FlinkDeployment', key, report),
    on: report => on.round(roundSpan('FlinkDeployment', key, report)),
  }
  const resource = settled()
  for (let i = 0; i < 5; i++) for (const it of Object.values(reported)) await timed(resource, it)
  const taken: Record<keyof typeof reported, number[]> = { without: [], off: [], on: [] }
  for (let block = 0; block < blocks; block++)
    for (const name of ['without', 'off', 'on'] as const) taken[name].push(await timed(resource, reported[name]))
  await on.stop()
  const ratios = (of: readonly number[]): readonly number[] => of.map((micros, block) => micros / (taken.without[block] ?? Number.NaN))
  return {
    microsWithout: rounded(median(taken.without) / rounds),
    microsOff: rounded(median(taken.off) / rounds),
    microsOn: rounded(median(taken.on) / rounds),
    offToWithout: rounded(median(ratios(taken.off))),
    onToWithout: rounded(median(ratios(taken.on))),
    spans: dropped.spans,
  }
}
