import * as E from 'fp-ts/lib/Either.js'
import { restEndpointOf } from '../../../cluster/seen/rest-endpoint.ts'
import { decodeRecordedSpec } from '../../../codec/recorded-spec.ts'
import type { FlinkDeploymentView } from '../../../fact/flink-deployment-view.ts'
import { observeConfiguration } from '../../../flink-configuration/observe-configuration.ts'
import type { FlinkDefaults } from '../../../flink-configuration/flink-defaults.ts'
import { type ResourceOptions, resourceOptions } from '../../../operator-options/resource-options.ts'
import type { RestEndpoint } from '../../../query/query.ts'

/** The job of a child, as the child's own status tells it. */
export type ChildJob =
  | { readonly _tag: 'None'; readonly reason: string }
  | { readonly _tag: 'Job'; readonly jobId: string; readonly endpoint: RestEndpoint; readonly options: ResourceOptions }

/** What is asked of it goes to the cluster that runs, so by the spec that was deployed. */
export const childJobOf = ({ meta, spec, status }: FlinkDeploymentView, defaults: FlinkDefaults): ChildJob => {
  const { jobStatus: { jobId }, reconciliationStatus: { lastReconciledSpec } } = status
  if (jobId === null || lastReconciledSpec === null) return { _tag: 'None', reason: `${meta.name} has no job yet` }
  const deployed = decodeRecordedSpec(lastReconciledSpec)
  const effective = E.isLeft(deployed) ? null : observeConfiguration(meta, deployed.right.spec, spec, defaults)
  if (effective === null || E.isLeft(effective)) return { _tag: 'None', reason: `what was deployed of ${meta.name} can't be read` }
  const { options } = resourceOptions(effective.right.configuration)
  return { _tag: 'Job', jobId, options, endpoint: restEndpointOf(meta, options) }
}
