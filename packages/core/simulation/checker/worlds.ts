import { edit, remove, resume, revert, suspend } from './edits.ts'
import type { FaultKind } from './move.ts'
import { rowWorlds } from './row-worlds.ts'
import type { SmallWorld } from './small-world.ts'
import { awayWorlds, editWorlds, waitingWorlds } from './edit-worlds.ts'
import { byHandWorlds } from './by-hand-worlds.ts'
import { lateAndLostWorlds, lateFromBeforeWorlds } from './late-and-lost-worlds.ts'
import { largeSnapshotWorlds, snapshotWorlds } from './snapshot-worlds.ts'
import { pausedWorlds } from './paused-worlds.ts'
import { retentionWorlds } from './retention-worlds.ts'
import { serviceWorlds, strangerWorlds } from './stranger-worlds.ts'
import { moreTamperWorlds, tamperWorlds } from './tamper-worlds.ts'
import { clusterWorlds } from './session-cluster-worlds.ts'
import { oneJobWorlds, twoJobWorlds } from './session-job-worlds.ts'
import { zooKeeperPlaceWorlds, zooKeeperSessionWorlds, zooKeeperWorlds } from './zookeeper-worlds.ts'
import { copiedWorlds } from './session-copied-worlds.ts'
import { sessionTamperWorlds } from './session-tamper-worlds.ts'
import { simulatedKinds } from '../kinds.ts'

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

interface FaultGroup {
  readonly name: string
  readonly kinds: readonly FaultKind[]
  readonly faults: number
  readonly crashes: number
}

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
          upgradeMode,
          highAvailability,
          start: story.start,
          edits: story.edits,
          faultKinds: group.kinds,
          faults: group.faults,
          crashes: group.crashes,
        }))
      )
    )
  )

/**
 * Left to the full matrix, so that the first one takes less than a minute: as large as others, and with one beside it that decides alike.
 * Until there is state to lose all upgrade modes do, as they do when the resource is deleted (their worlds have the same number of states),
 * and HA or not is only another rendering; a stateless job has nothing to lose, and goes the other modes' ways else. The `rows/` worlds
 * reach no row that others don't.
 */
const isLarge = ({ name }: SmallWorld): boolean =>
  [
    /^(stateless|last-state)\/.*\/first-deploy\//u,
    /\/no-ha\/first-deploy\/(effects|second-operator)$/u,
    /^last-state\/.*\/delete\//u,
    /\/no-ha\/edit\/effects$/u,
    /^stateless\/.*\/edit\/(effects|flink|kubernetes)$/u,
    /^stateless\/.*\/delete\/(?!calm)/u,
    /^stateless\/.*\/(suspend-resume\/(answers|rest|other-version)|edit-revert\/no-fault)$/u,
    /^last-state\/ha\/edit\/(effects|flink|kubernetes)$/u,
    /^savepoint\/ha\/delete\/(flink|kubernetes|second-operator|jobmanager)$/u,
    /^stateless\/ha\/(edit\/(answers|jobmanager|rest|other-version)|suspend-resume\/calm)$/u,
    /^stateless\/no-ha\/edit\/(answers|jobmanager)$/u,
    /^(last-state\/no-ha|savepoint\/ha)\/suspend-resume\/other-version$/u,
    /^sessions\/savepoint\/ha\/tamper\/delete\/(unreadable|clock|others)$/u,
    /^sessions\/(stateless|last-state)\/no-ha\/one\/delete\/(answers|rest)$/u,
    /^(savepoint\/ha\/suspend-resume\/rest|(savepoint|last-state)\/no-ha\/suspend-resume\/answers|savepoint\/ha\/edit-revert\/no-fault)$/u,
    /^tamper\/savepoint\/.*\/edit\/clock$/u,
    /^savepoint\/ha\/(edit\/(flink|kubernetes|other-version)|first-deploy\/kubernetes|suspend-resume\/answers)$/u,
    /^savepoint\/no-ha\/(edit\/jobmanager|edit-revert\/no-fault|suspend-resume\/other-version)$/u,
    /^last-state\/no-ha\/(edit\/(flink|kubernetes)|edit-revert\/no-fault)$/u,
    /^last-state\/ha\/suspend-resume\/rest$/u,
    /^stateless\/(ha\/edit\/calm|no-ha\/(edit\/(rest|other-version)|suspend-resume\/calm))$/u,
    /^edits\/savepoint\/none\/edit\+restart\/adaptive$/u,
    /^snapshots\/(manual-then-gone-answers|manual-jobmanager-restarts|manual-twice|by-hand|history-edit-manual|history-upgrade-then-manual)$/u,
    /^rows\/(redeploy-flink|redeploy-while-upgrading|redeploy-suspend|redeploy-no-ha-flink|redeploy-no-ha-answers|redeploy-delete|unhealthy-edit|rollback-jobmanager-restarts|start-fails-after-(leadership|crash|pod-lost)|edit-unrenderable-last-state|job-fails-flink-unreachable|rollback-answers|redeploy-answers|redeploy-jobmanager-restarts|start-fails-rollback|manual-savepoint-suspend|edited-before-deploy|new-version-job-fails|rollback|pause-deployment-lost|(new-version|no-fallback|suspend)-deployment-lost|deployment-remade-(ha|stateless))$/u,
  ].some(pattern => pattern.test(name))

/** Tampering, objects of others, edits as a product, jobs that wait, an operator that is away, people who go past it. */
const reality: readonly SmallWorld[] = [
  ...tamperWorlds,
  ...moreTamperWorlds,
  ...editWorlds,
  ...waitingWorlds,
  ...awayWorlds,
  ...strangerWorlds,
  ...serviceWorlds,
  ...retentionWorlds,
  ...byHandWorlds,
  ...clusterWorlds,
  ...oneJobWorlds,
  ...twoJobWorlds,
  ...sessionTamperWorlds,
  ...copiedWorlds,
  ...pausedWorlds,
  ...lateAndLostWorlds,
  ...lateFromBeforeWorlds,
  ...zooKeeperWorlds,
  ...zooKeeperPlaceWorlds,
  ...zooKeeperSessionWorlds,
]

/**
 * Those that found what had been found by hand before (findings.test.ts), tampering while nothing is under way, and the smaller ones of
 * objects of others, of clocks and of a Service that is gone.
 */
const isOfFirst = ({ name }: SmallWorld): boolean =>
  [
    /^tamper\/.*\/idle\/(?!first-pairs)/u,
    /^edits\/savepoint\/none\/(edit\+restart|edit\+invalid-and-stateless|redeploy-suspended\+resume|suspend\+redeploy-suspended\+resume)\/no-fault$/u,
    /^edits\/savepoint\/none\/(savepoint-nonce\+edit\/away|edit\+restart\/adaptive|HA-zookeeper\+stateless\/no-fault|redeploy-alone\+stateless\/no-fault)$/u,
    /^edits\/last-state\/kubernetes\/(ingress|edit)\/rollback-of-the-first$/u,
    /^edits\/stateless\/kubernetes\/ingress\/rollback-of-the-first$/u,
    /^strangers\/savepoint\/no-ha\/(first-deploy|edit|delete)\/(deployment|labels)$/u,
    /^strangers\/savepoint\/no-ha\/delete\/service$/u,
    /^service-lost\/savepoint\/no-ha\/(edit|delete)$/u,
    /^tamper\/(savepoint|last-state)\/no-ha\/edit\/clock$/u,
    /^tamper\/savepoint\/no-ha\/edit\/unreadable$/u,
    /^by-hand\/.*\/idle\/(asked|scaled)$/u,
    /^late-from-before\/savepoint\/ha\/edit$/u,
    /^retention\/(cancel|code)-deletes\/last-state\/(ha|no-ha)\/(edit|HA-off|new-version)\/(calm|rest)$/u,
    /^edits\/last-state\/kubernetes\/(edit\+HA-off|HA-off\+take-it-back|HA-zookeeper\+take-it-back)\/no-fault$/u,
    /^(last-state|stateless)\/zookeeper\/edit\/(calm|unreachable)$/u,
    /^savepoint\/zookeeper\/delete\/(calm|unreachable)$/u,
    /^savepoint\/zookeeper\/move\/others-there$/u,
    /^last-state\/zookeeper\/edit\/(cut-off|not-named)$/u,
    /^sessions\/savepoint\/zookeeper\/one\/((edit|delete|edit-of-cluster)\/calm|first\/others-before|edit-of-cluster\/spoilt)$/u,
    /^sessions\/savepoint\/ha\/one\/edit-of-cluster\/crash$/u,
    /^sessions\/last-state\/no-ha\/one\/suspend-then-edit-cluster\/no-fault$/u,
    /^sessions\/stateless\/.*\/cluster\/(first-deploy|edit|delete)\/(calm|flink)$/u,
    /^sessions\/.*\/no-ha\/one\/(edit|delete)\/(calm|answers|rest)$/u,
    /^sessions\/savepoint\/no-ha\/one\/(edit|delete)\/(jobmanager|job|other-version)$/u,
    /^sessions\/.*\/ha\/one\/(edit|delete)\/calm$/u,
    /^sessions\/savepoint\/.*\/one\/(edit-of-cluster|delete-both|delete-cluster-first|restart|redeploy|pause)\/no-fault$/u,
    /^sessions\/savepoint\/.*\/tamper\/(idle|delete)\/(unreadable|clock|others|finalizer)$/u,
    /^sessions\/savepoint\/.*\/tamper\/(created|restored)-again\/(calm|jobmanager)$/u,
    /^sessions\/savepoint\/ha\/copied\/(savepoint|edit-over-another)\/no-fault$/u,
    /^sessions\/savepoint\/no-ha\/one\/(first\/rest|(invalid|savepoint-nonce)\/no-fault|(suspend-resume|restart-failed)\/calm)$/u,
    /^sessions\/savepoint\/.*\/one\/cluster-goes\/calm$/u,
    /^sessions\/.*\/no-ha\/two\/(delete-one|edit-one)\/no-fault$/u,
  ].some(pattern => pattern.test(name))

/** Of the kinds, beside those of the first matrix. */
const largeWorlds: readonly SmallWorld[] = simulatedKinds.flatMap(kind => kind.largeWorlds ?? [])

/** What the rules do not hold in yet, or was not explored whole since they were mended: told by `--world` alone, until it is. */
const isNotHeldYet = ({ name }: SmallWorld): boolean => notHeldYet.some(pattern => pattern.test(name))
const notHeldYet: readonly RegExp[] = [
  // the clock of a world may stand still: an attempt that is minted anew, when its record is gone, has the id of the one before (P06)
  /^tamper\/(savepoint|last-state)\/ha\/idle\/first-pairs$/u,
  // pairs of fields, not explored whole: no violation in as many states as docs/model-checker-worlds.md says
  /^tamper\/.*\/(edit|suspend-resume|delete)\/pairs(-put-back)?$/u,
  /^sessions\/.*\/tamper\/((first|edit|suspend-resume|delete)\/pairs|[a-z-]+\/pairs-put-back)$/u,
  /^applications\/.*\/tamper\/(edit|delete)\/removed-[^/]*\+/u,
  /^blue-green\/tamper\/(removed|taken-back-removed|switch-suspend-removed)-[^/]*\+/u,
  /^blue-green\/tamper\/suspended-removed-(?!lastReconciledSpec|blueGreenState\+lastReconciledSpec)[^/]*\+/u,
  // copies of jobs that were taken over, the same
  /^sessions\/.*\/copied\/((of-suspended|while-edited)-taken-over\/no-fault|[a-z-]+-taken-over\/jobmanager)$/u,
]

/** What the first matrix is chosen from. */
const smallWorlds: readonly SmallWorld[] = [
  ...combined(stories, firstGroups),
  ...combined([suspendResume], exceptJobManager),
  ...combined([editRevert], noFault),
  ...combined(stories, moreGroups),
  ...combined(stories.filter(({ name }) => name !== 'edit'), rival).filter(({ upgradeMode }) => upgradeMode === 'savepoint'),
  ...combined([...stories, suspendResume], takeOver),
  ...rowWorlds,
  ...snapshotWorlds,
  ...simulatedKinds.flatMap(({ worlds }) => worlds ?? []),
  ...reality.filter(isOfFirst),
]

/**
 * What `npm run verify` explores: each world of it whole. Without HA last-state is refused by validation for first deploys only where it
 * rests on HA.
 */
export const firstMatrix: readonly SmallWorld[] = smallWorlds.filter(it => !isLarge(it) && !isNotHeldYet(it))

/** Each name once: the first of them. */
const once = (worlds: readonly SmallWorld[]): readonly SmallWorld[] =>
  [
    ...new Map(worlds.toReversed().map(it => [it.name, it])).values(),
  ].toReversed()

/** Every world that is explored somewhere: what one list leaves out is still one of these. */
const everyWorld: readonly SmallWorld[] = once([
  ...firstMatrix,
  ...smallWorlds,
  ...largeSnapshotWorlds,
  ...largeWorlds,
  ...combined([...stories, suspendResume, editRevert, ...moreStories], firstGroups),
  ...combined([...stories, suspendResume, editRevert, ...moreStories], [...moreGroups, ...rival, ...takeOver]),
  ...reality,
])

/** With the larger worlds, which may be cut off. */
export const matrix: readonly SmallWorld[] = everyWorld.filter(it => !isNotHeldYet(it))

/** Every world there is, by name. */
export const allWorlds: readonly SmallWorld[] = [
  ...matrix,
  ...everyWorld.filter(isNotHeldYet),
  ...simulatedKinds.flatMap(({ walkedWorlds }) => walkedWorlds ?? []),
]
