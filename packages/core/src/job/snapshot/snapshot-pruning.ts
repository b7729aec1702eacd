import type { ConfiguredJob, JobRound, SubmittedJob } from '../job-round.ts'
import type { Env } from '../../contract/env.ts'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { Query } from '../../contract/query/query.ts'
import { locationsToDispose, prunableSavepoints, type PrunableSavepoint, neededSavepoints } from './savepoint-history-pruning.ts'
import { type Naming, namingQueries, namingSeen, whoNeeds } from './needed-path.ts'
import { savepointLimits } from './snapshot-due-now.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import type { SnapshotStep } from './snapshot-step.ts'

/**
 * Where the operator records snapshots (control-flow.md, section 6.1). `Resources`: as FlinkStateSnapshots, if the option is on for both
 * the operator and the resource, which is the default, and a controller reconciles FlinkStateSnapshots. `Status`: otherwise.
 */
export const snapshotKeeping = (
  { options: { snapshotResourceEnabled } }: ConfiguredJob,
  { options, hasSnapshotController }: Env,
): 'Resources' | 'Status' => hasSnapshotController && options.snapshotResourceEnabled && snapshotResourceEnabled ? 'Resources' : 'Status'

export const snapshotsQuery = ({ desired: { meta } }: Pick<JobRound, 'desired'>): Query => ({
  _tag: 'ListStateSnapshots',
  namespace: meta.namespace,
  job: { kind: meta.kind, name: meta.name },
})

/**
 * Prunes the savepoint history in the status if it exceeds its limits (control-flow.md, section 6.6). The operator deletes files only if no
 * other resource needs them: no FlinkStateSnapshot of the job (B03), and no resource of the namespace that may start from them (P04).
 * If another resource needs the files, the operator removes only the entry and keeps the files. If it can't list one of these kinds, it
 * prunes nothing in this round and reports nothing, because the job runs without pruning (P14).
 *
 * The operator runs queries only in a round that prunes: live lists of five kinds if files are to be deleted, else one list. It asks about
 * at most `mostPaths` paths a round, because every one of them is searched for in every resource of the namespace.
 */
export const pruningStep = (round: JobRound, deployed: SubmittedJob): SnapshotStep | null => {
  const { observed: { facts }, desired: { meta } } = round
  if (prunable(round, deployed, [], []).length === 0) return null
  const deletesFiles = deployed.running.options.savepointCleanupEnabled
  const paths = pathsToAsk(round, deployed)
  return onceSeen(
    facts,
    [snapshotsQuery(round), ...(deletesFiles ? namingQueries(meta.namespace, paths) : [])],
    (queries): SnapshotStep => ({
      _tag: 'Look',
      row: 'snapshot-step/prune',
      queries,
      reason: 'does another resource need a savepoint of the history?',
    }),
    () => unneeded(round, deployed, paths),
  )
}

const unneeded = (round: JobRound, deployed: SubmittedJob, paths: readonly string[]): SnapshotStep | null => {
  const { observed: { facts }, desired: { meta } } = round
  const deletesFiles = deployed.running.options.savepointCleanupEnabled
  const naming = deletesFiles ? namingSeen(facts) : noResources
  if (naming === null || facts.snapshots === undefined || facts.snapshots._tag === 'Unknown') return null
  const snapshots = facts.snapshots._tag === 'Known' ? facts.snapshots.value : []
  const gone = prunable(round, deployed, snapshots, neededByOthers(meta.uid, paths, naming))
    .filter(({ record: { location } }) => !deletesFiles || location === null || paths.includes(location))
  return gone.length === 0 ? null
    : {
      _tag: 'Prune',
      row: 'snapshot-step/prune',
      prunable: gone,
      dispose: nextToDispose(gone, round.env.consecutiveFailures),
      reason: 'the history holds more savepoints than the limits allow',
    }
}

const mostPaths = 20

/**
 * The paths of the history; of a longer history the oldest ones that the job itself does not need. After failures in a row these begin with
 * a later one, so that undeletable paths do not block the others (B73).
 */
const pathsToAsk = (round: JobRound, deployed: SubmittedJob): readonly string[] => {
  const { observed: { status: { jobStatus: { savepointInfo: { savepointHistory } } } }, env: { consecutiveFailures } } = round
  const all = savepointHistory.flatMap(({ location }) => (location === null ? [] : [location]))
  if (all.length <= mostPaths) return all
  const needed = new Set(neededSavepoints(round, deployed))
  const paths = [...new Set(all)].filter(path => !needed.has(path))
  const first = paths.length <= mostPaths ? 0 : consecutiveFailures % paths.length
  return [...paths.slice(first), ...paths.slice(0, first)].slice(0, mostPaths)
}

const noResources: Naming = { jobs: [], resources: [] }

/** The paths from which another resource may start. */
const neededByOthers = (ownUid: string, paths: readonly string[], { jobs, resources }: Naming): readonly string[] => {
  const others = { jobs: jobs.filter(({ meta }) => meta.uid !== ownUid), resources }
  return paths.filter(path => whoNeeds(path, others, [], ownUid) !== null)
}

/** The entries to prune. Every savepoint that a restore of the job may need stays (P04, D-32). */
const prunable = (
  round: JobRound,
  deployed: SubmittedJob,
  snapshots: readonly StateSnapshotView[],
  needed: readonly string[],
): readonly PrunableSavepoint[] => {
  const { observed: { status }, env } = round
  const { options } = deployed.running
  return prunableSavepoints({
    history: status.jobStatus.savepointInfo.savepointHistory,
    snapshots,
    limits: savepointLimits(options, env.options),
    cleanupEnabled: options.savepointCleanupEnabled,
    referenced: neededSavepoints(round, deployed),
    neededByOthers: needed,
    now: env.now,
  })
}

/** The savepoint to delete in this round. After a failure the next one, so that one undeletable path does not block the others (B73). */
const nextToDispose = (gone: readonly PrunableSavepoint[], failures: number): string | null => {
  const all = locationsToDispose(gone)
  const failed = all.slice(0, all.length === 0 ? 0 : failures % all.length)
  return locationsToDispose(gone, location => failed.includes(location))[0] ?? all[0] ?? null
}
