import type { ClusterManifestInput } from '@flink-operator/core/action'
import type { UpgradeMode } from '@flink-operator/core/resource'
import { flinkDeploymentOf } from '../world/resources.ts'
import { lateArrivalMillis } from '../world/perform.ts'
import type { World } from '../world/world.ts'
import { edit, remove } from './edits.ts'
import { editCluster } from './session-cluster-worlds.ts'
import type { SmallWorld } from './small-world.ts'

const modes: readonly UpgradeMode[] = ['savepoint', 'last-state']

/**
 * A late answer, and a user who deletes a Deployment: an object that was sent without an answer arrives, runs and is deleted, or
 * arrives when its attempt is over (ADR 29).
 */
export const lateAndLostWorlds: readonly SmallWorld[] = modes.flatMap(upgradeMode =>
  [true, false].map((highAvailability): SmallWorld => ({
    name: `late-and-lost/${upgradeMode}/${highAvailability ? 'ha' : 'no-ha'}/edit`,
    upgradeMode,
    highAvailability,
    start: 'Running',
    edits: [edit],
    faultKinds: ['Late', 'Deployment'],
    faults: 2,
    crashes: 0,
  }))
)

/** The job id of that attempt. */
export const attemptThatIsOver = 'e'.repeat(32)

/** The Deployment of an abandoned attempt has not arrived yet, or never arrives. */
const stillOnItsWay = (world: World): World => {
  const [deployment] = world.deployments
  const resource = flinkDeploymentOf(world)
  if (deployment === undefined || resource === null) return world
  const { meta: { namespace, name, uid } } = resource
  const input: ClusterManifestInput = {
    ...deployment.input,
    namespace,
    attempt: attemptThatIsOver,
    mode: 'native',
    owner: { apiVersion: '', kind: '', name, uid },
    jobManagerPodTemplate: null,
    taskManagerPodTemplate: null,
    logConfiguration: {},
  }
  const manifest = { _tag: 'ClusterManifest', part: 'JobManagerDeployment', input } as const
  return { ...world, late: [{ action: { _tag: 'CreateObject', manifest }, version: '', until: world.now + lateArrivalMillis }] }
}

const stories: readonly (readonly [string, Partial<SmallWorld>])[] = [
  ['stateless/ha/edit', { upgradeMode: 'stateless', edits: [edit] }],
  ['last-state/ha/edit', { edits: [edit] }],
  ['savepoint/ha/edit', { upgradeMode: 'savepoint', edits: [edit] }],
  ['last-state/ha/delete', { edits: [remove] }],
  ['session-cluster/ha/edit', { upgradeMode: 'stateless', edits: [editCluster], sessionJobs: [] }],
  ['session-cluster/ha/delete', { upgradeMode: 'stateless', edits: [remove], sessionJobs: [] }],
]

/**
 * The Deployment of an attempt that is over arrives at any moment, also after the last query before the operator deletes HA metadata
 * (P05).
 */
export const lateFromBeforeWorlds: readonly SmallWorld[] = stories.map(([name, of]): SmallWorld => ({
  name: `late-from-before/${name}`,
  upgradeMode: 'last-state',
  highAvailability: true,
  start: 'Running',
  edits: [],
  faultKinds: [],
  faults: 0,
  crashes: 0,
  takenOver: stillOnItsWay,
  ...of,
}))
