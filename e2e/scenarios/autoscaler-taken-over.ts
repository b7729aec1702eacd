import { gzipSync } from 'node:zlib'
import { stringify } from 'yaml'
import { paths } from '../harness/api.ts'
import { readAutoscalerState } from '../harness/autoscaler-state.ts'
import { eventually } from '../harness/eventually.ts'
import { askFlink } from '../harness/flink-rest.ts'
import { adaptive, type AutoscaledJob, deployAutoscaled, scaled } from './autoscaled-job.ts'
import { keepsRunning } from './keeps-running.ts'
import { deletion } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const minute = 60_000

/** As Java prints an instant of its clock. */
const instant = (at: number): string => new Date(at).toISOString().replace('Z', '789456Z')

/** A long text as the reference operator stores it, with numbers as Java prints them. */
const packed = (tree: object): string => {
  const text = stringify(tree, { defaultKeyType: 'QUOTE_DOUBLE' }).replaceAll(': .inf', ': Infinity').replaceAll(': .nan', ': NaN')
  return gzipSync(`---\n${text}`).toString('base64')
}

/** A metric of an evaluation, as the reference operator writes it. */
const metric = (average: number) => ({ current: Number.NaN, average })

const reference = ['collectedMetrics', 'scalingHistory', 'scalingTracking', 'parallelismOverrides', 'configOverrides', 'delayedScaleDown']

interface Left {
  readonly history: readonly string[]
  readonly scalings: readonly string[]
  readonly samples: readonly string[]
  readonly overrides: string
}

/**
 * What the reference operator would have left of this job: two scalings of `work`, what was measured in the last half minute, and the
 * parallelism that it decided, which is the one that the job has.
 */
const leftByReference = async (stage: Stage, job: AutoscaledJob): Promise<Left> => {
  const { application } = job
  const address = await application.clusterAddress()
  const [all, parallelism] = await Promise.all([job.vertices(), job.parallelism()])
  const [source, work] = ['arrivals', 'work'].map(name => all.find(it => it.name === name)?.id ?? '')
  if (address === null || parallelism === null || source === undefined || work === undefined) throw new Error('the job does not answer')
  const now = Date.now()
  const decided = (ago: number, from: number, to: number) => ({
    [instant(now - ago)]: {
      currentParallelism: from,
      newParallelism: to,
      metrics: {
        TRUE_PROCESSING_RATE: metric(from * 49),
        EXPECTED_PROCESSING_RATE: { current: to * 49, average: Number.NaN },
        LOAD: metric(0.9),
      },
    },
  })
  const { seen } = await application.counted(0)
  const sample = (ago: number) => {
    const records = Math.max(1, seen - Math.floor((ago / 1_000) * 25))
    const [busy, counted] = [records * 20, { NUM_RECORDS_IN: records, NUM_RECORDS_OUT: records }]
    return {
      [instant(now - ago)]: {
        vertexMetrics: {
          [source]: { LOAD: 0.01, OBSERVED_TPR: Number.POSITIVE_INFINITY, LAG: 0, ...counted, ACCUMULATED_BUSY_TIME: records },
          [work]: { LOAD: 0.5, ...counted, NUM_RECORDS_OUT: 0, ACCUMULATED_BUSY_TIME: busy },
        },
        globalMetrics: { NUM_TASK_SLOTS_USED: parallelism['work'], HEAP_MAX_USAGE_RATIO: 0.2, HEAP_MEMORY_USED: 90_000_000 },
      },
    }
  }
  const [history, tracking, samples] = [
    { [work]: { ...decided(50 * minute, 2, 4), ...decided(20 * minute, 4, parallelism['work'] ?? 1) } },
    {
      scalingRecords: {
        [instant(now - 50 * minute)]: { restartDuration: 31.123456789 },
        [instant(now - 20 * minute)]: { restartDuration: 23.5 },
      },
    },
    { ...sample(25_000), ...sample(15_000), ...sample(5_000) },
  ]
  const overrides = `${source}:${parallelism['arrivals'] ?? 1},${work}:${parallelism['work'] ?? 1}`
  const path = `${paths.configMaps(stage.namespace)}/autoscaler-${application.name}`
  const { metadata, apiVersion, kind } = await application.resource()
  await stage.api.remove(path)
  await stage.api.create(paths.configMaps(stage.namespace), {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: `autoscaler-${application.name}`,
      namespace: stage.namespace,
      labels: { component: 'autoscaler', app: application.name },
      ownerReferences: [{ apiVersion, kind, name: application.name, uid: metadata.uid, controller: false, blockOwnerDeletion: false }],
    },
    data: {
      scalingHistory: packed(history),
      scalingTracking: packed(tracking),
      collectedMetrics: packed(samples),
      parallelismOverrides: overrides,
    },
  })
  return {
    history: Object.keys(history[work] ?? {}),
    scalings: Object.keys(tracking.scalingRecords),
    samples: Object.keys(samples),
    overrides,
  }
}

const holdsAll = (all: readonly string[], some: readonly string[]): boolean => some.every(it => all.includes(it))

/** Everything that the reference operator had stored is still there, and in its forms. */
const keeps = async (job: AutoscaledJob, left: Left): Promise<void> => {
  const { history, scalings, data } = await job.stored()
  const all = Object.values(history).flat()
  expect(holdsAll(all, left.history), `of the history ${left.history.join()} there is ${all.join()}`)
  expect(holdsAll(scalings, left.scalings), `of the scalings ${left.scalings.join()} there are ${scalings.join()}`)
  const foreign = Object.keys(data).filter(key => !reference.includes(key))
  expect(foreign.length === 0, `the ConfigMap has keys that the reference operator does not know: ${foreign.join()}`)
}

/** Nothing restarts, and the window goes on with the samples that there were. */
const takenOver = async (stage: Stage, job: AutoscaledJob, left: Left): Promise<Evidence> => {
  await stage.operate()
  const run = await keepsRunning(job.application, 20_000)
  const state = await eventually(
    'another sample is added',
    { within: 60_000, guard: job.application.safe },
    async () => {
      const found = await job.stored()
      return found.samples.length > left.samples.length ? found : null
    },
  )
  expect(holdsAll(state.samples, left.samples), `of the samples ${left.samples.join()} there are ${state.samples.join()}`)
  expect(state.data['parallelismOverrides'] === left.overrides, `the overrides became ${state.data['parallelismOverrides'] ?? 'none'}`)
  await keeps(job, left)
  return {
    text:
      `nothing restarted in 20 s (${run.restores} restores); ${left.history.length} scalings, overrides and ${left.samples.length} samples kept, `
      + `${state.samples.length - left.samples.length} more taken`,
  }
}

/** A ConfigMap of the reference operator in mid-history: its window, history and overrides are kept, grow, and are handed back. */
export const autoscalerTakenOver: Story = {
  name: 'autoscaler-taken-over',
  short: [],
  tell: async stage => {
    await stage.operate()
    let job!: AutoscaledJob
    let left!: Left
    await stage.step('deploy', async () => {
      // a window that still holds what was measured before the reference operator went
      const deployed = await deployAutoscaled(stage, { ...adaptive, 'job.autoscaler.metrics.window': '2 min' }, 25)
      job = deployed.job
      // what is said to be measured was measured in this run of the job
      const [address, { jobId }] = await Promise.all([job.application.clusterAddress(), job.application.counted(0)])
      const since = (await askFlink(address ?? '', `/jobs/${jobId}`)).timestamps.RUNNING as number
      await eventually('the job has run for half a minute', { within: 60_000 }, () => Promise.resolve(Date.now() > since + 30_000))
      return deployed.evidence
    })
    await stage.step('taken over in mid-history', async () => {
      await stage.calm()
      left = await leftByReference(stage, job)
      return takenOver(stage, job, left)
    })
    await stage.step('scaled: the history goes on', async () => {
      const evidence = await scaled(stage, job, { load: 100, isEnough: it => it >= 3, inPlace: true })
      await keeps(job, left)
      return evidence
    })
    await stage.step('handed back', async () => {
      const before = await job.stored()
      await stage.calm()
      const run = await keepsRunning(job.application, 15_000)
      const { data, scalings, overrides } = await job.stored()
      expect(JSON.stringify(data) === JSON.stringify(before.data), 'the ConfigMap changed although no operator ran')
      await keeps(job, left)
      const parallelism = await job.parallelism()
      const wanted = Object.values(overrides).sort().join()
      expect(
        wanted === Object.values(parallelism ?? {}).sort().join(),
        `the overrides are ${wanted}, the job has ${JSON.stringify(parallelism)}`,
      )
      return { text: `${scalings.length} scalings, overrides ${wanted} as the job runs; job ${run.jobId} runs on` }
    })
    await stage.step('an unreadable part costs only that part', async () => {
      const path = `${paths.configMaps(stage.namespace)}/autoscaler-${job.application.name}`
      await stage.api.mergePatch(path, { data: { scalingHistory: 'no yaml: [' } })
      await stage.operate()
      const run = await keepsRunning(job.application, 20_000)
      const { data } = await job.stored()
      expect(
        readAutoscalerState({ parallelismOverrides: data['parallelismOverrides'] ?? '' }).overrides !== undefined,
        'the overrides are gone',
      )
      expect((data['parallelismOverrides'] ?? '') !== '', 'the overrides are gone')
      return { text: `job ${run.jobId} runs on with ${data['parallelismOverrides'] ?? ''}` }
    })
    await stage.step('delete', () => deletion(job.application))
  },
}
