import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { kinds, type KindName } from '@flink-operator/kinds'
import { selfSigned } from '../../packages/operator/test/certificate.ts'
import {
  bracketSpecs,
  filledSpecs,
  type HostileSpec,
  largeSpecs,
  metadataSpecs,
  oddSpecs,
  pumpedSpecs,
} from '../../test/hostile/hostile-spec.ts'
import { deployment, type Edited, freePort, middle, peakMiB, startVictim, type Victim, type VictimOptions } from '../victim.ts'
import { watchedLoop } from './watched-loop.ts'

const edits = 5
const specsAnEdit = 40
const answerBytes = 1_000_000

const pathOf = (kind: KindName): string => {
  const { group, version, plural } = kinds[kind].type
  return `/apis/${group}/${version}/namespaces/flink/${plural}`
}

/** Every so many of them: those of one field, and of one pump, are neighbours. */
const someOf = (specs: readonly HostileSpec[], count: number): readonly HostileSpec[] => {
  const step = Math.max(1, Math.floor(specs.length / count))
  return specs.filter((_, at) => at % step === 0).slice(0, count)
}

/** The corpus of `npm test`, and what is as long as a resource may be. */
const corpus = (): readonly HostileSpec[] => [
  ...someOf(bracketSpecs(150_000), 40),
  ...someOf(pumpedSpecs(64_000, 3), 60),
  ...someOf(largeSpecs(5_000), 40),
  ...someOf(filledSpecs(5_000), 30),
  ...someOf(oddSpecs(), 20),
  ...someOf(metadataSpecs(5_000), 10),
]

interface Beside {
  /** What there is to tell of it at the end. */
  readonly reported: () => Promise<Record<string, unknown>>
  /** Before each edit. */
  readonly more?: (edit: number) => Promise<void>
  readonly stop?: () => unknown
}

/** A tenant's job is edited alone, and then beside what `begin` begins. */
const measured = async (
  options: VictimOptions,
  begin: (victim: Victim) => Promise<Beside>,
): Promise<Record<string, unknown>> => {
  const loop = watchedLoop()
  const victim = await startVictim({ ...options, environment: loop.environment })
  try {
    const alone: Edited[] = []
    for (let edit = 0; edit < edits; edit += 1) alone.push(await victim.edited())
    const began = Date.now()
    const { reported, more, stop } = await begin(victim)
    const times: Edited[] = []
    for (let edit = 0; edit < edits; edit += 1) {
      await more?.(edit)
      times.push(await victim.edited())
    }
    const result = {
      ...loop.since(began),
      peakMiB: peakMiB(victim.operator),
      editMillisAlone: middle(alone.map(({ millis }) => millis)),
      editMillis: middle(times.map(({ millis }) => millis)),
      longestEditMillis: Math.round(Math.max(...times.map(({ millis }) => millis))),
      editAtWorkMillisAlone: middle(alone.map(({ atWork }) => atWork)),
      editAtWorkMillis: middle(times.map(({ atWork }) => atWork)),
      ...await reported(),
    }
    stop?.()
    return result
  } finally {
    await victim.close()
  }
}

/** Before each edit a part of the corpus is created. */
const specs = async ({ call }: Victim): Promise<Beside> => {
  const left = [...corpus()].map((spec, at) => ({ spec, at })).toSorted((a, b) => (a.at * 7_919) % 1_009 - (b.at * 7_919) % 1_009)
  let [created, refused] = [0, 0]
  return {
    more: async () => {
      for (const { spec, at } of left.splice(0, specsAnEdit)) {
        const resource = spec.made()
        const metadata = { ...resource['metadata'] as object, name: `h-${at}`, namespace: 'flink' }
        await call('POST', pathOf(spec.kind), { ...resource, metadata }).then(() => created += 1, () => refused += 1)
      }
    },
    reported: () => Promise.resolve({ created, refusedByTheSchema: refused }),
  }
}

const workerOf = (file: string, workerData: object): Worker => new Worker(join(import.meta.dirname, file), { workerData })
const reportsOf = <A>(worker: Worker): Promise<A> => new Promise(resolve => worker.once('message', resolve))

/** As many clusters as there are kinds of hostile answers; each is asked every five seconds. */
const answers = async (): Promise<Record<string, unknown>> => {
  let worker!: Worker
  let clusters = 0
  return measured({
    configuration: ['kubernetes.operator.reconcile.interval: 5 s'],
    flink: async flink => {
      worker = workerOf('hostile-flink.ts', { flink, bytes: answerBytes })
      const { port, kinds: many } = await reportsOf<{ readonly port: number; readonly kinds: number }>(worker)
      clusters = many
      return `http://127.0.0.1:${port}`
    },
  }, async ({ call }) => {
    for (let n = 0; n < clusters; n += 1) await call('POST', pathOf('FlinkDeployment'), deployment('flink', `h-${n}`, 1))
    const sent = async (): Promise<number> => {
      worker.postMessage('how many?')
      return (await reportsOf<{ readonly sent: number }>(worker)).sent
    }
    return {
      // each was heard a few times before the last edit
      more: async edit => {
        while (await sent() < clusters * (edit + 1))
          await new Promise(resolve => {
            setTimeout(resolve, 100)
          })
      },
      reported: async () => ({ clusters, answers: await sent() }),
      stop: () => worker.terminate(),
    }
  })
}

/** The webhook in the operator's own process, the worst place for it: in the chart it is a Deployment of its own. */
const reviews = async (): Promise<Record<string, unknown>> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const { cert, key } = await selfSigned('bench')
  writeFileSync(join(folder, 'tls.crt'), cert)
  writeFileSync(join(folder, 'tls.key'), key)
  const port = await freePort()
  return measured({
    configuration: [
      'kubernetes.operator.webhook.enabled: true',
      `kubernetes.operator.webhook.port: ${port}`,
      `kubernetes.operator.webhook.certificates: ${folder}`,
    ],
  }, () => {
    const worker = workerOf('hostile-reviewers.ts', { port })
    return Promise.resolve({
      reported: async () => {
        worker.postMessage('how many?')
        return { reviews: (await reportsOf<{ readonly answered: number }>(worker)).answered }
      },
      stop: () => worker.terminate(),
    })
  })
}

/**
 * What people with ill intent send, by turns: specs, answers of Flink, reviews at the webhook in the operator's process. How long the loop
 * pauses, how much memory it takes, and how long another tenant's edit waits meanwhile.
 */
export const hostile = async (): Promise<Record<string, unknown>> => {
  const only = process.env['BENCH_HOSTILE']?.split(',')
  const all = { specs: () => measured({}, specs), answers, reviews }
  const result: Record<string, unknown> = {}
  for (const [name, run] of Object.entries(all)) {
    if (only !== undefined && !only.includes(name)) continue
    result[name] = JSON.stringify(await run())
  }
  return result
}
