import { edit, remove, resume, revert, suspend } from './edits.ts'
import type { FaultKind } from './move.ts'
import { rowWorlds } from './row-worlds.ts'
import type { SmallWorld } from './small-world.ts'
import { awayWorlds, editWorlds, waitingWorlds } from './edit-worlds.ts'
import { largeSnapshotWorlds, snapshotWorlds } from './snapshot-worlds.ts'
import { moreTamperWorlds, tamperWorlds } from './tamper-worlds.ts'

type WorldStory = Pick<SmallWorld, 'start' | 'edits'> & { readonly name: string }

const stories: readonly WorldStory[] = [
  { name: 'first-deploy', start: 'Fresh', edits: [] },
  { name: 'edit', start: 'Running', edits: [edit] },
  { name: 'delete', start: 'Running', edits: [remove] },
]

/** A second edit may come at any point of the first one's way: these worlds are the largest. */
const suspendResume: WorldStory = { name: 'suspend-resume', start: 'Running', edits: [suspend, resume] }
const editRevert: WorldStory = { name: 'edit-revert', start: 'Running', edits: [edit, revert] }

const editFirstDeploy: WorldStory = { name: 'edit-first-deploy', start: 'Fresh', edits: [edit] }

const moreStories: readonly WorldStory[] = [
  editFirstDeploy,
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
/** An operator of another version ran for a moment, at any moment. */
const takeOver: readonly FaultGroup[] = [{ name: 'other-version', kinds: ['TakeOver'], faults: 1, crashes: 0 }]
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

/**
 * Left to the full matrix, so that the first one takes less than a minute: as large as others, and with one beside it that decides alike. Until there is state to lose all upgrade modes
 * do, and HA or not is only another rendering; a stateless job has nothing to lose, and goes the other modes' ways else. The `rows/` worlds reach no row that others don't.
 */
const isLarge = ({ name }: SmallWorld): boolean => [
  /^(stateless|last-state)\/.*\/first-deploy\/(effects|flink)$/u, /^last-state\/.*\/first-deploy\/kubernetes$/u, /\/no-ha\/first-deploy\/(effects|second-operator)$/u,
  /^stateless\/.*\/(edit|delete)\/(effects|flink|kubernetes)$/u, /^stateless\/.*\/(suspend-resume\/(answers|other-version)|edit-revert\/no-fault)$/u,
  /^rows\/(redeploy-no-ha-flink|redeploy-no-ha-answers|redeploy-delete|unhealthy-edit|rollback-jobmanager-restarts|edit-unrenderable-last-state|job-fails-flink-unreachable)$/u,
].some(pattern => pattern.test(name))

/** The rules as they are do not hold in these: they come back with the rules that do. */
const isToCome = ({ name }: SmallWorld): boolean =>
  /^(savepoint|last-state)\/no-ha\/edit-revert\/no-fault$|^rows\/(new-version-jobmanager-restarts|taken-over-cancelling-jobmanager-restarts|redeploy-while-upgrading)$/u.test(name)

/** What `npm run verify` explores: each world of it whole. Without HA last-state is refused by validation for first deploys only where it rests on HA. */
export const firstMatrix: readonly SmallWorld[] = [
  ...combined(stories, firstGroups), ...combined([suspendResume], exceptJobManager), ...combined([editRevert], noFault), ...combined(stories, moreGroups),
  ...combined(stories.filter(({ name }) => name !== 'edit'), rival).filter(({ upgradeMode }) => upgradeMode === 'savepoint'), ...combined([...stories, suspendResume], takeOver), ...rowWorlds, ...snapshotWorlds,
].filter(it => !isLarge(it) && !isToCome(it))

/** With the larger worlds, which may be cut off. */
export const matrix: readonly SmallWorld[] = [
  ...firstMatrix,
  ...[
    ...rowWorlds, ...largeSnapshotWorlds, ...combined([suspendResume], onlyJobManager), ...combined([editRevert, ...moreStories], firstGroups),
    ...combined([...stories, suspendResume, editRevert, ...moreStories], [...moreGroups, ...rival, ...takeOver]),
  ].filter(({ name }) => firstMatrix.every(it => it.name !== name)),
]

/** Worlds that the rules as they are do not hold in: each goes to the matrix with the rule that mends it. */
export const matrixToCome: readonly SmallWorld[] = [...tamperWorlds, ...editWorlds, ...waitingWorlds, ...awayWorlds, ...moreTamperWorlds].map(it => ({ ...it, waysOut: true as const }))

/** Every world there is, by name. */
export const allWorlds: readonly SmallWorld[] = [...matrix, ...matrixToCome]
