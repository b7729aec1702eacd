import type {
  FlinkDeploymentView,
  FlinkSessionJobView,
  NamingResourceView,
  StateSnapshotView,
} from '../../contract/fact/custom-resource-views.ts'
import type { JobFacts } from '../../contract/fact/cluster-facts.ts'
import type { Query } from '../../contract/query/query.ts'
import { referencedSavepoints } from './savepoint-history-pruning.ts'

/** A job resource whose status or spec may name a savepoint path. */
export type NamingJob = FlinkDeploymentView | FlinkSessionJobView

/** The observed resources that may need a savepoint. */
export interface Naming {
  readonly jobs: readonly NamingJob[]
  /** Resources of other kinds that name one of the queried paths. */
  readonly resources: readonly NamingResourceView[]
}

/** Queries that list, live, all resources of the namespace that may name one of these paths. */
export const namingQueries = (namespace: string, paths: readonly string[]): readonly Query[] => [
  { _tag: 'ListFlinkDeployments', namespace },
  { _tag: 'ListFlinkSessionJobs', namespace, deploymentName: null },
  { _tag: 'ListNamingResources', namespace, paths: [...new Set(paths.map(bare))] },
]

/**
 * All observed resources; no FlinkSessionJobs if their CRD is missing. Null: a list is unobservable, so another resource may exist (P14).
 */
export const namingSeen = (
  { flinkDeployments, flinkSessionJobs, namingResources }: Pick<JobFacts, 'flinkDeployments' | 'flinkSessionJobs' | 'namingResources'>,
): Naming | null => {
  if (flinkDeployments?._tag !== 'Known' || namingResources?._tag !== 'Known') return null
  const resources = namingResources.value
  if (flinkSessionJobs?._tag === 'Absent') return { jobs: flinkDeployments.value, resources }
  return flinkSessionJobs?._tag === 'Known' ? { jobs: [...flinkDeployments.value, ...flinkSessionJobs.value], resources } : null
}

const bare = (path: string): string => path.replace(/(?<!\/)\/+$/, '')

const names = (text: string | null, path: string): boolean => text !== null && text.includes(path)

/**
 * The first resource that may still need a savepoint (P04, B03), as kind and name; null: none. A resource may need it if it is
 * - a FlinkDeployment or FlinkSessionJob that started, or may start, from the path according to its status or spec, whichever job the
 *   snapshot was taken of. The recorded specs are searched as text, so that an unreadable one counts, too;
 * - a resource of another kind that names the path anywhere;
 * - another FlinkStateSnapshot with the same path.
 */
export const whoNeeds = (
  path: string,
  { jobs, resources }: Naming,
  snapshots: readonly StateSnapshotView[],
  ownUid: string,
): string | null => {
  const wanted = bare(path)
  const job = jobs.find(({ spec, status }) =>
    referencedSavepoints(status, [spec.job]).some(it => bare(it) === wanted)
    || names(status.reconciliationStatus.lastReconciledSpec, wanted) || names(status.reconciliationStatus.lastStableSpec, wanted)
  )
  if (job !== undefined) return `${job.meta.kind} ${job.meta.name}`
  const resource = resources.find(({ paths }) => paths.includes(wanted))
  if (resource !== undefined) return `${resource.kind} ${resource.name}`
  const other = snapshots.find(it => it.uid !== ownUid && !it.deleting && it.path !== null && bare(it.path) === wanted)
  return other === undefined ? null : `FlinkStateSnapshot ${other.name}`
}
