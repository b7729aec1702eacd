import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
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
} from '@flink-operator/core/high-availability'
import { configMapDriver } from '@flink-operator/k8s-adapter'
import { paths } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { clusterMapName, jobMapName } from '../harness/ha-data.ts'
import { carryOut, type Files } from '../harness/store-runner.ts'
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

const isAsTold = (stage: Stage, { file }: Handle): boolean => {
  const path = file === null ? null : onThisMachine(stage, file)
  return path !== null && existsSync(path) && statSync(path).size === file?.size
}

/** Ours reads each pointer that Flink wrote, the file that it names is there in its size, and ours writes the same bytes for it. */
export const oursReadsFlinks = async (stage: Stage, application: Application): Promise<Evidence> => {
  const { jobId } = await application.checkpointed()
  // a checkpoint may be subsumed between the look at its pointer and the one at its file
  const { checkpoints, plans } = await eventually('pointers and files agree', { within: 20_000, guard: application.safe }, async () => {
    const all = await kept(stage, application, jobId)
    return [...all.checkpoints, ...all.plans].every(it => isAsTold(stage, it)) && all
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

/** Files of the store: what it stores next is a copy of `of`, what it discards goes. */
export const filesOf = (stage: Stage, of: StoredFile | null): Files => ({
  store: () => {
    if (of === null) throw new Error('nothing is to be stored')
    const copy = { ...of, path: `${of.path}-moved` }
    copyFileSync(onThisMachine(stage, of), onThisMachine(stage, copy))
    return copy
  },
  discard: path => rmSync(onThisMachine(stage, { path, size: 0 }), { force: true }),
})

export const isThere = (stage: Stage, file: StoredFile): boolean => existsSync(onThisMachine(stage, file))

/** Carries out one of ours; it has to end well. */
export const done = async <R>(stage: Stage, operation: Operation<R>, of: StoredFile | null = null): Promise<R> => {
  const send = configMapDriver(stage.api.http, { namespace: stage.namespace })
  const outcome = await carryOut(operation, request => send(request)(), filesOf(stage, of))
  if (outcome._tag !== 'Done' || outcome.leftFiles.length > 0) throw new Error(`${operation.name}: ${JSON.stringify(outcome)}`)
  return outcome.result
}

/** The job's checkpoints; nobody is asked who leads, as Flink does it. */
export const checkpointsOf = ({ cluster }: Application, job: string): StateHandleStore =>
  completedCheckpointStore(jobMapName(cluster, job), null)

/** Nothing runs that could write a plan: nobody is asked who leads. */
export const plansOf = (stage: Stage, { cluster }: Application): StateHandleStore =>
  executionPlanStore(clusterMapName(cluster), stage.version === '1.20' ? 1 : 2, () => true)
