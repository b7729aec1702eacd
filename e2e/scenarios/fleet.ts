import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { jobArguments, manifest } from '../harness/manifest.ts'
import { sessionJobManifest, sessionManifest } from '../harness/session-manifest.ts'
import type { StateWatch } from '../harness/state-watch.ts'
import { type Edit, type Mode, modes } from './kill-plan.ts'
import { clusterReady } from './session.ts'
import { expect, type Stage } from './story.ts'

interface Member {
  readonly application: Application
  /** What the last edit asked for. */
  generation: number
  jobName: string
  suspended: boolean
}

/** One resource of each mode, all under one operator, and their counters followed. */
export interface Fleet {
  readonly modes: readonly Mode[]
  readonly application: (mode: Mode) => Application
  readonly edit: (mode: Mode, edit: Edit) => Promise<void>
  /** The generation that the last edit made. */
  readonly generation: (mode: Mode) => number
  /** A person says what it goes on from. */
  readonly restoreFrom: (mode: Mode, path: string) => Promise<void>
  /** Once it is what the last edit asked for, and the state that it went on from was compared. */
  readonly arrived: (mode: Mode) => Promise<void>
  readonly allArrived: () => Promise<void>
  /** Asks every resource to run under a new name, waits for it, and for each to count beyond all that was known. */
  readonly settle: () => Promise<void>
  /** Resources in the middle of something, as their status says. */
  readonly underWay: () => Promise<readonly Mode[]>
  /** `savepoint 12 JobManagers after the first, 9 restores compared; …`, since the fleet was deployed. */
  readonly account: () => string
  readonly state: StateWatch
}

const how: Readonly<Record<Mode, { readonly upgradeMode: 'savepoint' | 'last-state'; readonly highAvailability: boolean }>> = {
  savepoint: { upgradeMode: 'savepoint', highAvailability: false },
  'last-state': { upgradeMode: 'last-state', highAvailability: true },
  cancel: { upgradeMode: 'last-state', highAvailability: false },
}

export interface FleetOptions {
  readonly modes?: readonly Mode[]
  /** High availability whatever the mode says. */
  readonly highAvailability?: true
  /** All on one session cluster, with a jar from there. */
  readonly jarURI?: string
}

/** Deploys the resources at once, and waits until each has completed a checkpoint. */
export const deployFleet = async (stage: Stage, options: FleetOptions = {}): Promise<Fleet> => {
  const state = stage.followState()
  const all = options.modes ?? modes
  let edits = 0
  if (options.jarURI !== undefined) {
    const { namespace, version, settings } = stage
    await clusterReady(await stage.create(sessionManifest(settings, { namespace, version, highAvailability: true })))
  }
  const members = new Map<Mode, Member>(
    await Promise.all(all.map(async (mode): Promise<[Mode, Member]> => {
      const { upgradeMode, highAvailability } = how[mode]
      const application = options.jarURI !== undefined ? await stage.createSessionJob(
        sessionJobManifest({ namespace: stage.namespace, name: mode, upgradeMode, jarURI: options.jarURI }),
      ) : await stage.create(manifest(stage.settings, {
        namespace: stage.namespace,
        name: mode,
        version: stage.version,
        upgradeMode,
        highAvailability: options.highAvailability ?? highAvailability,
        jobName: 'first',
      }))
      return [mode, { application, generation: 1, jobName: 'first', suspended: false }]
    })),
  )
  const member = (mode: Mode): Member => members.get(mode)!

  const arrived: Fleet['arrived'] = async mode => {
    const { application, generation, jobName, suspended } = member(mode)
    if (suspended) {
      await application.suspended(generation)
      return
    }
    const { id: jobId, startTime } = await application.stable(generation, jobName)
    await eventually(
      `${mode} tells what it restored`,
      { within: 60_000, guard: application.safe },
      async () => state.isCompared(mode, { jobId, startTime }),
    )
  }
  const allArrived: Fleet['allArrived'] = async () => {
    for (const mode of all) await arrived(mode)
  }

  const rename = async (mode: Mode, more: { readonly state?: 'running' } = {}): Promise<void> => {
    const it = member(mode)
    it.jobName = `edit-${++edits}`
    it.generation = await it.application.edit({ job: { args: jobArguments(it.application.fullName(it.jobName)), ...more } })
    it.suspended &&= more.state === undefined
  }
  const edit: Fleet['edit'] = async (mode, what) => {
    if (what === 'suspend') {
      const it = member(mode)
      it.generation = await it.application.edit({ job: { state: 'suspended' } })
      it.suspended = true
      return
    }
    await rename(mode, what === 'resume' ? { state: 'running' } : {})
    if (what === 'twice') await rename(mode)
  }

  await Promise.all(all.map(mode => member(mode).application.stable(1, 'first')))
  await Promise.all(all.map(mode => member(mode).application.checkpointed()))
  await eventually('the watcher knows a checkpoint of each', { within: 60_000 }, async () => all.every(mode => state.newest(mode) !== null))
  const account = (): string => {
    const jobManagers = all.map(mode =>
      new Set(stage.watch.samples(member(mode).application.cluster).flatMap(({ pods }) => pods.map(({ uid }) => uid))).size
    )
    const restores = all.map(mode => state.restores(mode).length)
    return all.map((mode, index) => `${mode} ${jobManagers[index]! - 1} JobManagers after the first, ${restores[index]} restores compared`)
      .join('; ')
  }

  return {
    modes: all,
    state,
    edit,
    arrived,
    allArrived,
    account,
    generation: mode => member(mode).generation,
    restoreFrom: async (mode, path) => {
      const it = member(mode)
      it.generation = await it.application.edit({ job: { initialSavepointPath: path, savepointRedeployNonce: ++edits } })
    },
    application: mode => member(mode).application,
    settle: async () => {
      for (const mode of all) await edit(mode, 'resume')
      await allArrived()
      for (const mode of all) {
        const newest = state.newest(mode)
        expect(newest !== null, `${mode}: no checkpoint was ever seen`)
        const now = await member(mode).application.counted(newest!.counter)
        expect(now.restoredFrom !== null && now.restored > 0, `${mode}: the job started empty`)
      }
    },
    underWay: async () => {
      const found = await Promise.all(all.map(async mode => ({ mode, status: (await member(mode).application.resource()).status })))
      return found.filter(({ mode, status }) =>
        status?.operation || status?.observedGeneration !== member(mode).generation
        || !['STABLE', 'SUSPENDED'].includes(status?.lifecycleState)
      ).map(({ mode }) => mode)
    },
  }
}
