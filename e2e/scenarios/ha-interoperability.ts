import { checkpointKey, getAndIncrement, getCount, putPlan, replace, type StoredFile } from '@flink-operator/high-availability'
import { setTimeout as pause } from 'node:timers/promises'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { askFlink } from '../harness/flink-rest.ts'
import { jobMapName } from '../harness/ha-data.ts'
import { oneLock, ourAddress } from './interoperable-election.ts'
import { follow, followedAll, type Following, followsLeader } from './interoperable-retrieval.ts'
import { checkpointsOf, done, isThere, kept, oursReadsFlinks, plansOf, scaleJobManager } from './interoperable-store.ts'
import { proveCarried } from './state-carried.ts'
import { firstDeployment } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** Ids of checkpoints that the running job has triggered, as Flink tells the last ten. */
const triggered = async (application: Application, job: string): Promise<readonly number[]> => {
  const answer = await askFlink((await application.clusterAddress()) ?? '', `/jobs/${job}/checkpoints`)
  return answer === null ? [] : answer.history.map((it: { readonly id: number }) => it.id)
}

/** Flink and ours draw ids from one counter at the same time: none is handed out twice. */
const oneCounter = async (stage: Stage, application: Application): Promise<Evidence> => {
  const { jobId } = await application.checkpointed()
  const counter = { configMap: jobMapName(application.cluster, jobId), fence: null }
  const [ours, flinks] = [new Set<number>(), new Set<number>()]
  const draws = 40
  for (let draw = 0; draw < draws; draw++) {
    ours.add((await done(stage, getAndIncrement(counter))).id)
    for (const id of await triggered(application, jobId)) flinks.add(id)
    await pause(300)
  }
  const { next } = await done(stage, getCount(counter))
  await eventually('Flink goes on from the counter', { within: 30_000, guard: application.safe }, async () => {
    for (const id of await triggered(application, jobId)) flinks.add(id)
    return [...flinks].some(id => id >= next)
  })
  const twice = [...ours].filter(id => flinks.has(id))
  expect(ours.size === draws && twice.length === 0, `handed out twice: ${twice.join(', ')}; ours ${ours.size}`)
  const between = [...flinks].filter(id => id > Math.min(...ours) && id < Math.max(...ours)).length
  expect(between > 0, 'Flink drew none meanwhile')
  return { text: `${draws} ids drawn by ours and ${between} by Flink among them, none twice; Flink goes on at ${next} and above` }
}

/** While no JobManager runs, ours writes all its pointers anew, to other files: the next one goes on from them. */
const flinkReadsOurs = async (stage: Stage, application: Application): Promise<Evidence> => {
  const before = await application.checkpointed()
  const { jobId } = before
  await scaleJobManager(stage, application, 0)
  const { checkpoints, plans } = await kept(stage, application, jobId)
  const moved: StoredFile[] = []
  for (const { id, file } of checkpoints)
    moved.push((await done(stage, replace(checkpointsOf(application, jobId), checkpointKey(id)), file)).file)
  const plan = (await done(stage, putPlan(plansOf(stage, application), jobId, [jobId]), plans[0]!.file)).file
  const old = [...checkpoints, ...plans].filter(({ file }) => file !== null && isThere(stage, file))
  expect(old.length === 0, `ours left ${old.length} old files`)
  const drawn = (await done(stage, getAndIncrement({ configMap: jobMapName(application.cluster, jobId), fence: null }))).id
  await scaleJobManager(stage, application, 1)
  const text = await proveCarried(application, before, { by: 'checkpoint' })
  const [newest, now] = [checkpoints.at(-1)!.id, await application.progress()]
  expect(now?.restoredFrom?.id === newest, `restored ${now?.restoredFrom?.id ?? 'nothing'}, the newest pointer was ${newest}`)
  await eventually(
    'Flink discards the checkpoints that ours wrote, once newer ones are there',
    { within: 60_000, guard: application.safe },
    async () => !moved.some(file => isThere(stage, file)),
  )
  expect(isThere(stage, plan), 'the plan is gone')
  expect(!(await triggered(application, jobId)).includes(drawn), `checkpoint ${drawn} was triggered: ours had drawn it`)
  return {
    text:
      `${moved.length} checkpoints and the plan written by ours, to other files; ${text}; Flink discarded those checkpoints later; ${drawn} drawn by ours, and not used`,
  }
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
    await stage.step('ours and Flink draw from one counter', () => oneCounter(stage, application))
    let followed: Following | undefined
    try {
      await stage.step('ours follows the JobManager that leads', () => {
        followed = follow(stage, application)
        return followsLeader(stage, application, followed)
      })
      await stage.step('ours and a JobManager contend for one lock', () => oneLock(stage, application))
      await stage.step('ours followed who led', () => followedAll(stage, application, followed!, ourAddress))
    } finally {
      followed?.stop()
    }
    await stage.step('Flink reads the pointers that ours wrote', () => flinkReadsOurs(stage, application))
  },
}
