import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Any } from '../harness/api.ts'
import { type Application, describeResource, upgradeLimit } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { expect, type Stage } from './story.ts'

/**
 * The one case in which a person has to say what a job goes on from: its stop with savepoint came to its end (FINISHED was seen), and its
 * JobManager was lost before Flink answered where the savepoint lies. The checkpoints go with a job that has finished, so nothing else is
 * safe.
 */
export const isAskedToRestore = ({ status }: Any): boolean => {
  const { lifecycleState, jobStatus, error } = status ?? {}
  return lifecycleState === 'FAILED' && jobStatus?.state === 'FINISHED' && typeof error === 'string'
    && error.includes('last checkpoint is unknown') && error.includes('Manual restore required')
    && error.includes('spec.job.initialSavepointPath')
}

/** The savepoint that was completed last since then, as a person finds it in storage; null: none. */
export const newestSavepoint = (stateFolder: string, since: number): string | null => {
  const folder = join(stateFolder, 'savepoints')
  const complete = (existsSync(folder) ? readdirSync(folder) : []).flatMap(name => {
    const metadata = join(folder, name, '_metadata')
    const at = existsSync(metadata) ? statSync(metadata).mtimeMs : 0
    return at >= since ? [{ name, at }] : []
  })
  return complete.toSorted((a, b) => b.at - a.at)[0]?.name ?? null
}

export interface Wait {
  readonly generation: number
  /** When that generation was asked for: the savepoint of its stop is younger. */
  readonly since: number
}

/** Waits until it runs in that generation, or asks for a savepoint; then the path of the one that the stop left. */
export const arrivedOrAsked = async (stage: Stage, application: Application, { generation, since }: Wait): Promise<string | null> => {
  const describe = async (): Promise<string> => describeResource(await application.resource())
  const asked = await eventually(`${application.name} arrives, or asks for its savepoint`, {
    within: upgradeLimit,
    describe,
    guard: application.safe,
  }, async () => {
    const resource = await application.resource()
    if (isAskedToRestore(resource)) return { isAsked: true }
    return resource.status?.observedGeneration === generation && resource.status.lifecycleState === 'STABLE' ? { isAsked: false } : null
  })
  if (!asked.isAsked) return null
  const { stateFolder } = stage
  expect(stateFolder !== null, `${await describe()}; E2E_HOST_FOLDER is not known, so nobody can look for the savepoint`)
  const savepoint = newestSavepoint(stateFolder!, since)
  expect(savepoint !== null, `a person is asked for a savepoint, and the stop has left none: ${await describe()}`)
  return `${(await application.resource()).spec.flinkConfiguration['execution.checkpointing.savepoint-dir'] as string}/${savepoint!}`
}
