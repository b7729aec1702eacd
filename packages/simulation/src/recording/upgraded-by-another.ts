import { lastStateMarker } from '@flink-operator/core/resource'
import { storedAt } from '../flink/ghost-progress.ts'
import { isAlive } from '../flink/job-manager-process.ts'
import { step } from '../world/step-world.ts'
import type { WorldEvent } from '../world/world-event.ts'
import type { World } from '../world/world.ts'
import { type DeployedByAnother, restorePathOf, withCluster } from './another-operator.ts'
import { type Candidate, named, stepped } from './candidate.ts'
import { isMadeUp } from './names.ts'

/** A cluster may have been created this many lines before the line that shows it. */
const lead = 60

type Does = (world: World) => World

/** The steps between two lines, in order, each with its description. */
type Deed = readonly [words: string, does: Does]

const happens = (words: string, event: (world: World) => WorldEvent | null): Deed => [words, world => {
  const it = event(world)
  return it === null ? world : step(world, it)
}]

const running = ({ pods }: World): { readonly pod: string; readonly jobId: string } | null =>
  pods.flatMap(({ uid, process }) => (process?.jobs ?? []).filter(isAlive).map(({ jobId }) => ({ pod: uid, jobId })))[0] ?? null

const ofTheJob = (words: string, event: (it: { readonly pod: string; readonly jobId: string }) => WorldEvent): Deed =>
  happens(words, world => {
    const job = running(world)
    return job === null ? null : event(job)
  })

/** Stores the state that the next cluster is restored from, at the path that the other operator reported. */
const ended = (deployed: DeployedByAnother, world: World): readonly Deed[] => {
  const path = restorePathOf(deployed)
  if (path === null || storedAt(world, path) !== undefined) return []
  const stored = world.ha.jobs.some(({ pointer }) => pointer !== null)
  if (path === lastStateMarker) return stored ? [] : [ofTheJob('CompleteCheckpoint', it => ({ _tag: 'CompleteCheckpoint', ...it }))]
  if (deployed.spec.job?.upgradeMode !== 'savepoint') return [ofTheJob('CompleteCheckpoint', it => ({ _tag: 'CompleteCheckpoint', ...it }))]
  return [
    ofTheJob('another operator stops the job with a savepoint', it => ({ _tag: 'AskFlink', kind: 'Stop', ...it })),
    happens('CompleteOperation', ({ pods }) => {
      const pod = pods.find(({ process }) => process?.operations.some(({ kind, state }) => kind === 'Stop' && state._tag === 'InProgress'))
      const operation = pod?.process?.operations.find(({ kind, state }) => kind === 'Stop' && state._tag === 'InProgress')
      return pod === undefined || operation === undefined ? null
        : { _tag: 'CompleteOperation', pod: pod.uid, triggerId: operation.triggerId, end: 'Listed' }
    }),
  ]
}

/** The last state stays in HA metadata, without the plan of the job that ran (B21); otherwise no metadata stays. */
const haMetadata = (deployed: DeployedByAnother): Deed =>
  restorePathOf(deployed) === lastStateMarker
    ? ['another operator prunes the plan', world => ({
      ...world,
      ha: { ...world.ha, cluster: world.ha.cluster === null ? null : { ...world.ha.cluster, plans: [] } },
    })]
    : happens('another operator deletes HA metadata', () => ({ _tag: 'LoseHaMetadata', whole: true }))

const takenAway: readonly Deed[] = [
  [
    'another operator deletes the Deployment',
    world => world.deployments.reduce((now, { uid }) => step(now, { _tag: 'LoseDeployment', deployment: uid }), world),
  ],
  ['EndPod', world => world.pods.reduce((now, { uid }) => step(now, { _tag: 'EndPod', pod: uid }), world)],
  happens('CollectGarbage', () => ({ _tag: 'CollectGarbage' })),
]

/**
 * While our operator did not run, another operator upgraded the job, in the order of its own rules: it stores the job's state, deletes
 * the cluster, and creates the next one. The state that it reports as restored is the one that the world stored then.
 */
export const upgradedByAnother = (
  candidate: Candidate,
  line: number,
  others: readonly DeployedByAnother[],
  atItsMoment: (candidate: Candidate, change: Does) => World,
): readonly Candidate[] =>
  others.flatMap(deployed => {
    const { world } = candidate
    if (line > deployed.first || line < deployed.first - lead || world.deployments.some(({ uid }) => uid === deployed.deployment.uid))
      return []
    const doAll = (from: Candidate, deeds: readonly Deed[]): Candidate =>
      deeds.reduce((now, [words, does]) => stepped(now, atItsMoment(now, does), line, words, false), from)
    const stopped = withItsPath(doAll(candidate, ended(deployed, world)), deployed)
    return stopped === null ? [] : [doAll(stopped, [
      ...takenAway,
      haMetadata(deployed),
      ['another operator deploys', now => withCluster(now, deployed)],
    ])]
  })

/** Names the newest state as the other operator reported it; null: no state exists that it could have reported. */
const withItsPath = (candidate: Candidate, deployed: DeployedByAnother): Candidate | null => {
  const path = restorePathOf(deployed)
  const { world: { storage, ha }, taken } = candidate
  if (path === lastStateMarker) return ha.jobs.some(({ pointer }) => pointer !== null) ? candidate : null
  if (path === null || storage.some(it => it.path === path)) return candidate
  const newest = storage.at(-1)?.path
  return newest === undefined || !isMadeUp(newest) || taken.has(path) ? null : named(candidate, new Map([[newest, path]]))
}
