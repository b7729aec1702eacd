import { eventually } from '../harness/eventually.ts'
import { adaptive, type AutoscaledJob, deployAutoscaled, scaled } from './autoscaled-job.ts'
import { keepsRunning } from './keeps-running.ts'
import { deletion } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** One decision, up to four subtasks: a later one would measure the memory anew. */
const memoryTuning = {
  ...adaptive,
  'job.autoscaler.memory.tuning.enabled': 'true',
  'job.autoscaler.vertex.max-parallelism': '4',
  'job.autoscaler.scale-down.interval': '1 h',
}

const memoryOf = async ({ application }: AutoscaledJob): Promise<readonly string[]> =>
  (await application.pods()).filter(pod => pod.metadata.labels.component === 'taskmanager' && pod.metadata.deletionTimestamp === undefined)
    .map(pod => pod.spec.containers.find((it: { name: string }) => it.name === 'flink-main-container').resources.requests.memory as string)

/** A scaling, with which the memory is set from what was measured: one restart for both, and none after it. */
const tuned = async (stage: Stage, job: AutoscaledJob): Promise<Evidence> => {
  const [before] = await memoryOf(job)
  const { text } = await scaled(stage, job, { load: 100, isEnough: it => it >= 3, inPlace: false })
  const { memory: { 'taskmanager.memory.process.size': decided = '' } } = await job.stored()
  // Flink asks Kubernetes for whole mebibytes
  const wanted = `${Math.floor(Number.parseInt(decided, 10) / 2 ** 20)}Mi`
  const after = await eventually('all TaskManagers have the new memory', {
    within: 60_000,
    describe: async () => `${(await memoryOf(job)).join()}, wanted ${wanted}`,
  }, async () => {
    const all = await memoryOf(job)
    return all.length > 0 && all.every(it => it === wanted) ? all : null
  })
  expect(before !== undefined && before !== after[0], `the memory is ${before ?? 'unknown'} as before`)
  const restarts = job.restarts()
  // some cycles more, whose window is full: what they recommend is no reason to restart
  await keepsRunning(job.application, 60_000)
  expect(job.restarts() === restarts, `it restarted ${job.restarts() - restarts} times more`)
  return { text: `${text}; TaskManagers ${before ?? ''} → ${wanted} (${decided}); nothing restarted in the next 60 s` }
}

/** Memory tuning: a running job gets other TaskManagers once, by an upgrade; Flink 2 ignores the parallelism that an upgrade sets (W44). */
export const autoscalerMemory: Story = {
  name: 'autoscaler-memory',
  short: [],
  versions: ['1.20'],
  tell: async stage => {
    await stage.operate()
    let job!: AutoscaledJob
    await stage.step('deploy', async () => {
      const deployed = await deployAutoscaled(stage, memoryTuning, 25)
      job = deployed.job
      return deployed.evidence
    })
    await stage.step('memory from what was measured, with a scaling', () => tuned(stage, job))
    await stage.step('delete', () => deletion(job.application))
  },
}
