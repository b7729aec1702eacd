import { runUntilQuiet } from '../../golden/scripted-rounds.ts'
import type { ScriptedWorld } from '../../golden/scripted-world.ts'
import { type CorpusEntry, settings, worldOf } from './corpus-world.ts'

/** What became of a status when our operator took over. */
export interface Course {
  readonly world: ScriptedWorld
  readonly quiet: boolean
  /** Lifecycle state, job, JobManager, and the error's kind, in one line; `gone` for a resource that is gone. */
  readonly end: string
  /** Effects on the cluster, in order, in few words. */
  readonly effects: readonly string[]
  readonly writes: number
}

const words = (call: Readonly<Record<string, unknown>>): string => {
  switch (call['call']) {
    case 'deployApplicationCluster': {
      const path = call['savepointPath'] as string | null
      return call['fromHaMetadata'] === true ? 'deploy from HA metadata'
        : path === null ? 'deploy from empty state' : `deploy from ${path.split('/').at(-1) ?? path}`
    }
    case 'deploySessionCluster':
      return 'deploy session cluster'
    case 'stopWithSavepoint':
      return 'stop with savepoint'
    case 'cancelJob':
      return 'cancel'
    case 'deleteCluster':
      return 'delete cluster'
    case 'deleteHaData':
      return 'delete HA metadata'
    case 'triggerSavepoint':
      return 'savepoint'
    default:
      return String(call['call'])
  }
}

export const errorKind = (error: string | null): string => {
  if (error === null) return ''
  const { type, additionalMetadata } = JSON.parse(error) as {
    readonly type: string
    readonly additionalMetadata?: { readonly reason?: string }
  }
  const name = type.split('.').at(-1) ?? type
  return ` (${additionalMetadata?.reason === undefined ? name : `${name}: ${additionalMetadata.reason}`})`
}

interface Shown {
  readonly lifecycleState?: string | null
  readonly jobStatus?: { readonly state?: string | null }
  readonly jobManagerDeploymentStatus?: string | null
  readonly error?: string | null
}

export const endOf = ({ lifecycleState, jobStatus, jobManagerDeploymentStatus, error }: Shown): string =>
  `${lifecycleState ?? 'no status'}, job ${jobStatus?.state ?? 'none'}, JobManager ${jobManagerDeploymentStatus ?? 'none'}${
    errorKind(error ?? null)
  }`

/** Runs our rounds in the world of an entry until some minutes have nothing new. */
export const courseOf = (entry: CorpusEntry): Course => {
  const world = worldOf(entry)
  const { quiet } = runUntilQuiet(world, settings, { quietFor: 300_000, maxRounds: 60 })
  return {
    world,
    quiet,
    end: world.gone ? 'gone' : endOf((world.resource['status'] ?? {}) as Shown),
    effects: world.calls().map(words),
    writes: world.log.filter(({ _tag }) => _tag === 'Status').length,
  }
}
