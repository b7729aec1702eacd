import { edit, remove, resume, revert, suspend } from './edits.ts'
import type { FaultKind } from './move.ts'
import { rowWorlds } from './row-worlds.ts'
import type { SmallWorld } from './small-world.ts'
import { awayWorlds, editWorlds, waitingWorlds } from './edit-worlds.ts'
import { byHandWorlds } from './by-hand-worlds.ts'
import { lateAndLostWorlds, lateFromBeforeWorlds } from './late-and-lost-worlds.ts'
import { largeSnapshotWorlds, snapshotWorlds } from './snapshot-worlds.ts'
import { lateRunWorlds } from './late-run-worlds.ts'
import { pausedWorlds } from './paused-worlds.ts'
import { retentionWorlds } from './retention-worlds.ts'
import { serviceWorlds, foreignObjectWorlds } from './foreign-object-worlds.ts'
import { moreTamperWorlds, tamperWorlds } from './tamper-worlds.ts'
import { clusterWorlds } from './session-cluster-worlds.ts'
import { oneJobWorlds, twoJobWorlds } from './session-job-worlds.ts'
import { zooKeeperPlaceWorlds, zooKeeperSessionWorlds, zooKeeperWorlds } from './zookeeper-worlds.ts'
import { standaloneWorlds } from './standalone-worlds.ts'
import { copiedWorlds } from './session-copied-worlds.ts'
import { sessionTamperWorlds } from './session-tamper-worlds.ts'
import { autoscalerWorlds } from '../autoscaler/autoscaler-worlds.ts'
import { simulatedKinds } from '../kinds.ts'

type WorldStory = Pick<SmallWorld, 'start' | 'edits'> & { readonly name: string }

const stories: readonly WorldStory[] = [
  { name: 'first-deploy', start: 'Fresh', edits: [] },
  { name: 'edit', start: 'Running', edits: [edit] },
  { name: 'delete', start: 'Running', edits: [remove] },
]

/** The second edit may happen at any point after the first: these worlds are the largest. */
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

/** The faults that each story is combined with. One fault of one kind keeps a world small enough to be explored whole. */
const firstGroups: readonly FaultGroup[] = [
  { name: 'calm', kinds: [], faults: 0, crashes: 1 },
  { name: 'answers', kinds: ['Effects'], faults: 1, crashes: 0 },
  { name: 'jobmanager', kinds: ['JobManager'], faults: 1, crashes: 0 },
  { name: 'rest', kinds: ['Rest'], faults: 1, crashes: 0 },
]
/**
 * Two operators at once, which the operator relies on not to happen (K10): the second one has decided, maybe from an old cache, and
 * acts in between.
 */
const rival: readonly FaultGroup[] = [{ name: 'second-operator', kinds: ['Rival'], faults: 1, crashes: 0 }]
/** An operator of another version ran briefly, at any moment. */
const takeOver: readonly FaultGroup[] = [{ name: 'other-version', kinds: ['TakeOver'], faults: 1, crashes: 0 }]
const noFault: readonly FaultGroup[] = [{ name: 'no-fault', kinds: [], faults: 0, crashes: 0 }]
const exceptJobManager = firstGroups.filter(({ name }) => name !== 'jobmanager')

/** Faults of one side together, and late answers: their worlds are larger. */
const moreGroups: readonly FaultGroup[] = [
  { name: 'effects', kinds: ['Effects', 'Late'], faults: 1, crashes: 0 },
  { name: 'flink', kinds: ['Rest', 'JobManager', 'PodLost', 'Job', 'Stop'], faults: 1, crashes: 0 },
  { name: 'kubernetes', kinds: ['Kubernetes', 'Stale', 'Deployment', 'HaLost'], faults: 1, crashes: 0 },
]

const combined = (reported: readonly WorldStory[], groups: readonly FaultGroup[]): readonly SmallWorld[] =>
  (['stateless', 'savepoint', 'last-state'] as const).flatMap(upgradeMode =>
    [true, false].flatMap(highAvailability =>
      reported.flatMap(story =>
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
 * Worlds left to the full matrix, so that the first one takes less than a minute: they are large, and another world decides alike.
 * Until a job has state to lose, all upgrade modes act alike, as they do when the resource is deleted (their worlds have equally many
 * states), and HA changes only the rendering. A stateless job has nothing to lose, and otherwise acts as in the other modes. The large
 * `rows/` worlds reach no row that others don't.
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

/** Tampering, foreign objects, products of edits, jobs that wait, an operator that is down, users who bypass it. */
const reality: readonly SmallWorld[] = [
  ...tamperWorlds,
  ...moreTamperWorlds,
  ...editWorlds,
  ...waitingWorlds,
  ...awayWorlds,
  ...foreignObjectWorlds,
  ...serviceWorlds,
  ...retentionWorlds,
  ...byHandWorlds,
  ...clusterWorlds,
  ...standaloneWorlds,
  ...oneJobWorlds,
  ...twoJobWorlds,
  ...sessionTamperWorlds,
  ...copiedWorlds,
  ...pausedWorlds,
  ...lateAndLostWorlds,
  ...lateFromBeforeWorlds,
  ...lateRunWorlds,
  ...zooKeeperWorlds,
  ...zooKeeperPlaceWorlds,
  ...zooKeeperSessionWorlds,
  ...autoscalerWorlds,
]

/**
 * Worlds that found bugs which had been found manually before (findings.test.ts), tampering while the operator is idle, and the
 * smaller worlds of foreign objects, of clocks and of a deleted Service.
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
    /^sessions\/.*\/late-run\/rest\/no-fault$/u,
    /^sessions\/savepoint\/.*\/one\/move(-and-(delete|edit-cluster|delete-cluster))?\/no-fault$/u,
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
    /^autoscaler\/in-place\/constant\/(no-fault|calm)$/u,
    /^sessions\/savepoint\/no-ha\/one\/(first\/rest|(invalid|savepoint-nonce)\/no-fault|(suspend-resume|restart-failed)\/calm)$/u,
    /^sessions\/savepoint\/.*\/one\/cluster-goes\/calm$/u,
    /^sessions\/.*\/no-ha\/two\/((delete-one|edit-one)\/no-fault|history-that-another-names\/calm)$/u,
  ].some(pattern => pattern.test(name))

/** The kinds' own worlds, in addition to those of the first matrix. */
const largeWorlds: readonly SmallWorld[] = simulatedKinds.flatMap(kind => kind.largeWorlds ?? [])

/** Worlds in which the rules still violate a property, or that were not explored whole since a fix: only `--world` explores them. */
const isNotHeldYet = ({ name }: SmallWorld): boolean => notHeldYet.some(pattern => pattern.test(name))
const notHeldYet: readonly RegExp[] = [
  // A world's clock may not advance: a new attempt, after its record was removed, then has the id of the one before (P06).
  /^tamper\/(savepoint|last-state)\/ha\/idle\/first-pairs$/u,
  // pairs of fields, not explored whole: no violation in as many states as docs/model-checker-worlds.md says
  /^tamper\/.*\/(edit|suspend-resume|delete)\/pairs(-put-back)?$/u,
  /^sessions\/.*\/tamper\/((first|edit|suspend-resume|delete)\/pairs|[a-z-]+\/pairs-put-back)$/u,
  /^applications\/.*\/tamper\/(edit|delete)\/(removed|put-back)-[^/]*\+/u,
  /^blue-green\/tamper\/(taken-back-|switch-suspend-|redeploy-|delete-)?(removed|put-back)-[^/]*\+/u,
  // autoscaled jobs, not explored whole: no violation in as many states as docs/model-checker-worlds.md says
  /^autoscaler\/(?!in-place\/(constant\/(no-fault|calm)|step-up\/no-fault)$)/u,
  // single fields in further stories of a blue/green deployment, with the same result
  /^blue-green\/tamper\/(taken-back|switch-suspend|redeploy|delete)-(removed|put-back)-[^/+]*\/no-fault$/u,
  // cluster and session job edited together, with a fault, with the same result
  /^sessions\/.*\/one\/(edit-of-both|suspend-then-edit-cluster)\/(calm|jobmanager|stop)$/u,
  // copies of jobs that were taken over, with the same result
  /^sessions\/.*\/copied\/((of-suspended|while-edited)-taken-over\/no-fault|[a-z-]+-taken-over\/jobmanager)$/u,
]

/** The worlds that the first matrix is chosen from. */
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
 * The worlds that `npm run verify` explores whole. Without HA, last-state worlds are included: validation refuses last-state for a
 * first deploy only where it relies on HA.
 */
export const firstMatrix: readonly SmallWorld[] = smallWorlds.filter(it => !isLarge(it) && !isNotHeldYet(it))

/** Keeps the first world of each name. */
const once = (worlds: readonly SmallWorld[]): readonly SmallWorld[] =>
  [
    ...new Map(worlds.toReversed().map(it => [it.name, it])).values(),
  ].toReversed()

/** Every world that some list explores: a world that one list leaves out is still in here. */
const everyWorld: readonly SmallWorld[] = once([
  ...firstMatrix,
  ...smallWorlds,
  ...largeSnapshotWorlds,
  ...largeWorlds,
  ...combined([...stories, suspendResume, editRevert, ...moreStories], firstGroups),
  ...combined([...stories, suspendResume, editRevert, ...moreStories], [...moreGroups, ...rival, ...takeOver]),
  ...reality,
])

/** The full matrix with the larger worlds, which may be cut off. */
export const matrix: readonly SmallWorld[] = everyWorld.filter(it => !isNotHeldYet(it))

/** Every world, by name. */
export const allWorlds: readonly SmallWorld[] = [
  ...matrix,
  ...everyWorld.filter(isNotHeldYet),
  ...simulatedKinds.flatMap(({ walkedWorlds }) => walkedWorlds ?? []),
]
