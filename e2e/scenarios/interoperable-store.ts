import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readPointer, type StoredFile, writePointer } from '@flink-operator/core/high-availability'
import { type Any, paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { clusterMapName, jobMapName } from '../harness/ha-data.ts'
import { type Evidence, expect, NotHere, type Stage } from './story.ts'

/** Where this machine sees a file that pods name. */
const onThisMachine = (stage: Stage, { path }: StoredFile): string => {
  if (stage.stateFolder === null) throw new NotHere('this machine does not see the files of high availability: E2E_HOST_FOLDER')
  return join(stage.stateFolder, path.slice(path.indexOf(stage.namespace) + stage.namespace.length))
}

/** A value that Flink keeps, as our library reads it. */
export interface Kept {
  readonly map: string
  readonly key: string
  readonly file: StoredFile
}

const pointerKey = /^(?:jobGraph|executionPlan)-|^checkpointID-/

/** All pointers of a cluster and its job. */
export const keptBy = async (stage: Stage, { cluster }: Application, job: string): Promise<readonly Kept[]> => {
  const maps = await Promise.all(
    [clusterMapName(cluster), jobMapName(cluster, job)].map(name => stage.api.get(`${paths.configMaps(stage.namespace)}/${name}`)),
  )
  return maps.flatMap((map: Any) =>
    Object.entries<string>(map.data).filter(([key]) => pointerKey.test(key)).map(([key, value]) => {
      const pointer = readPointer(value)
      if (pointer._tag !== 'Pointer' || pointer.file === null || pointer.marked)
        throw new Error(`${key} of ${map.metadata.name as string}: ${JSON.stringify(pointer)}`)
      expect(writePointer(pointer.file) === value, `${key}: ours writes another value for ${pointer.file.path}`)
      return { map: map.metadata.name as string, key, file: pointer.file }
    })
  )
}

/** Ours reads each pointer that Flink wrote, the file that it names is there in its size, and ours writes the same bytes for it. */
export const oursReadsFlinks = async (stage: Stage, application: Application): Promise<Evidence> => {
  const { jobId } = await application.checkpointed()
  // a checkpoint may be subsumed between the look at its pointer and the one at its file
  const kept = await eventually('pointers and files agree', { within: 20_000, guard: application.safe }, async () => {
    const all = await keptBy(stage, application, jobId)
    return all.every(({ file }) => existsSync(onThisMachine(stage, file)) && statSync(onThisMachine(stage, file)).size === file.size) && all
  })
  const plans = kept.filter(({ key }) => !key.startsWith('checkpointID-'))
  expect(plans.length === 1 && kept.length > 1, `keys ${kept.map(({ key }) => key).join(', ')}`)
  return { text: `${kept.length} pointers read, their files are there; written again by ours they are the same: ${plans[0]?.key ?? ''}` }
}

/** Stops the JobManager, and starts it again, as somebody does who scales its Deployment. */
export const scaleJobManager = async (stage: Stage, application: Application, replicas: number): Promise<void> => {
  await stage.api.mergePatch(`${paths.deployments(stage.namespace)}/${application.name}`, { spec: { replicas } })
  await eventually(
    `${replicas} JobManagers`,
    { within: 120_000 },
    async () => (await application.pods()).filter(it => it.metadata.labels.component === 'jobmanager').length === replicas,
  )
}

/** Copies the file that a pointer names beside it, and takes the old one away: who reads the old pointer finds nothing. */
export const moved = (stage: Stage, file: StoredFile): StoredFile => {
  const copy = { ...file, path: `${file.path}-moved` }
  copyFileSync(onThisMachine(stage, file), onThisMachine(stage, copy))
  rmSync(onThisMachine(stage, file))
  return copy
}

export const isThere = (stage: Stage, file: StoredFile): boolean => existsSync(onThisMachine(stage, file))
