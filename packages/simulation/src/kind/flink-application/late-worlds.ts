import type { ManifestRequest } from '@flink-operator/core/action'
import type { Edit } from '../../checker/move.ts'
import type { SmallWorld } from '../../checker/small-world.ts'
import type { DeploymentObject, World } from '../../world/world.ts'
import { combined, type Story } from './application-worlds.ts'
import { applicationIn, edited, ofSpec, tearDown, two } from './application-edits.ts'
import { inZooKeeper } from './contradicted-worlds.ts'

/** The create of this Deployment, sent before without an answer. */
const sentBefore = (
  { name, input, labels, annotations, ownerUids, replicas, selector, podAnnotations }: DeploymentObject,
): ManifestRequest => ({
  _tag: 'ObjectManifest',
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  namespace: 'default',
  name,
  hard: true,
  object: {
    metadata: { name, labels: labels ?? {}, annotations, ownerReferences: ownerUids.map(uid => ({ uid })) },
    spec: {
      replicas,
      selector: { matchLabels: selector ?? {} },
      template: {
        metadata: { annotations: podAnnotations ?? {} },
        spec: {
          containers: [{
            image: input.image ?? '',
            env: [{
              name: 'FLINK_PROPERTIES',
              value: Object.entries({ ...input.configuration, 'kubernetes.cluster-id': input.clusterId })
                .map(([key, value]) => `${key}: ${value}\n`).join(''),
            }],
          }],
        },
      },
    },
  },
})

/** The JobManager Deployment of the live version was sent twice, and the first create is still on its way, for any time. */
const stillOnItsWay = (world: World): World => {
  const deployment = world.deployments.find(({ role }) => role === 'JobManager')
  return deployment === undefined ? world : {
    ...world,
    late: [{ action: { _tag: 'CreateObject', manifest: sentBefore(deployment) }, version: '', until: Number.MAX_SAFE_INTEGER }],
  }
}

/** A person deletes the JobManager Deployment of the version that ran first, in one of these phases. */
const loseFirst = (phases: readonly string[]): Edit => ({
  name: 'delete the JobManager Deployment of the first version',
  event: world => {
    const first = world.deployments.find(({ role, input }) => role === 'JobManager' && input.image === 'one')
    return first === undefined || first.deleting || !phases.includes(applicationIn(world)?.status.phase ?? '') ? null
      : { _tag: 'LoseDeployment', deployment: first.uid }
  },
})
const loseUpdated = loseFirst(['Cancelling', 'Savepointing'])

const ha = { flinkConfig: inZooKeeper }
const noFault = { name: 'no-fault', kinds: [], faults: 0, crashes: 0 } as const
const stateless = ofSpec('image two, savepointDisabled', { image: 'two', savepointDisabled: true })
const back = ofSpec('image one again', { image: 'one', savepointDisabled: false })
/** Once no version is left beside the one that runs. */
const backAfter = edited('image one again', (_spec, { phase }) => (phase === 'Running' ? { image: 'one', tearDownVersionHash: '' } : null))

const lateFromBefore = (stories: readonly Story[]): readonly SmallWorld[] =>
  combined('dual', stories, [noFault]).map(it => ({
    ...it,
    name: it.name.replace('/dual/', '/dual/late-from-before/'),
    arranged: stillOnItsWay,
  }))

/**
 * With high availability a JobManager runs again what its version left in HA metadata: one whose Deployment arrives late when the version
 * is over (A19), and one of a version that the user goes back to.
 */
export const lateWorlds: readonly SmallWorld[] = [
  ...lateFromBefore([{ name: 'edit', edits: [two] }]),
  ...combined('dual', [
    { name: 'ha/edit', edits: [two], spec: ha },
    { name: 'ha/edit-lose', edits: [two, loseUpdated], spec: ha },
    { name: 'ha/stateless-lose', edits: [stateless, loseUpdated], spec: ha },
  ], [noFault]),
]

/** Too large to be explored whole: no violation in as many states as docs/model-checker-worlds.md says. */
export const largeLateWorlds: readonly SmallWorld[] = [
  ...lateFromBefore([
    { name: 'ha/edit', edits: [two], spec: ha },
    { name: 'ha/stateless', edits: [stateless], spec: ha },
    { name: 'ha/stateless-lose', edits: [stateless, loseUpdated], spec: ha },
  ]),
  ...combined('dual', [{ name: 'ha/stateless-lose-back', edits: [stateless, loseUpdated, back], spec: ha }], [noFault]),
  ...combined('blue-green', [
    { name: 'ha/lose-tear-down', edits: [two, loseFirst(['DualRunning']), tearDown('deployHash'), backAfter], spec: ha },
  ], [noFault]),
]
