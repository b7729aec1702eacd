import type { ScalingObstacle } from '../../autoscaler/execute/scaling-report.ts'
import type { VertexBounds } from '../../contract/fact/flink-rest.ts'
import type { InPlaceScaling, NativeScaling, InPlaceScalingInputs, Overrides, StandaloneScaling } from './in-place-scaling-answer.ts'
import { type FlinkVersion, isAtLeast, startIgnoresOverrides } from '../../contract/resource/flink-version.ts'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { optionTable } from '../../options/option-table.ts'
import { firstMatch, type Row, type RowText } from '../../contract/round/row.ts'
import { isTerminal } from '../../contract/resource/job-status.ts'

type Bounds = VertexBounds[string]

const to = (upper: number, { lower }: Bounds): Bounds => ({ lower: Math.min(upper, lower), upper })

/** The desired bounds of a vertex, or the reason why only an upgrade can set them. */
const wantedBounds = (
  { wantedOverrides, deployedOverrides, parallelism }: NativeScaling,
  vertex: string,
  bounds: Bounds,
): Bounds | string => {
  const override = wantedOverrides?.[vertex]
  if (override !== undefined) return to(override, bounds)
  if (deployedOverrides?.[vertex] !== undefined)
    return `the override of vertex ${vertex} was removed: only a restart restores the vertex's own parallelism`
  if (parallelism === null || bounds.upper === parallelism.to) return bounds
  // with a job parallelism of 1, a vertex that has 1 for its own reasons (a single writer, a global order) looks the same
  if (parallelism.from <= 1) return "with a job parallelism of 1 the operator can't know which vertices follow it"
  return bounds.upper === parallelism.from ? to(parallelism.to, bounds) : `vertex ${vertex} has a parallelism of its own`
}

/**
 * Rows 7 and 8 of control-flow.md, section 4.5. An override sets the upper bound and never raises the lower one (B101). A removed override
 * needs an upgrade. Other vertices keep their bounds. A new job parallelism applies to the vertices that follow it, if all others have an
 * override.
 */
export const verticesToScale = (inputs: NativeScaling, seen: VertexBounds): InPlaceScaling => {
  const wanted = Object.entries(seen).map(([vertex, bounds]) => ({ vertex, bounds, wanted: wantedBounds(inputs, vertex, bounds) }))
  const refused = wanted.map(it => it.wanted).find(it => typeof it === 'string')
  if (refused !== undefined) return { _tag: 'NotPossible', row: 'in-place/vertex-refused', reason: refused }
  const changed = wanted.flatMap(
    it => (typeof it.wanted === 'string' || (it.wanted.upper === it.bounds.upper && it.wanted.lower === it.bounds.lower) ? []
      : [`${it.vertex} ${String(it.bounds.upper)} -> ${String(it.wanted.upper)}`]),
  )
  return changed.length === 0
    ? { _tag: 'Done', row: 'in-place/vertices', reason: 'the job has the desired parallelism, or is being rescaled to it' }
    : {
      _tag: 'ScaleVertices',
      row: 'in-place/vertices',
      reason: `the running job is rescaled: ${changed.join(', ')}`,
      bounds: Object.fromEntries(wanted.map(it => [it.vertex, typeof it.wanted === 'string' ? it.bounds : it.wanted])),
    }
}

const isAdaptive = ({ scheduler }: NativeScaling): boolean => scheduler.toLowerCase() === 'adaptive'

/** W44: why no scaling sets another parallelism: the job's start ignores it, and it can't be scaled in place. Undefined: one does. */
export const scalingObstacle = (version: FlinkVersion | null, inputs: InPlaceScalingInputs | null): ScalingObstacle | undefined => {
  if (version === null || !startIgnoresOverrides(version) || inputs === null) return undefined
  if (inputs._tag === 'Standalone') return { option: 'mode', value: 'standalone' }
  if (!isAdaptive(inputs)) return { option: flinkOptions.jobManagerScheduler.key, value: inputs.scheduler }
  return inputs.enabled ? undefined : { option: optionTable.jobUpgradeInplaceScalingEnabled.key, value: 'false' }
}

const hasOverrides = (overrides: Overrides | null): boolean => overrides !== null && Object.keys(overrides).length > 0

/**
 * The native rows 1 to 5 of control-flow.md, section 4.5. The first one that holds makes the edit an upgrade. Row 5 also applies to a new
 * job parallelism.
 */
export const nativeObstacles: readonly Row<[NativeScaling], true>[] = [
  { id: 'in-place/disabled', holds: ({ enabled }) => !enabled, when: 'in-place scaling is turned off' },
  {
    id: 'in-place/old-flink',
    holds: ({ flinkVersion }) => flinkVersion === null || !isAtLeast(flinkVersion, 'v1_18'),
    when: 'only Flink 1.18 and newer can rescale a running job',
  },
  {
    id: 'in-place/scheduler',
    holds: inputs => !isAdaptive(inputs),
    when: 'jobmanager.scheduler is not Adaptive',
  },
  {
    id: 'in-place/not-running',
    holds: ({ job }) => job === null || isTerminal(job) || job === 'RECONCILING',
    when: 'the job does not run',
  },
  {
    id: 'in-place/no-override',
    when: 'no vertex has a parallelism of its own',
    holds: ({ wantedOverrides, deployedOverrides, parallelism }) =>
      wantedOverrides === null || deployedOverrides === null
      || (!hasOverrides(wantedOverrides) && !hasOverrides(deployedOverrides) && parallelism === null),
  },
]

/** What an edit of the parallelism comes to where none of these obstacles holds. */
export const inPlaceRows: readonly RowText[] = [
  { id: 'in-place/requirements', when: "the resource requirements of the job are missing, can't be read, or are not known yet" },
  { id: 'in-place/vertex-refused', when: 'a vertex needs a restart to get its parallelism' },
  { id: 'in-place/vertices', when: 'the vertices of the running job are rescaled, or have the desired parallelism' },
  { id: 'in-place/not-reactive', when: 'standalone mode: scheduler-mode is not reactive' },
  {
    id: 'in-place/taskmanager-deployment',
    when: "standalone mode: the TaskManager Deployment is gone, can't be read, or is not known yet",
  },
  { id: 'in-place/taskmanagers', when: 'standalone mode: the number of TaskManagers' },
]

const native = (inputs: NativeScaling): InPlaceScaling => {
  const obstacle = firstMatch(nativeObstacles, inputs)?.row
  if (obstacle !== undefined) return { _tag: 'NotPossible', row: obstacle.id, reason: obstacle.when }
  const { requirements } = inputs
  switch (requirements?._tag) {
    case undefined:
      return { _tag: 'LookFirst', at: 'ResourceRequirements', row: 'in-place/requirements', reason: 'how is the job scaled?' }
    case 'Absent':
      return { _tag: 'NotPossible', row: 'in-place/requirements', reason: 'the job has no resource requirements to change' }
    case 'Unknown':
      return withoutRequirements(inputs, requirements.message)
    case 'Known':
      return verticesToScale(inputs, requirements.value)
  }
}

/** An edit that needs an upgrade whatever the requirements are does not wait for them (control-flow.md, section 12). */
const withoutRequirements = ({ wantedOverrides, deployedOverrides }: NativeScaling, message: string): InPlaceScaling =>
  Object.keys(deployedOverrides ?? {}).some(vertex => !Object.hasOwn(wantedOverrides ?? {}, vertex))
    ? {
      _tag: 'NotPossible',
      row: 'in-place/requirements',
      reason: "an override was removed: only a restart restores the vertex's own parallelism",
    }
    : {
      _tag: 'Wait',
      row: 'in-place/requirements',
      waitingFor: 'the resource requirements of the job',
      reason: `the resource requirements of the job could not be read: ${message}`,
    }

/** The standalone rows of control-flow.md, section 4.5. Numbers are compared as numbers (M-D07). */
const standalone = ({ schedulerMode, replicas, taskManagers }: StandaloneScaling): InPlaceScaling => {
  if (schedulerMode?.toLowerCase() !== 'reactive')
    return { _tag: 'NotPossible', row: 'in-place/not-reactive', reason: 'scheduler-mode is not reactive' }
  if (taskManagers?.source !== 'live')
    return {
      _tag: 'LookFirst',
      at: 'TaskManagers',
      row: 'in-place/taskmanager-deployment',
      reason: 'how many TaskManagers does the Deployment ask for?',
    }
  if (taskManagers._tag === 'Unknown')
    return {
      _tag: 'Wait',
      row: 'in-place/taskmanager-deployment',
      waitingFor: 'the Kubernetes API to return the TaskManager Deployment',
      reason: `the TaskManager Deployment could not be read: ${taskManagers.message}`,
    }
  if (taskManagers._tag === 'Absent' || taskManagers.value.deleting)
    return { _tag: 'NotPossible', row: 'in-place/taskmanager-deployment', reason: 'the TaskManager Deployment is gone' }
  if (replicas === null)
    return { _tag: 'NotPossible', row: 'in-place/taskmanagers', reason: "the number of TaskManagers can't be computed" }
  const { name, uid, resourceVersion, wantedReplicas } = taskManagers.value
  return wantedReplicas === replicas
    ? { _tag: 'Done', row: 'in-place/taskmanagers', reason: `the Deployment asks for ${String(replicas)} TaskManagers already` }
    : {
      _tag: 'ScaleTaskManagers',
      row: 'in-place/taskmanagers',
      name,
      uid,
      resourceVersion,
      replicas,
      reason: `${String(replicas)} TaskManagers instead of ${String(wantedReplicas)}: the job rescales to the available ones`,
    }
}

/**
 * Decides control-flow.md, section 4.5. Total. It is evaluated again once its query is answered, and after it scaled: only an observed
 * result counts as done.
 */
export const inPlaceScaling = (
  inputs: InPlaceScalingInputs,
): InPlaceScaling => (inputs._tag === 'Native' ? native(inputs) : standalone(inputs))
