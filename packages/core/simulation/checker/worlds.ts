import type { FlinkDeploymentSpec, UpgradeMode } from '../../src/resource/flink-deployment-spec.ts'
import type { Edit, FaultKind } from './interleaving.ts'

/** One small world of the published matrix: what is deployed, what people do to it, what may go wrong. */
export interface SmallWorld {
  readonly name: string
  readonly upgradeMode: UpgradeMode
  readonly highAvailability: boolean
  /** `Fresh`: the resource was just created. `Running`: its job runs and has a checkpoint. */
  readonly start: 'Fresh' | 'Running'
  readonly edits: readonly Edit[]
  readonly faultKinds: readonly FaultKind[]
  readonly faults: number
  readonly crashes: number
}

const job = (name: string, change: Partial<NonNullable<FlinkDeploymentSpec['job']>>): Edit =>
  ({ _tag: 'Spec', name, change: spec => (spec.job === null ? spec : { ...spec, job: { ...spec.job, ...change } }) })

const edit = job('edit', { parallelism: 2 })
const revert = job('revert', { parallelism: 1 })
const suspend = job('suspend', { state: 'suspended' })
const resume = job('resume', { state: 'running' })
const remove: Edit = { _tag: 'Delete', name: 'delete' }

const stories: readonly (Pick<SmallWorld, 'start' | 'edits'> & { readonly name: string })[] = [
  { name: 'first-deploy', start: 'Fresh', edits: [] },
  { name: 'edit-first-deploy', start: 'Fresh', edits: [edit] },
  { name: 'edit', start: 'Running', edits: [edit] },
  { name: 'suspend-resume', start: 'Running', edits: [suspend, resume] },
  { name: 'edit-revert', start: 'Running', edits: [edit, revert] },
  { name: 'delete', start: 'Running', edits: [remove] },
  { name: 'edit-delete', start: 'Running', edits: [edit, remove] },
  { name: 'edit-suspend', start: 'Running', edits: [edit, suspend] },
]

/** Which faults meet which story. One group of faults at a time keeps a world small; `Effects` meets every story. */
const faultGroups: readonly { readonly name: string; readonly kinds: readonly FaultKind[]; readonly faults: number; readonly crashes: number }[] = [
  { name: 'calm', kinds: [], faults: 0, crashes: 1 },
  { name: 'effects', kinds: ['Effects', 'Late'], faults: 1, crashes: 0 },
  { name: 'flink', kinds: ['Rest', 'JobManager', 'Job', 'Stop'], faults: 1, crashes: 0 },
  { name: 'kubernetes', kinds: ['Kubernetes', 'Stale', 'Deployment', 'HaLost'], faults: 1, crashes: 0 },
]

/** The published matrix: upgrade modes, HA on and off, stories, groups of faults. Without HA last-state is refused by validation for first deploys only where it rests on HA. */
export const matrix: readonly SmallWorld[] = (['stateless', 'savepoint', 'last-state'] as const).flatMap(upgradeMode =>
  [true, false].flatMap(highAvailability =>
    stories.flatMap(story =>
      faultGroups.map((group): SmallWorld => ({
        name: `${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/${story.name}/${group.name}`,
        upgradeMode, highAvailability, start: story.start, edits: story.edits, faultKinds: group.kinds, faults: group.faults, crashes: group.crashes,
      })),
    )))
