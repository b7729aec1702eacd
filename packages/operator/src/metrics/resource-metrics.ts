import type { Env, EpochMillis, JsonObject } from '@flink-operator/core'
import { type JobState, jobStates } from '@flink-operator/core/resource'
import { type KindName, kindNames } from '@flink-operator/kinds'
import type { Requests } from '@flink-operator/core/manifest'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'
import { isAtRest, statesOfKind } from './kind-states.ts'
import type { LifecycleMetrics } from './lifecycle-metrics.ts'
import { counter, gauge, type Making, type Metric } from './metric.ts'
import { inTurns, namesOfSome } from './named-resources.ts'
import { requestedResources, type ResourceView, resourceView, snapshotTypeOf } from './resource-view.ts'

const kind = kindNames
const namespace = { of: 'namespaces of existing resources' }
const name = namesOfSome
const failing: ReadonlySet<string> = new Set<JobState>(['FAILING', 'FAILED'])

/** Metrics of resources, from their status: `kubernetes.operator.resource.metrics.enabled`. */
export const resourceRows = {
  resources: gauge({
    name: 'flink_operator_resources',
    help: 'Resources by lifecycle state, or the state that their kind has in its place. STABLE is no proof that a job runs.',
    labels: { kind, namespace, lifecycle_state: { of: 'the states of the kind; UNDECODABLE: it can not be read' } },
  }),
  jobs: gauge({
    name: 'flink_operator_jobs',
    help: 'Resources by the state of their job, as Flink last reported it; those without one are not counted.',
    labels: { kind, namespace, job_state: { of: `job states: ${jobStates.join(', ')}` } },
  }),
  failures: counter({
    name: 'flink_operator_job_failures_total',
    help: 'How often a job was observed to become FAILING or FAILED.',
    labels: { kind, namespace },
  }),
  stalled: gauge({
    name: 'flink_operator_stalled_resources',
    help: 'Resources that wait for a user (condition Stalled), by its reason or the class of status.error.',
    labels: { kind, namespace, reason: { of: 'reasons of conditions, and classes of errors' } },
  }),
  stalledSince: gauge({
    name: 'flink_operator_stalled_since_timestamp_seconds',
    help: 'Since when a resource has been waiting for a user, in Unix time.',
    labels: { kind, namespace, name, reason: { of: 'reasons of conditions, and classes of errors' } },
  }),
  reconciling: gauge({
    name: 'flink_operator_reconciling_resources',
    help: 'Resources that are being reconciled to their spec.',
    labels: { kind, namespace },
  }),
  reconcilingSince: gauge({
    name: 'flink_operator_reconciling_since_timestamp_seconds',
    help: 'Since when a resource is being reconciled to its spec, in Unix time.',
    labels: { kind, namespace, name, lifecycle_state: { of: 'the states of the kind' } },
  }),
  jobManagers: gauge({
    name: 'flink_operator_job_manager_deployments',
    help: "FlinkDeployments by the state of their JobManager's Deployment.",
    labels: { namespace, status: { of: 'READY, DEPLOYED_NOT_READY, DEPLOYING, MISSING, ERROR' } },
  }),
  versions: gauge({
    name: 'flink_operator_flink_versions',
    help: 'FlinkDeployments by the version that their cluster reported; UNKNOWN: none was reported.',
    labels: {
      namespace,
      flink_version: { of: 'versions of existing clusters' },
      flink_minor_version: { of: 'their first two parts; MALFORMED: there are none' },
    },
  }),
  cpu: gauge({
    name: 'flink_operator_requested_cpu_cores',
    help: 'Cores that the JobManagers and TaskManagers of FlinkDeployments request, as far as a cluster was observed.',
    labels: { namespace },
  }),
  memory: gauge({
    name: 'flink_operator_requested_memory_bytes',
    help: 'Memory that the JobManagers and TaskManagers of FlinkDeployments request, as far as a cluster was observed.',
    labels: { namespace },
  }),
  snapshots: gauge({
    name: 'flink_operator_snapshots',
    help: 'FlinkStateSnapshots by the type that they request and their state.',
    labels: { namespace, snapshot_type: ['savepoint', 'checkpoint'], state: statesOfKind('FlinkStateSnapshot') },
  }),
}

/** What is kept of one resource. */
interface Kept extends ResourceView {
  readonly kind: KindName
  readonly namespace: string
  readonly name: string
  readonly state: string
  readonly job: string | null
  readonly since: EpochMillis
  /** Null: the kind has no pods. */
  readonly requested: Requested | null
  readonly snapshot: 'savepoint' | 'checkpoint' | null
}

/**
 * The requests of pods and their inputs: the requests are computed again only if an input changed, because rounds are frequent and
 * edits are not.
 */
interface Requested extends Requests {
  readonly from: readonly unknown[]
}

const requestedIn = (before: Kept | undefined, resource: JsonObject | null, status: unknown, env: Env | undefined): Requested => {
  const { reconciliationStatus, taskManager, jobManagerDeploymentStatus } = (status ?? {}) as JsonObject
  const { lastReconciledSpec, lastStableSpec, state } = (reconciliationStatus ?? {}) as JsonObject
  const { replicas } = (taskManager ?? {}) as JsonObject
  const from = [lastReconciledSpec ?? resource, lastStableSpec, state, replicas, jobManagerDeploymentStatus, env?.flinkDefaults]
  const known = before?.requested ?? null
  return known !== null && known.from.every((it, index) => it === from[index]) ? known
    : { ...requestedResources(resource, status, env), from }
}

/** Sums by labels; null: not counted. */
const summed = <Label extends string>(
  all: Iterable<Kept>,
  labelsOf: (kept: Kept) => Readonly<Record<Label, string>> | null,
  amount: (kept: Kept) => number,
): readonly (readonly [labels: Readonly<Record<Label, string>>, sum: number])[] => {
  const sums = new Map<string, [Readonly<Record<Label, string>>, number]>()
  for (const kept of all) {
    const labels = labelsOf(kept)
    if (labels === null) continue
    const key = Object.values(labels).join(' ')
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, [labels, amount(kept)])
    else sum[1] += amount(kept)
  }
  return [...sums.values()]
}

const minorOf = (version: string): string => version === 'UNKNOWN' ? version : /^\d+\.\d+/.exec(version)?.[0] ?? 'MALFORMED'

const reconcilingSince = ({ reconcilingSince: since, state, stalled, since: entered }: Kept): EpochMillis | null =>
  since === undefined ? (isAtRest(state) || stalled !== null ? null : entered) : since

export interface ResourceMetrics {
  readonly round: (kind: KindName, key: ResourceKey, report: RoundReport) => void
  readonly forget: (kind: KindName, key: ResourceKey) => void
}

export const resourceMetrics = (make: Making, lifecycle: LifecycleMetrics): ResourceMetrics => {
  const all = new Map<string, Kept>()
  const population = new Map<string, number>()
  const failures = make.counter(resourceRows.failures)

  const sum = <Label extends string>(
    row: Metric<Label>,
    labelsOf: (kept: Kept) => Readonly<Record<Label, string>> | null,
    amount: (kept: Kept) => number = () => 1,
  ): void => {
    make.gauge(row, set => {
      for (const [labels, total] of summed(all.values(), labelsOf, amount)) set(labels, total)
    })
  }
  /** The resources to name, each with its `since`. */
  const named = <Label extends string>(
    row: Metric<Label>,
    labelsOf: (kept: Kept) => Readonly<Record<Label, string>>,
    sinceOf: (kept: Kept) => EpochMillis | null,
  ): void => {
    make.gauge(row, set => {
      const since = [...all.values()].flatMap(kept => {
        const at = sinceOf(kept)
        return at === null ? [] : [[at, kept] as const]
      })
      for (const [at, kept] of inTurns(since)) set(labelsOf(kept), at / 1000)
    })
  }
  const ofDeployments = <Label extends string>(labelsOf: (kept: Kept) => Readonly<Record<Label, string>> | null) => (kept: Kept) =>
    kept.kind === 'FlinkDeployment' ? labelsOf(kept) : null

  sum(resourceRows.resources, ({ kind, namespace, state }) => ({ kind, namespace, lifecycle_state: state }))
  sum(resourceRows.jobs, ({ kind, namespace, job }) => (job === null ? null : { kind, namespace, job_state: job }))
  sum(
    resourceRows.stalled,
    ({ kind, namespace, stalled }) => (stalled === null ? null : { kind, namespace, reason: stalled.reason }),
  )
  named(
    resourceRows.stalledSince,
    ({ kind, namespace, name, stalled }) => ({ kind, namespace, name, reason: stalled?.reason ?? '' }),
    ({ stalled, since }) => (stalled === null ? null : stalled.since ?? since),
  )
  sum(resourceRows.reconciling, kept => {
    const { kind, namespace } = kept
    return reconcilingSince(kept) === null ? null : { kind, namespace }
  })
  named(
    resourceRows.reconcilingSince,
    ({ kind, namespace, name, state }) => ({ kind, namespace, name, lifecycle_state: state }),
    reconcilingSince,
  )
  sum(
    resourceRows.jobManagers,
    ofDeployments(({ namespace, jobManager }) => (jobManager === null ? null : { namespace, status: jobManager })),
  )
  sum(
    resourceRows.versions,
    ofDeployments(({ namespace, flinkVersion }) => {
      const version = flinkVersion ?? 'UNKNOWN'
      return { namespace, flink_version: version, flink_minor_version: minorOf(version) }
    }),
  )
  sum(resourceRows.cpu, ofDeployments(({ namespace }) => ({ namespace })), ({ requested }) => requested?.cpu ?? 0)
  sum(resourceRows.memory, ofDeployments(({ namespace }) => ({ namespace })), ({ requested }) => requested?.memory ?? 0)
  sum(
    resourceRows.snapshots,
    ({ namespace, snapshot, state }) => (snapshot === null ? null : { namespace, snapshot_type: snapshot, state }),
  )

  const came = (kind: KindName, namespace: string): void => {
    const there = population.get(`${kind}/${namespace}`) ?? 0
    population.set(`${kind}/${namespace}`, there + 1)
    if (there === 0 && kind !== 'FlinkStateSnapshot') failures.inc({ kind, namespace }, 0)
  }
  const went = (kind: KindName, namespace: string): void => {
    const there = (population.get(`${kind}/${namespace}`) ?? 1) - 1
    if (there > 0) return void population.set(`${kind}/${namespace}`, there)
    population.delete(`${kind}/${namespace}`)
    failures.remove({ kind, namespace })
    lifecycle.emptied(kind, namespace)
  }

  return {
    round: (kind, key, report) => {
      const text = `${kind}/${keyText(key)}`
      const before = all.get(text)
      if (before === undefined) came(kind, key.namespace)
      const { status, lifecycleState, jobState: job, end, meta } = report
      const state = lifecycleState ?? (end._tag === 'Undecodable' ? 'UNDECODABLE' : 'CREATED')
      const at = report.startedAt + report.took
      const since = lifecycle.seen(kind, key, { state, at, createdAt: meta?.creationTimestamp ?? at })
      if (before !== undefined && job !== null && failing.has(job) && !failing.has(before.job ?? ''))
        failures.inc({ kind, namespace: key.namespace })
      const resource = report.decided?.resource ?? null
      const view = resourceView(status)
      all.set(text, {
        ...view,
        ...key,
        kind,
        state,
        job,
        since,
        requested: kind === 'FlinkDeployment' ? requestedIn(before, resource, status, report.decided?.env) : null,
        snapshot: kind === 'FlinkStateSnapshot' ? snapshotTypeOf(resource) : null,
      })
    },
    forget: (kind, key) => {
      const text = `${kind}/${keyText(key)}`
      lifecycle.forget(kind, key)
      if (all.delete(text)) went(kind, key.namespace)
    },
  }
}
