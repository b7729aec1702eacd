import { isAtLeast } from '../../resource/flink-version.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { InPlaceScaling, InPlaceScalingInputs, NativeScaling, Overrides, StandaloneScaling } from './in-place-scaling-answer.ts'
import { verticesToScale } from './in-place-scaling-vertices.ts'

interface Guard<A> {
  readonly row: string
  readonly fails: (inputs: A) => boolean
  readonly reason: string
}

const hasOverrides = (overrides: Overrides | null): boolean => overrides !== null && Object.keys(overrides).length > 0

/**
 * control-flow.md, section 4.5, native, rows 1 to 5: the first that fails makes it an upgrade. Row 5 also holds for a new job parallelism.
 */
export const nativeGuards: readonly Guard<NativeScaling>[] = [
  { row: '4.5/1', fails: ({ enabled }) => !enabled, reason: 'in-place scaling is turned off' },
  {
    row: '4.5/2',
    fails: ({ flinkVersion }) => flinkVersion === null || !isAtLeast(flinkVersion, 'v1_18'),
    reason: 'Flink can do it only from 1.18 on',
  },
  { row: '4.5/3', fails: ({ scheduler }) => scheduler.toLowerCase() !== 'adaptive', reason: 'jobmanager.scheduler is not Adaptive' },
  { row: '4.5/4', fails: ({ job }) => job === null || isTerminal(job) || job === 'RECONCILING', reason: 'the job does not run' },
  {
    row: '4.5/5',
    reason: 'no vertex has a parallelism of its own',
    fails: ({ wantedOverrides, deployedOverrides, parallelism }) =>
      wantedOverrides === null || deployedOverrides === null
      || (!hasOverrides(wantedOverrides) && !hasOverrides(deployedOverrides) && parallelism === null),
  },
]

const native = (inputs: NativeScaling): InPlaceScaling => {
  const failed = nativeGuards.find(({ fails }) => fails(inputs))
  if (failed !== undefined) return { _tag: 'NotPossible', row: failed.row, reason: failed.reason }
  const { requirements } = inputs
  switch (requirements?._tag) {
    case undefined:
      return { _tag: 'LookFirst', at: 'ResourceRequirements', row: '4.5/6', reason: 'how is the job scaled?' }
    case 'Absent':
      return { _tag: 'NotPossible', row: '4.5/6', reason: 'the job has no resource requirements to change' }
    case 'Unknown':
      return withoutRequirements(inputs, requirements.message)
    case 'Known':
      return verticesToScale(inputs, requirements.value)
  }
}

/** What needs an upgrade whatever the requirements are is not held up by them (control-flow.md, section 12). */
const withoutRequirements = ({ wantedOverrides, deployedOverrides }: NativeScaling, message: string): InPlaceScaling =>
  Object.keys(deployedOverrides ?? {}).some(vertex => !Object.hasOwn(wantedOverrides ?? {}, vertex))
    ? { _tag: 'NotPossible', row: '4.5/6', reason: 'an override was taken away: only a restart gives the vertex its own parallelism again' }
    : {
      _tag: 'Wait',
      row: '4.5/6',
      waitingFor: 'the resource requirements of the job',
      reason: `the resource requirements of the job could not be read: ${message}`,
    }

/** control-flow.md, section 4.5, standalone; numbers are compared as numbers (M-D07). */
const standalone = ({ schedulerMode, replicas, taskManagers }: StandaloneScaling): InPlaceScaling => {
  if (schedulerMode?.toLowerCase() !== 'reactive') return { _tag: 'NotPossible', row: '4.5/s1', reason: 'scheduler-mode is not reactive' }
  if (taskManagers?.source !== 'live')
    return { _tag: 'LookFirst', at: 'TaskManagers', row: '4.5/s2', reason: 'how many TaskManagers are asked for?' }
  if (taskManagers._tag === 'Unknown')
    return {
      _tag: 'Wait',
      row: '4.5/s2',
      waitingFor: 'to see the TaskManager Deployment',
      reason: `the TaskManager Deployment could not be read: ${taskManagers.message}`,
    }
  if (taskManagers._tag === 'Absent' || taskManagers.value.deleting)
    return { _tag: 'NotPossible', row: '4.5/s2', reason: 'the TaskManager Deployment is gone' }
  if (replicas === null) return { _tag: 'NotPossible', row: '4.5/s3', reason: "the number of TaskManagers can't be worked out" }
  const { name, uid, wantedReplicas } = taskManagers.value
  return wantedReplicas === replicas
    ? { _tag: 'Done', row: '4.5/s3', reason: `${String(replicas)} TaskManagers are asked for` }
    : {
      _tag: 'ScaleTaskManagers',
      row: '4.5/s3',
      name,
      uid,
      replicas,
      reason: `${String(replicas)} TaskManagers instead of ${String(wantedReplicas)}: the job takes what it gets`,
    }
}

/**
 * control-flow.md, section 4.5. Total. Asked again once what it looks for is there, and after it scaled: only what was seen counts as done.
 */
export const inPlaceScaling = (
  inputs: InPlaceScalingInputs,
): InPlaceScaling => (inputs._tag === 'Native' ? native(inputs) : standalone(inputs))
