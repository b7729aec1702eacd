import { slowStartMillis } from '@flink-operator/core/job'
import type { UpgradeMode } from '@flink-operator/core/resource'
import {
  edit,
  haInKubernetes,
  haInZooKeeper,
  ingress,
  invalid,
  invalidRedeploy,
  invalidStateless,
  newVersion,
  ofMode,
  redeployAlone,
  redeploySuspended,
  restart,
  resume,
  resumeStateless,
  savepointNonce,
  suspend,
  takeBack,
  withoutHa,
  zooKeeper,
} from './edits.ts'
import type { Edit, FaultKind } from './move.ts'
import { rollbacks, slowMain, soonGivenUp } from './row-worlds.ts'
import type { SmallWorld } from './small-world.ts'

interface Base {
  readonly name: string
  readonly upgradeMode: UpgradeMode
  readonly ha: 'none' | 'kubernetes' | 'zookeeper'
}

const base = (upgradeMode: UpgradeMode, ha: Base['ha']): Base => ({ name: `${upgradeMode}/${ha}`, upgradeMode, ha })
const bases: readonly Base[] = [
  base('savepoint', 'none'),
  base('savepoint', 'kubernetes'),
  base('savepoint', 'zookeeper'),
  base('last-state', 'none'),
  base('last-state', 'kubernetes'),
  base('last-state', 'zookeeper'),
  base('stateless', 'none'),
  base('stateless', 'kubernetes'),
]

/** The edits that a user may make; an edit that would change nothing is left out. */
const changes: readonly Edit[] = [
  edit,
  ofMode('stateless'),
  ofMode('savepoint'),
  ofMode('last-state'),
  withoutHa,
  haInKubernetes,
  haInZooKeeper,
  suspend,
  ingress,
  redeployAlone,
  redeploySuspended,
  restart,
  savepointNonce,
  newVersion,
  invalid,
  invalidStateless,
  invalidRedeploy,
]
/** The second edit, at any moment after the first. */
const later: readonly Edit[] = [...changes, resume, takeBack]

const isChange = ({ upgradeMode, ha }: Base, { name }: Edit): boolean =>
  name !== upgradeMode && name !== `HA ${ha}` && !(ha === 'none' && name === 'HA off')

const dashed = ({ name }: Edit): string => name.replace(/[ ,]+/gu, '-')

const world = (from: Base, edits: readonly Edit[], name: string, rest: Partial<SmallWorld> = {}): SmallWorld => {
  const { configuration, horizons, ...other } = rest
  const asksForSavepoint = edits.includes(savepointNonce)
  return {
    name: `edits/${from.name}/${edits.map(dashed).join('+')}/${name}`,
    upgradeMode: from.upgradeMode,
    highAvailability: from.ha === 'kubernetes',
    start: 'Resumed',
    edits,
    faultKinds: [],
    faults: 0,
    crashes: 0,
    configuration: {
      ...(from.ha === 'zookeeper' ? zooKeeper : {}),
      ...(asksForSavepoint ? soonGivenUp.configuration : {}),
      ...configuration,
    },
    ...(asksForSavepoint || horizons !== undefined ? { horizons: { ...(asksForSavepoint ? soonGivenUp.horizons : {}), ...horizons } } : {}),
    ...other,
  }
}

/**
 * A job that fails at once, in a JobManager that restarts, is reported only after the slow-start time. Where only Flink can end it,
 * the operator takes it for ended after twice that time.
 */
const slow: Readonly<Record<Base['ha'], Partial<SmallWorld>>> = {
  none: {},
  kubernetes: slowMain,
  zookeeper: { ...slowMain, horizons: { jobMissedSince: 2 * slowStartMillis } },
}

const fault = (kinds: readonly FaultKind[]): Partial<SmallWorld> => ({ faultKinds: kinds, faults: 1 })

const pairs = (from: Base): readonly (readonly Edit[])[] =>
  changes.filter(it => isChange(from, it)).flatMap(first => later.filter(it => it !== first).map(second => [first, second]))

/** One edit, with faults; two edits, the second at any moment after the first; with rollback (which needs HA) and without. */
export const editWorlds: readonly SmallWorld[] = bases.flatMap(from => [
  ...changes.filter(it => isChange(from, it)).flatMap(it => [
    world(from, [it], 'jobmanager', {
      ...fault(['JobManager']),
      ...(it === redeployAlone || (it.name === 'stateless' && from.ha === 'zookeeper') ? slow[from.ha] : {}),
    }),
    ...(from.ha === 'none' ? [] : [
      world(from, [it], 'rollback', { ...rollbacks, ...fault(['Restart', 'Finish']) }),
      world(from, [it], 'rollback-of-the-first', { ...rollbacks, ...fault(['Restart', 'Finish']), start: 'Running' }),
    ]),
  ]),
  ...pairs(from).map(edits => world(from, edits, 'no-fault')),
  ...(from.ha === 'none' ? [] : pairs(from).map(edits => world(from, edits, 'rollback-no-fault', rollbacks))),
  world(from, [redeploySuspended, resume, takeBack], 'no-fault'),
  world(from, [suspend, redeploySuspended, resume], 'no-fault'),
  ...(from.upgradeMode === 'stateless' ? [] : [world(from, [suspend, resumeStateless, takeBack], 'no-fault')]),
  world(from, [edit, invalidStateless], 'jobmanager', fault(['JobManager'])),
])

const adaptive = { 'jobmanager.scheduler': 'adaptive', 'kubernetes.operator.job.upgrade.inplace-scaling.enabled': 'false' }

/** A job that waits for TaskManagers, as it does for long with the adaptive scheduler: nothing shows yet what it was restored from. */
export const waitingWorlds: readonly SmallWorld[] = bases.flatMap(from => [
  world(from, [edit, restart], 'adaptive', { configuration: adaptive }),
  world(from, [edit, suspend, resume], 'adaptive', { configuration: adaptive }),
  world(from, [edit], 'adaptive-faults', { configuration: adaptive, ...fault(['JobManager', 'Rest', 'Job']) }),
  world(from, [edit, takeBack], 'adaptive', { configuration: adaptive }),
])

/** The operator is down for longer than Flink remembers operations: it may take an older listed savepoint for the forgotten one. */
export const awayWorlds: readonly SmallWorld[] = bases.flatMap(from => [
  world(from, [edit], 'away', fault(['Away'])),
  world(from, [savepointNonce, edit], 'away', fault(['Away'])),
  world(from, [suspend, resume], 'away', fault(['Away'])),
  world(from, [savepointNonce, suspend, resume], 'away', fault(['Away'])),
  world(from, [redeployAlone], 'away', fault(['Away'])),
])
