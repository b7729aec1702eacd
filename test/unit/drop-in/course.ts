import { runUntilQuiet } from '../../golden/scripted-rounds.ts'
import type { ScriptedWorld } from '../../golden/scripted-world.ts'
import { corpus, type CorpusEntry, isSessionJob, settingsOf, worldOf } from './corpus-world.ts'

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

/** A session cluster that is ready, with its JobManager. */
const readySession = () => {
  const ready = corpus.find(({ id }) => id === 'session-jobs-17')
  if (ready === undefined) throw new Error('session-jobs-17 is not in the corpus')
  const { session, deployment, pods } = worldOf(ready)
  return { session, deployment, pods }
}

const words = (call: Readonly<Record<string, unknown>>): string => {
  switch (call['call']) {
    case 'deployApplicationCluster': {
      const path = call['savepointPath'] as string | null
      return call['fromHaMetadata'] === true ? 'deploy from HA metadata'
        : path === null ? 'deploy from empty state' : `deploy from ${path.split('/').at(-1) ?? path}`
    }
    case 'submitJobToSessionCluster': {
      const path = call['savepointPath'] as string | null
      return path === null ? 'submit from empty state' : `submit from ${path.split('/').at(-1) ?? path}`
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

export const endOf = ({ lifecycleState, jobStatus, jobManagerDeploymentStatus, error }: Shown, hasJobManager = true): string =>
  stateOf({ lifecycle: lifecycleState, job: jobStatus?.state, jm: jobManagerDeploymentStatus }, hasJobManager) + errorKind(error ?? null)

interface State {
  readonly lifecycle?: string | null | undefined
  readonly job?: string | null | undefined
  readonly jm?: string | null | undefined
}

/** A session job tells of no JobManager. */
export const stateOf = ({ lifecycle, job, jm }: State, hasJobManager: boolean): string =>
  `${lifecycle ?? 'no status'}, job ${job ?? 'none'}${hasJobManager ? `, JobManager ${jm ?? 'none'}` : ''}`

/** Runs our rounds in the world of an entry until some minutes have nothing new. A session cluster that was on its way gets ready. */
export const courseOf = (entry: CorpusEntry, before: (world: ScriptedWorld) => void = () => undefined): Course => {
  const world = worldOf(entry)
  before(world)
  const run = () => runUntilQuiet(world, settingsOf(entry), { quietFor: 300_000, maxRounds: 60 })
  const first = run()
  const isOnItsWay = world.session !== null && world.session.status.jobManagerDeploymentStatus !== 'READY' && !world.gone
  if (isOnItsWay) Object.assign(world, readySession())
  const { quiet } = isOnItsWay ? run() : first
  return {
    world,
    quiet,
    end: world.gone ? 'gone' : endOf((world.resource['status'] ?? {}) as Shown, !isSessionJob(entry)),
    effects: world.calls().map(words),
    writes: world.log.filter(({ _tag }) => _tag === 'Status').length,
  }
}
