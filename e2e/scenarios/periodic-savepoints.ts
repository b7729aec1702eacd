import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Any } from '../harness/api.ts'
import { type Application, describeResource } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { askFlink } from '../harness/flink-rest.ts'
import type { OperatorProcess } from '../harness/operator-process.ts'
import { deletion, firstDeployment, upgrade } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

/** Savepoints are kept in the status, not as FlinkStateSnapshots. */
export const inStatus = { 'kubernetes.operator.snapshot.resource.enabled': 'false' }

const interval = 15
const kept = 2

interface Savepoint {
  readonly location: string
  readonly timeStamp: number
  readonly triggerType: string
}

const infoOf = (resource: Any): { readonly last: Savepoint | null; readonly history: readonly Savepoint[] } => {
  const info = resource.status.jobStatus.savepointInfo ?? {}
  return { last: info.lastSavepoint ?? null, history: info.savepointHistory ?? [] }
}

const names = (savepoints: readonly Savepoint[]): readonly string[] => savepoints.map(({ location }) => basename(location))

/** Names of the savepoints that are in storage, or null where this machine does not see it. */
const stored = ({ stateFolder }: Stage): readonly string[] | null =>
  stateFolder === null ? null : readdirSync(join(stateFolder, 'savepoints')).filter(name =>
    existsSync(join(stateFolder, 'savepoints', name, '_metadata'))
  )

/** Watches until so many more savepoints were taken; the newest ones of the history are in storage in every look. */
const taken = async (stage: Stage, application: Application, more: number): Promise<readonly Savepoint[]> => {
  const seen = new Map<string, Savepoint>(infoOf(await application.resource()).history.map(it => [it.location, it]))
  const before = seen.size
  await eventually(`${more} more savepoints`, {
    within: (more + 1) * interval * 1_000 + 60_000,
    every: 300,
    describe: async () => describeResource(await application.resource()),
  }, async () => {
    const files = stored(stage)
    const { history } = infoOf(await application.resource())
    for (const it of history) seen.set(it.location, it)
    // what the status said after the files were listed may be newer than they are
    const lost = files === null ? [] : names(infoOf(await application.resource()).history.slice(-kept)).filter(name =>
      !files.includes(name) && !(stored(stage) ?? []).includes(name)
    )
    if (lost.length > 0)
      throw new Error(`the history names ${lost.join(', ')}, which are not in storage`)
    return seen.size >= before + more
  })
  return [...seen.values()].sort((a, b) => a.timeStamp - b.timeStamp).slice(before)
}

/** Old savepoints go from the history and from storage, the newest stay in both; `also`: what has to stay whatever its age. */
const pruned = async (stage: Stage, application: Application, also: readonly string[] = []): Promise<string> => {
  let files: readonly string[] | null = null
  const { history, last } = await eventually('old savepoints are gone', {
    within: 3 * interval * 1_000,
    describe: () => `in storage: ${(files ?? []).join(', ')}`,
  }, async () => {
    const resource = await application.resource()
    const info = infoOf(resource)
    files = stored(stage)
    const want = new Set([...names(info.history), ...also])
    return info.history.length <= kept + also.length
        && (files === null || (files.length === want.size && files.every(name => want.has(name)))) ? info : null
  })
  expect(
    last !== null && history.at(-1)?.location === last.location,
    `the newest of the history is ${history.at(-1)?.location ?? 'none'}, the last one ${last?.location ?? 'none'}`,
  )
  return files === null ? `${history.length} in the history; storage is not seen from here`
    : `${history.length} in the history, ${(files as readonly string[]).length} in storage, the same`
}

const gaps = (savepoints: readonly Savepoint[]): readonly number[] =>
  savepoints.slice(1).map(({ timeStamp }, at) => (timeStamp - (savepoints[at]?.timeStamp ?? 0)) / 1_000)

const byInterval = async (stage: Stage, application: Application): Promise<Evidence> => {
  const run = await application.run()
  const savepoints = await taken(stage, application, kept + 2)
  expect(savepoints.every(({ triggerType }) => triggerType === 'PERIODIC'), `types: ${savepoints.map(it => it.triggerType).join(', ')}`)
  const between = gaps(savepoints)
  expect(between.every(seconds => seconds > interval - 1 && seconds < interval + 8), `seconds between them: ${between.join(', ')}`)
  const text = await pruned(stage, application)
  const address = await application.clusterAddress()
  const flinks = await askFlink(address ?? '', `/jobs/${run?.jobId ?? ''}/checkpoints`)
  const { last } = infoOf(await application.resource())
  expect(
    basename(flinks.latest.savepoint.external_path) === basename(last?.location ?? ''),
    `Flink's last one is ${flinks.latest.savepoint.external_path as string}, the status has ${last?.location ?? 'none'}`,
  )
  expect(JSON.stringify(await application.run()) === JSON.stringify(run), 'the job restarted')
  return { text: `${savepoints.length} taken, ${between.map(it => it.toFixed(1)).join(', ')} s apart; ${text}` }
}

/** One by hand: at once, nothing restarts, and the resource is STABLE all the time (L11). */
const byNonce = async (stage: Stage, application: Application): Promise<Evidence> => {
  const run = await application.run()
  const states = new Set<string>()
  const began = Date.now()
  const generation = await application.edit({ job: { savepointTriggerNonce: 1 } })
  const manual = await eventually('the savepoint that was asked for', {
    within: 60_000,
    every: 50,
    describe: async () => describeResource(await application.resource()),
  }, async () => {
    const resource = await application.resource()
    states.add(resource.status.lifecycleState)
    const found = infoOf(resource).history.find(({ triggerType }) => triggerType === 'MANUAL')
    return found !== undefined && resource.status.observedGeneration === generation ? found : null
  })
  const after = (Date.now() - began) / 1_000
  expect([...states].join() === 'STABLE', `lifecycle states: ${[...states].join(', ')}`)
  expect(JSON.stringify(await application.run()) === JSON.stringify(run), 'the job restarted')
  const files = stored(stage)
  expect(files === null || files.includes(basename(manual.location)), `${manual.location} is not in storage`)
  return { text: `${basename(manual.location)} after ${after.toFixed(1)} s; STABLE all the time` }
}

/** The savepoint that the job was started from stays, however many come after it (P04). */
const sourceStays = async (stage: Stage, application: Application): Promise<Evidence> => {
  const done = await upgrade(stage, application, 'second', { by: 'savepoint' })
  const source = basename((await application.progress())?.restoredFrom?.path ?? '')
  await taken(stage, application, kept + 1)
  const text = await pruned(stage, application, [source])
  expect(stored(stage)?.includes(source) ?? true, `${source}, which the job was started from, is gone`)
  return { ...done, text: `${done.text}; ${kept + 1} later ${source} is there: ${text}` }
}

/** Times of periodic savepoints are in the status: another operator process neither takes one at once nor forgets them. */
const operatorRestarts = async (stage: Stage, application: Application, operator: OperatorProcess): Promise<Evidence> => {
  const [before] = await taken(stage, application, 1)
  await operator.kill()
  await stage.operate()
  const [after] = await taken(stage, application, 1)
  const [seconds] = gaps([before!, after!])
  // not at once; the start of a process takes its time
  expect(
    seconds !== undefined && seconds > interval - 1 && seconds < interval + 40,
    `the next one came ${seconds ?? 0} s after the one before`,
  )
  return { text: `killed after one savepoint; the next one ${seconds?.toFixed(1) ?? ''} s after it` }
}

/** Savepoints by time and by hand, kept in the status; old ones are deleted from storage, too. */
export const periodicSavepoints: Story = {
  name: 'periodic-savepoints',
  short: [],
  tell: async stage => {
    const operator = await stage.operate()
    let application: Application
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, {
        upgradeMode: 'savepoint',
        highAvailability: false,
        jobName: 'first',
        configuration: {
          ...inStatus,
          'kubernetes.operator.periodic.savepoint.interval': `${interval} s`,
          'kubernetes.operator.savepoint.history.max.count': `${kept}`,
        },
      })
      application = deployed.application
      return deployed.evidence
    })
    await stage.step('by interval, old ones go', () => byInterval(stage, application))
    await stage.step('by nonce', () => byNonce(stage, application))
    await stage.step('upgrade; its savepoint outlives later ones', () => sourceStays(stage, application))
    await stage.step('the operator restarts', () => operatorRestarts(stage, application, operator))
    await stage.step('delete', async () => {
      const { text } = await deletion(application)
      const files = stored(stage)
      expect(files === null || files.length >= kept, `in storage: ${(files ?? []).join(', ')}`)
      return { text: `${text}; ${files?.length ?? 'all'} savepoints stay in storage` }
    })
  },
}
