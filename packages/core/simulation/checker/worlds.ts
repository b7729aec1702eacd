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
  /** Flink configuration beside that of all worlds. */
  readonly configuration?: Readonly<Record<string, string>>
  /** What the spec is created with instead. */
  readonly created?: (spec: FlinkDeploymentSpec) => FlinkDeploymentSpec
}

type Change = (spec: FlinkDeploymentSpec) => FlinkDeploymentSpec

const ofJob = (change: Partial<NonNullable<FlinkDeploymentSpec['job']>>): Change => spec => (spec.job === null ? spec : { ...spec, job: { ...spec.job, ...change } })
const configured = (values: Readonly<Record<string, string>>): Change => spec => ({ ...spec, flinkConfiguration: { ...spec.flinkConfiguration, ...values } })

/** The same spec is changed to the same object, each time. */
const remembered = (change: Change): Change => {
  const made = new WeakMap<FlinkDeploymentSpec, FlinkDeploymentSpec>()
  return before => {
    const known = made.get(before)
    if (known !== undefined) return known
    const after = change(before)
    made.set(before, after)
    return after
  }
}
const spec = (name: string, change: Change): Edit => ({ _tag: 'Spec', name, change: remembered(change) })

const edit = spec('edit', ofJob({ parallelism: 2 }))
const revert = spec('revert', ofJob({ parallelism: 1 }))
const suspend = spec('suspend', ofJob({ state: 'suspended' }))
const resume = spec('resume', ofJob({ state: 'running' }))
const remove: Edit = { _tag: 'Delete', name: 'delete' }
const newVersion = spec('new version', it => ({ ...it, flinkVersion: 'v2_0', image: 'flink:2.0' }))
const withoutHa = spec('HA off', configured({ 'high-availability.type': 'NONE' }))
const invalid = spec('invalid', ofJob({ parallelism: -1 }))

type WorldStory = Pick<SmallWorld, 'start' | 'edits'> & { readonly name: string }

const stories: readonly WorldStory[] = [
  { name: 'first-deploy', start: 'Fresh', edits: [] },
  { name: 'edit', start: 'Running', edits: [edit] },
  { name: 'delete', start: 'Running', edits: [remove] },
]

/** A second edit may come at any point of the first one's way: these worlds are the largest. */
const suspendResume: WorldStory = { name: 'suspend-resume', start: 'Running', edits: [suspend, resume] }
const editRevert: WorldStory = { name: 'edit-revert', start: 'Running', edits: [edit, revert] }

const moreStories: readonly WorldStory[] = [
  { name: 'edit-first-deploy', start: 'Fresh', edits: [edit] },
  { name: 'edit-delete', start: 'Running', edits: [edit, remove] },
  { name: 'edit-suspend', start: 'Running', edits: [edit, suspend] },
]

interface FaultGroup { readonly name: string; readonly kinds: readonly FaultKind[]; readonly faults: number; readonly crashes: number }

/** Which faults meet which story. One kind of fault at a time, once, keeps a world small enough to be explored whole. */
const firstGroups: readonly FaultGroup[] = [
  { name: 'calm', kinds: [], faults: 0, crashes: 1 },
  { name: 'answers', kinds: ['Effects'], faults: 1, crashes: 0 },
  { name: 'jobmanager', kinds: ['JobManager'], faults: 1, crashes: 0 },
  { name: 'rest', kinds: ['Rest'], faults: 1, crashes: 0 },
]
/** Two operators at once, against what is relied on (K10): the second one has decided, maybe from an old cache, and acts in between. */
const rival: readonly FaultGroup[] = [{ name: 'second-operator', kinds: ['Rival'], faults: 1, crashes: 0 }]
const noFault: readonly FaultGroup[] = [{ name: 'no-fault', kinds: [], faults: 0, crashes: 0 }]
const exceptJobManager = firstGroups.filter(({ name }) => name !== 'jobmanager')
const onlyJobManager = firstGroups.filter(({ name }) => name === 'jobmanager')

/** Faults of one side together, and late answers: their worlds are larger. */
const moreGroups: readonly FaultGroup[] = [
  { name: 'effects', kinds: ['Effects', 'Late'], faults: 1, crashes: 0 },
  { name: 'flink', kinds: ['Rest', 'JobManager', 'PodLost', 'Job', 'Stop'], faults: 1, crashes: 0 },
  { name: 'kubernetes', kinds: ['Kubernetes', 'Stale', 'Deployment', 'HaLost'], faults: 1, crashes: 0 },
]

const combined = (told: readonly WorldStory[], groups: readonly FaultGroup[]): readonly SmallWorld[] =>
  (['stateless', 'savepoint', 'last-state'] as const).flatMap(upgradeMode =>
    [true, false].flatMap(highAvailability =>
      told.flatMap(story =>
        groups.map((group): SmallWorld => ({
          name: `${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/${story.name}/${group.name}`,
          upgradeMode, highAvailability, start: story.start, edits: story.edits, faultKinds: group.kinds, faults: group.faults, crashes: group.crashes,
        })))))

const tiny = (name: string, upgradeMode: UpgradeMode, highAvailability: boolean, rest: Partial<SmallWorld>): SmallWorld =>
  ({ name: `rows/${name}`, upgradeMode, highAvailability, start: 'Running', edits: [], faultKinds: [], faults: 0, crashes: 0, ...rest })

const maxAge = (age: string): Readonly<Record<string, string>> => ({ 'kubernetes.operator.job.upgrade.last-state.max.allowed.checkpoint.age': age })
const shortTtl = { 'kubernetes.operator.jm-deployment.shutdown-ttl': '5 s' }
const fallbackOff = { 'kubernetes.operator.job.upgrade.last-state-fallback.enabled': 'false' }

/** Worlds that reach rows of the decision tables that the stories do not come to. */
const rowWorlds: readonly SmallWorld[] = [
  tiny('created-suspended', 'savepoint', true, { start: 'Fresh', created: ofJob({ state: 'suspended' }), edits: [edit, resume] }),
  tiny('created-invalid', 'savepoint', true, { start: 'Fresh', created: ofJob({ parallelism: -1 }), edits: [revert] }),
  tiny('edited-invalid', 'savepoint', true, { edits: [invalid] }),
  tiny('edited-while-suspended', 'savepoint', true, { edits: [suspend, edit] }),
  tiny('edited-then-suspended', 'savepoint', true, { edits: [edit, suspend] }),
  tiny('edited-before-deploy', 'savepoint', true, { start: 'Fresh', edits: [edit] }),
  tiny('suspended-ttl', 'savepoint', true, { edits: [suspend], configuration: shortTtl }),
  tiny('job-fails-ttl', 'last-state', true, { faultKinds: ['Job'], faults: 1, configuration: shortTtl }),
  tiny('new-version', 'last-state', true, { edits: [newVersion] }),
  tiny('new-version-job-fails', 'last-state', true, { edits: [newVersion], faultKinds: ['Job'], faults: 1 }),
  tiny('new-version-jobmanager-restarts', 'last-state', true, { edits: [newVersion], faultKinds: ['JobManager'], faults: 1 }),
  tiny('new-version-no-directory', 'last-state', true, { edits: [newVersion], configuration: { 'execution.checkpointing.savepoint-dir': '' } }),
  tiny('ha-off', 'last-state', true, { edits: [withoutHa] }),
  tiny('old-checkpoint', 'last-state', true, { edits: [edit], configuration: maxAge('10 s') }),
  tiny('young-job', 'last-state', true, { edits: [edit], configuration: maxAge('1 h') }),
  tiny('no-fallback', 'savepoint', true, { edits: [edit], configuration: fallbackOff, faultKinds: ['Job'], faults: 1 }),
  tiny('job-fails', 'last-state', true, { edits: [edit], faultKinds: ['Job'], faults: 1 }),
  tiny('job-fails-flink-unreachable', 'savepoint', true, { edits: [edit], faultKinds: ['Job', 'Rest'], faults: 2 }),
  tiny('job-fails-no-ha', 'savepoint', false, { edits: [edit], faultKinds: ['Job'], faults: 1 }),
  tiny('job-fails-restart', 'last-state', true, { faultKinds: ['Job'], faults: 1, configuration: { 'kubernetes.operator.job.restart.failed': 'true' } }),
  tiny('recovery-off', 'last-state', true, { faultKinds: ['Deployment'], faults: 1, configuration: { 'kubernetes.operator.jm-deployment-recovery.enabled': 'false' } }),
  tiny('deployment-lost', 'last-state', true, { faultKinds: ['Deployment'], faults: 1 }),
  tiny('deployment-lost-no-ha', 'savepoint', false, { edits: [edit], faultKinds: ['Deployment'], faults: 1 }),
  tiny('deployment-and-ha-lost', 'last-state', true, { faultKinds: ['Deployment', 'HaLost'], faults: 2 }),
  tiny('deployment-lost-api-down', 'last-state', true, { faultKinds: ['Deployment', 'Kubernetes'], faults: 2 }),
  tiny('suspended-ha-lost', 'last-state', true, { edits: [suspend, resume], faultKinds: ['HaLost'], faults: 1 }),
  tiny('suspended-api-down', 'last-state', true, { edits: [suspend, resume], faultKinds: ['Kubernetes'], faults: 1 }),
]

/** What `npm run verify` explores: each world of it whole. Without HA last-state is refused by validation for first deploys only where it rests on HA. */
export const firstMatrix: readonly SmallWorld[] = [
  ...combined(stories, firstGroups), ...combined([suspendResume], exceptJobManager), ...combined([editRevert], noFault), ...rowWorlds,
]

/** With the larger worlds, which may be cut off. */
export const matrix: readonly SmallWorld[] = [
  ...firstMatrix, ...combined([suspendResume], onlyJobManager), ...combined([editRevert, ...moreStories], firstGroups),
  ...combined([...stories, suspendResume, editRevert, ...moreStories], [...moreGroups, ...rival]),
]
