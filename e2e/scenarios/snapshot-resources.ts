import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Any, paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { deletion, firstDeployment, upgrade } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const interval = 15
const kept = 2

const trigger = 'snapshot.trigger-type'

/** The FlinkStateSnapshots of the namespace, by what triggered them. */
const snapshotsOf = async ({ api, namespace }: Stage, triggerType: string): Promise<readonly Any[]> =>
  (await api.list(paths.stateSnapshots(namespace))).filter(it => it.metadata.labels?.[trigger] === triggerType)

const describe = (stage: Stage) => async (): Promise<string> =>
  (await stage.api.list(paths.stateSnapshots(stage.namespace))).map(it =>
    `${it.metadata.name as string} ${it.metadata.labels?.[trigger] as string} ${it.status?.state as string} ${it.status?.error as string}`
  ).join('; ')

/** Is the savepoint in storage? Null: this machine does not see it. */
const isStored = (
  { stateFolder }: Stage,
  path: string,
): boolean | null => (stateFolder === null ? null : existsSync(join(stateFolder, 'savepoints', basename(path), '_metadata')))

/** Taken every interval as resources; old ones go with their files, the newest stay. */
const byInterval = async (stage: Stage, application: Application): Promise<Evidence> => {
  const run = await application.run()
  const seen = new Map<string, string>()
  await eventually(
    `${kept + 2} periodic snapshots`,
    { within: (kept + 4) * interval * 1_000, every: 300, describe: describe(stage) },
    async () => {
      for (const it of await snapshotsOf(stage, 'PERIODIC'))
        if (it.status?.state === 'COMPLETED')
          seen.set(
            it.metadata.name,
            it.status.path,
          )
      return seen.size >= kept + 2
    },
  )
  const [oldest = '', ...others] = [...seen.values()]
  await eventually(
    'old ones are gone with their files',
    { within: 2 * interval * 1_000, describe: describe(stage) },
    async () =>
      (await snapshotsOf(stage, 'PERIODIC')).filter(it => it.status?.state === 'COMPLETED').length <= kept
      && isStored(stage, oldest) !== true,
  )
  expect(isStored(stage, others.at(-1) ?? '') !== false, `${others.at(-1) ?? ''} is not in storage`)
  expect(JSON.stringify(await application.run()) === JSON.stringify(run), 'the job restarted')
  return {
    text: `${seen.size} taken, ${kept} kept; ${basename(oldest)} is gone${
      stage.stateFolder === null ? ' (storage is not seen from here)' : ' from storage'
    }`,
  }
}

/** Created by a person, as kubectl does; deleted, its files go. */
export const byResource = async (stage: Stage, application: Application): Promise<Evidence> => {
  const name = 'by-hand'
  const path = `${paths.stateSnapshots(stage.namespace)}/${name}`
  const began = Date.now()
  await stage.api.create(paths.stateSnapshots(stage.namespace), {
    apiVersion: 'flink.apache.org/v1beta1',
    kind: 'FlinkStateSnapshot',
    metadata: { name },
    spec: { jobReference: { kind: application.kind, name: application.name }, savepoint: { disposeOnDelete: true } },
  })
  const done = await eventually('it is COMPLETED', { within: 60_000, describe: describe(stage) }, async () => {
    const it = await stage.api.get(path)
    return it?.status?.state === 'COMPLETED' ? it : null
  })
  const after = (Date.now() - began) / 1_000
  expect(isStored(stage, done.status.path) !== false, `${done.status.path as string} is not in storage`)
  await stage.api.remove(path)
  await eventually('it is gone', { within: 60_000, describe: describe(stage) }, async () => (await stage.api.get(path)) === null)
  expect(isStored(stage, done.status.path) !== true, `${done.status.path as string} is still in storage`)
  return { text: `${basename(done.status.path)} after ${after.toFixed(1)} s; deleted with its resource` }
}

/** The upgrade's savepoint is a resource, too, and outlives the pruning (P04). */
const byUpgrade = async (stage: Stage, application: Application): Promise<Evidence> => {
  const done = await upgrade(stage, application, 'second', { by: 'savepoint' })
  const source = (await application.progress())?.restoredFrom?.path ?? ''
  const own = await eventually(
    'the savepoint of the upgrade is a resource',
    { within: 30_000, describe: describe(stage) },
    async () => (await snapshotsOf(stage, 'UPGRADE')).find(it => basename(it.status?.path ?? '') === basename(source)),
  )
  expect(own.status.state === 'COMPLETED' && isStored(stage, source) !== false, `${source}: ${own.status.state as string}`)
  return { ...done, text: `${done.text}; ${own.metadata.name as string}` }
}

/** Snapshots as FlinkStateSnapshot resources, which is the default: by time, by a person, by an upgrade. */
export const snapshotResources: Story = {
  name: 'snapshot-resources',
  short: ['1.20'],
  tell: async stage => {
    await stage.operate()
    let application: Application
    await stage.step('deploy', async () => {
      const deployed = await firstDeployment(stage, {
        upgradeMode: 'savepoint',
        highAvailability: false,
        jobName: 'first',
        configuration: {
          'kubernetes.operator.periodic.savepoint.interval': `${interval} s`,
          'kubernetes.operator.savepoint.history.max.count': `${kept}`,
          'kubernetes.operator.savepoint.dispose-on-delete': 'true',
        },
      })
      application = deployed.application
      return deployed.evidence
    }, { short: true })
    await stage.step('by interval, old ones go', () => byInterval(stage, application), { short: true })
    await stage.step('by a resource of a person', () => byResource(stage, application), { short: true })
    await stage.step('by an upgrade', () => byUpgrade(stage, application), { short: true })
    await stage.step('delete', () => deletion(application), { short: true })
  },
}
