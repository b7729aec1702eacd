import { restEndpointOf } from '../../cluster/seen/rest-endpoint.ts'
import * as E from 'fp-ts/lib/Either.js'
import { decodeRecordedSpec } from '../../codec/recorded-spec.ts'
import type { Env } from '../../env.ts'
import type { Fact } from '../../fact/fact.ts'
import type { FlinkDeploymentView } from '../../fact/flink-deployment-view.ts'
import { observeConfiguration } from '../../flink-configuration/observe-configuration.ts'
import { type ResourceOptions, resourceOptions } from '../../operator-options/resource-options.ts'
import type { RestEndpoint } from '../../query/query.ts'
import type { FlinkDeploymentSpec } from '../../resource/flink-deployment-spec.ts'
import type { FlinkVersion } from '../../resource/flink-version.ts'
import type { JobReference } from '../../resource/flink-state-snapshot.ts'
import { isTerminal } from '../../resource/job-state.ts'

/** The job that a snapshot refers to, as its FlinkDeployment tells of it. */
export type TargetJob =
  | { readonly _tag: 'NotLookedAt' }
  /** Not seen is not gone (P14, E-17). */
  | { readonly _tag: 'Unseen'; readonly reason: string }
  | { readonly _tag: 'Gone' }
  /** It ended and nothing brings it back by itself. */
  | { readonly _tag: 'Ended'; readonly jobId: string | null; readonly reason: string }
  /** It starts, stops, is restarted, or its state is not known at the moment: wait and see. */
  | { readonly _tag: 'Unsettled'; readonly reason: string }
  | {
    readonly _tag: 'Running'
    readonly jobId: string
    readonly endpoint: RestEndpoint
    readonly options: ResourceOptions
    readonly flinkVersion: FlinkVersion | null
    /** An operation is under way that stops it: nothing new is asked of it. */
    readonly isStopping: boolean
  }

/**
 * | row | FlinkDeployment | its job |
 * |---|---|---|
 * | J0 | the reference names none of this kind (E-5) | unseen |
 * | J1 | not looked at, not seen, absent | the same |
 * | J2 | job terminal, nothing under way, no upgrade between stop and start | ended |
 * | J3 | job not RUNNING | unsettled: it, or another one, may follow |
 * | J4 | RUNNING, but what was deployed can't be read | unsettled |
 * | J5 | RUNNING | running; stopping, if an operation of ours is under way or the resource is deleted |
 */
export const targetJob = (
  reference: JobReference | null,
  target: Fact<FlinkDeploymentView> | undefined,
  { flinkDefaults }: Env,
): TargetJob => {
  if (reference?.kind !== 'FlinkDeployment' || reference.name === null)
    return { _tag: 'Unseen', reason: 'the resource names no FlinkDeployment' }
  switch (target?._tag) {
    case undefined:
      return { _tag: 'NotLookedAt' }
    case 'Absent':
      return target.source === 'live' ? { _tag: 'Gone' } : { _tag: 'NotLookedAt' }
    case 'Unknown':
      return { _tag: 'Unseen', reason: target.message }
    case 'Known':
      return jobOf(target.value, flinkDefaults)
  }
}

const jobOf = ({ meta, spec, status }: FlinkDeploymentView, defaults: Env['flinkDefaults']): TargetJob => {
  const { jobStatus: { state, jobId }, operation, reconciliationStatus } = status
  const recorded = recordedSpec(status)
  if (
    isTerminal(state) && operation === null
    && (reconciliationStatus.state === 'DEPLOYED' || reconciliationStatus.state === 'ROLLED_BACK' || recorded?.job?.state === 'suspended')
  )
    return { _tag: 'Ended', jobId, reason: `the job is ${state ?? ''}` }
  if (state !== 'RUNNING' || jobId === null) return { _tag: 'Unsettled', reason: `the job is ${state ?? 'not known yet'}` }
  if (recorded === null) return { _tag: 'Unsettled', reason: `what was deployed of ${meta.name} can't be read` }
  const effective = observeConfiguration(meta, recorded, spec, defaults)
  if (E.isLeft(effective))
    return { _tag: 'Unsettled', reason: `the configuration of ${meta.name} can't be read: ${effective.left.message}` }
  const { options } = resourceOptions(effective.right.configuration)
  return {
    _tag: 'Running',
    jobId,
    options,
    flinkVersion: recorded.flinkVersion,
    isStopping: operation !== null || meta.deletionTimestamp !== null,
    endpoint: restEndpointOf(meta, options),
  }
}

/** The spec that runs (control-flow.md, section 1.2). */
const recordedSpec = (
  { reconciliationStatus: { state, lastReconciledSpec, lastStableSpec } }: FlinkDeploymentView['status'],
): FlinkDeploymentSpec | null => {
  const text = state === 'ROLLED_BACK' ? (lastStableSpec ?? lastReconciledSpec) : lastReconciledSpec
  const decoded = text === null ? null : decodeRecordedSpec(text)
  return decoded !== null && E.isRight(decoded) ? decoded.right.spec : null
}
