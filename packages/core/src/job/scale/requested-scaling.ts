import { overridesKey } from '../../autoscaler/apply/apply-parallelism.ts'
import { withRecordedScaling } from '../../crd/recorded-spec.ts'
import { parseMap } from '../../flink/configuration/value-text.ts'
import type { VertexBounds } from '../../contract/fact/flink-rest.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { lateArrivalLimit } from '../../contract/resource/operation.ts'
import type { RequestedScaling } from '../../contract/resource/operator-record.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import { withReconciliation, withRecord } from '../../contract/round/status-change.ts'
import { needsFacts } from '../../contract/round/waiting-situation.ts'
import type { ConfiguredJob, JobRound } from '../job-round.ts'
import type { JobTypes, LifecycleSituation, RecordedJob } from '../job-situation.ts'
import type { InPlaceScalingInputs } from './in-place-scaling-answer.ts'
import type { ScalingHost } from './scale-in-place.ts'
import { isOnlyScaling } from './scaling-edit.ts'

/** How long after its record a request may still arrive: it is sent in the same round (W65). */
export const arrivalPatience: Millis = lateArrivalLimit + 10_000

/** What a scaling of the running job to this spec asks for: Flink, or Kubernetes for TaskManagers. Null: nothing. */
const requestOf = (
  inputs: InPlaceScalingInputs | null,
  { effective: { configuration } }: ConfiguredJob,
): Omit<RequestedScaling, 'sentAt'> | null => {
  switch (inputs?._tag) {
    case undefined:
      return null
    case 'Native':
      return { overrides: configuration[overridesKey] ?? null, parallelism: inputs.parallelism?.to ?? null, taskManagers: null }
    case 'Standalone':
      return { overrides: null, parallelism: null, taskManagers: inputs.replicas }
  }
}

/** The status that records the request before it is sent. */
export const withRequestedScaling = <Status extends JobLifecycleStatus>(
  status: Status,
  inputs: InPlaceScalingInputs | null,
  wanted: ConfiguredJob,
  sentAt: EpochMillis,
): Status => {
  const request = requestOf(inputs, wanted)
  return request === null ? status : withRecord(status, { requestedScaling: { ...request, sentAt } })
}

/** True if each vertex is bounded as it was asked for. Overrides that can't be read bound nothing. */
const shows = (bounds: VertexBounds, { overrides, parallelism }: RequestedScaling): boolean => {
  const map = parseMap(overrides ?? '') ?? {}
  return Object.entries(bounds).every(([vertex, { upper }]) => {
    const own = Object.hasOwn(map, vertex) ? Number(map[vertex]) : parallelism
    return own === null || own === upper
  })
}

const isSame = (one: Omit<RequestedScaling, 'sentAt'>, other: Omit<RequestedScaling, 'sentAt'>): boolean =>
  one.overrides === other.overrides && one.parallelism === other.parallelism && one.taskManagers === other.taskManagers

/** True if the job is scaled as it was asked for. Null: unknown. */
const isShownIn = (inputs: InPlaceScalingInputs | null, requested: RequestedScaling): boolean | null => {
  switch (inputs?._tag) {
    case undefined:
      return null
    case 'Native':
      return inputs.requirements?._tag === 'Known' ? requested.taskManagers === null && shows(inputs.requirements.value, requested)
        : null
    case 'Standalone': {
      const { taskManagers } = inputs
      if (taskManagers === undefined || taskManagers._tag === 'Unknown') return null
      return taskManagers._tag === 'Known' && taskManagers.value.wantedReplicas === requested.taskManagers
    }
  }
}

/** The record with what was asked for as deployed, as an edit would leave it. Null: it can't be recorded. */
const recordedAfter = (
  { meta }: JobRound['desired'],
  text: string | null,
  { overrides, parallelism, taskManagers }: RequestedScaling,
): string | null =>
  text === null ? null
    : withRecordedScaling(meta.kind, text, {
      parallelism,
      overrides: overrides === null ? {} : { [overridesKey]: overrides },
      taskManagers,
    })

/**
 * A scaling in place is recorded as deployed once it is observed. If what asked for it is lost or taken back before (the autoscaler's
 * ConfigMap, an edit), the job may run with it all the same: only its resource requirements, or its TaskManager Deployment, can tell.
 * Null: nothing was sent, the row `scaling` continues it, the edit restarts the job anyway, or it is unknown.
 */
export const unrecordedScaling = <Job extends JobTypes>(
  host: ScalingHost<Job>,
  round: Job['round'],
  { wanted, deployed }: Pick<RecordedJob<Job>, 'deployed' | 'wanted'>,
  row: string,
): LifecycleSituation<Job> | null => {
  const { desired: { diff }, observed: { status, facts } } = round
  const { operatorRecord: { requestedScaling: requested }, jobStatus: { jobId } } = status
  if (requested === null || jobId === null || status.operation !== null || status.reconciliationStatus.state !== 'DEPLOYED') return null
  if (!isOnlyScaling(diff)) return null
  const inputs = host.inputs(round)
  const wantedNow = requestOf(inputs, wanted)
  if (diff.type !== 'IGNORE' && wantedNow !== null && isSame(wantedNow, requested)) return null
  return onceSeen(
    facts,
    inputs?._tag === 'Standalone' ? host.taskManagers(round)
      : [{ _tag: 'GetResourceRequirements', endpoint: deployed.endpoint, jobId }],
    queries => needsFacts(row, queries, 'is the job scaled as it was asked?'),
    () => seenScaling(round, { requested, isShown: isShownIn(inputs, requested) }, row),
  )
}

const seenScaling = <Job extends JobTypes>(
  { desired: { diff }, env: { now } }: Job['round'],
  { requested, isShown }: { readonly requested: RequestedScaling; readonly isShown: boolean | null },
  row: string,
): LifecycleSituation<Job> | null => {
  if (isShown === null) return null
  if (!isShown && (diff.type !== 'IGNORE' || now - requested.sentAt < arrivalPatience)) return null
  return {
    _tag: 'ScalingUnrecorded',
    row,
    requested,
    isShown,
    reason: isShown ? 'the job is scaled as was asked, although nothing asks for that any more: it is recorded, and then taken back'
      : 'the job is not scaled as was asked, and nothing asks for that any more',
  }
}

/** The status with the scaling recorded as deployed, or forgotten. */
export const withScalingRecorded = <Status extends JobLifecycleStatus>(
  status: Status,
  { desired, env: { now } }: JobRound,
  { requested, isShown }: { readonly requested: RequestedScaling; readonly isShown: boolean },
): Status => {
  const text = status.reconciliationStatus.lastReconciledSpec
  const after = isShown ? recordedAfter(desired, text, requested) : null
  const forgotten = withRecord(status, { requestedScaling: null })
  return after === null || after === text ? forgotten
    : withReconciliation(forgotten, { lastReconciledSpec: after, reconciliationTimestamp: now })
}
