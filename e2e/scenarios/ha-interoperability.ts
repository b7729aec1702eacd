import { type StoredFile, writePointer } from '@flink-operator/core/high-availability'
import { configMapDriver } from '@flink-operator/k8s-adapter'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { dataOf } from './ha-plan.ts'
import { isThere, keptBy, moved, oursReadsFlinks, scaleJobManager } from './interoperable-store.ts'
import { proveCarried } from './state-carried.ts'
import { firstDeployment } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** While no JobManager runs, all files of its pointers move, and ours writes the pointers: the next one goes on from them. */
const flinkReadsOurs = async (stage: Stage, application: Application): Promise<Evidence> => {
  const before = await application.checkpointed()
  const { jobId } = before
  await scaleJobManager(stage, application, 0)
  const data = await dataOf(stage, application)
  const kept = await keptBy(stage, application, jobId)
  const send = configMapDriver(stage.api.http, { namespace: stage.namespace })
  const files: StoredFile[] = []
  for (const { map, key, file } of kept) {
    const read = await send({ _tag: 'Get', name: map })()
    if (read._tag !== 'Got' || read.configMap === null) throw new Error(`${map}: ${JSON.stringify(read)}`)
    const copy = moved(stage, file)
    files.push(copy)
    const { uid, resourceVersion } = read.configMap
    const change = { name: map, uid, resourceVersion, labels: {}, annotations: {}, data: { [key]: writePointer(copy) } }
    const written = await send({ _tag: 'Update', ...change })()
    expect(written._tag === 'Written', `${key}: ${JSON.stringify(written)}`)
  }
  await scaleJobManager(stage, application, 1)
  const text = await proveCarried(application, before, { by: 'checkpoint' })
  const [newest, now] = [data.jobs[jobId]!.checkpoints.at(-1)!, await application.progress()]
  expect(now?.restoredFrom?.id === newest, `restored ${now?.restoredFrom?.id ?? 'nothing'}, the newest pointer was ${newest}`)
  await eventually(
    'Flink removes the checkpoints that ours wrote, once newer ones are there',
    { within: 60_000, guard: application.safe },
    async () => files.filter(({ path }) => path.includes('/completedCheckpoint')).every(file => !isThere(stage, file)),
  )
  expect(files.filter(file => isThere(stage, file)).length === 1, 'the plan is gone')
  return { text: `${kept.length} pointers written by ours; ${text}; Flink discarded the checkpoints among them later` }
}

/** Our library beside a real JobManager: what one writes, the other one reads. */
export const haInteroperability: Story = {
  name: 'ha-interoperability',
  short: [],
  tell: async stage => {
    await stage.operate()
    let application: Application
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, { upgradeMode: 'last-state', highAvailability: true, jobName: 'first' })
      application = deployed.application
      stage.followState()
      await stage.calm()
      return deployed.evidence
    })
    await stage.step('ours reads the pointers that Flink wrote', () => oursReadsFlinks(stage, application))
    await stage.step('Flink reads the pointers that ours wrote', () => flinkReadsOurs(stage, application))
  },
}
