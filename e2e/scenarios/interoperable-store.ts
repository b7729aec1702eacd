import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import {
  completedCheckpointStore,
  executionPlanStore,
  getAllHandles,
  getCount,
  type Handle,
  type Operation,
  recoveredCheckpoints,
  type StateHandleStore,
  type StoredFile,
  writePointer,
} from '@flink-operator/high-availability'
import { carryOut, configMapDriver, folderFiles, type HandleFiles } from '@flink-operator/k8s-adapter'
import * as TE from 'fp-ts/lib/TaskEither.js'
import { paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { clusterMapName, jobMapName } from '../harness/ha-data.ts'
import { type Evidence, expect, NotHere, type Stage } from './story.ts'

/** Where this machine sees a file that pods name. */
const onThisMachine = (stage: Stage, { path }: StoredFile): string => {
  if (stage.stateFolder === null) throw new NotHere('this machine does not see the files of high availability: E2E_HOST_FOLDER')
  return join(stage.stateFolder, path.slice(path.indexOf(stage.namespace) + stage.namespace.length))
}

/** All that ours reads of what Flink keeps for a job; ours writes the same bytes for each. */
export const kept = async (
  stage: Stage,
  application: Application,
  job: string,
): Promise<{ readonly checkpoints: readonly (Handle & { readonly id: number })[]; readonly plans: readonly Handle[] }> => {
  const read = await done(stage, getAllHandles(checkpointsOf(application, job)))
  const plans = await done(stage, getAllHandles(plansOf(stage, application)))
  const { checkpoints, unreadable } = recoveredCheckpoints(read)
  expect(unreadable.length === 0 && plans.corrupt.length === 0, `not read: ${JSON.stringify([unreadable, plans.corrupt])}`)
  for (const { key, value, file } of [...checkpoints, ...plans.handles]) {
    expect(file !== null && writePointer(file) === value, `${key}: ours writes another value for ${file?.path ?? 'what it does not know'}`)
  }
  return { checkpoints, plans: plans.handles }
}

const isAsReported = (stage: Stage, { file }: Handle): boolean => {
  const path = file === null ? null : onThisMachine(stage, file)
  return path !== null && existsSync(path) && statSync(path).size === file?.size
}

/** Ours reads each pointer that Flink wrote, the file that it names is there in its size, and ours writes the same bytes for it. */
export const oursReadsFlinks = async (stage: Stage, application: Application): Promise<Evidence> => {
  const { jobId } = await application.checkpointed()
  // a checkpoint may be subsumed between the look at its pointer and the one at its file
  const { checkpoints, plans } = await eventually('pointers and files agree', { within: 20_000, guard: application.safe }, async () => {
    const all = await kept(stage, application, jobId)
    return [...all.checkpoints, ...all.plans].every(it => isAsReported(stage, it)) && all
  })
  expect(plans.length === 1 && checkpoints.length > 0, `${plans.length} plans, ${checkpoints.length} checkpoints`)
  expect(
    (await done(stage, getCount({ configMap: jobMapName(application.cluster, jobId), fence: null }))).next > checkpoints.at(-1)!.id,
    'counter',
  )
  return {
    text: `checkpoints ${checkpoints.map(({ id }) => id).join(', ')} and ${
      plans[0]?.key.replace(/-.*/, '') ?? ''
    } read, their files are there; written again by ours they are the same`,
  }
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

/** The files of a store beside one that it has, which pods and this machine see in folders of different names. */
const filesBeside = (stage: Stage, of: StoredFile): HandleFiles => {
  const { store, discard } = folderFiles(dirname(onThisMachine(stage, of)), 'ours')
  return {
    store: bytes => TE.map((file: StoredFile) => ({ ...file, path: `${dirname(of.path)}/${basename(file.path)}` }))(store(bytes)),
    discard: path => discard(`file://${onThisMachine(stage, { path, size: 0 })}`),
  }
}

const noFiles: HandleFiles = { store: () => TE.left('nothing is to be stored'), discard: () => TE.left('nothing is to be discarded') }

export const isThere = (stage: Stage, file: StoredFile): boolean => existsSync(onThisMachine(stage, file))

/** Carries out one of ours; it has to end well. `of`: what it stores is a copy of that file. */
export const done = async <R>(stage: Stage, operation: Operation<R>, of: StoredFile | null = null): Promise<R> => {
  const configMaps = configMapDriver(stage.api.http, { namespace: stage.namespace })
  const bytes = of === null ? undefined : readFileSync(onThisMachine(stage, of))
  const outcome = await carryOut({ configMaps, files: of === null ? noFiles : filesBeside(stage, of) })(operation, bytes)()
  if (outcome._tag !== 'Done' || outcome.leftFiles.length > 0) throw new Error(`${operation.name}: ${JSON.stringify(outcome)}`)
  return outcome.result
}

/** The job's checkpoints; nobody is asked who leads, as Flink does it. */
export const checkpointsOf = ({ cluster }: Application, job: string): StateHandleStore =>
  completedCheckpointStore(jobMapName(cluster, job), null)

/** Nothing runs that could write a plan: nobody is asked who leads. */
export const plansOf = (stage: Stage, { cluster }: Application): StateHandleStore =>
  executionPlanStore(clusterMapName(cluster), stage.version === '1.20' ? 1 : 2, () => true)
