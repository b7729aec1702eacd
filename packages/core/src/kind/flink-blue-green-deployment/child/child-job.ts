import * as E from 'fp-ts/lib/Either.js'
import { restEndpointOf } from '../../../cluster/observe/rest-endpoint.ts'
import { decodeRecordedSpec } from '../../../crd/recorded-spec.ts'
import type { FlinkDeploymentView } from '../../../contract/fact/flink-deployment-view.ts'
import { observeConfiguration } from '../../../flink/configuration/observe-configuration.ts'
import type { FlinkDefaults } from '../../../flink/configuration/flink-defaults.ts'
import { type ResourceOptions, resourceOptions } from '../../../options/resource-options.ts'
import type { RestEndpoint } from '../../../contract/query/query.ts'

/** The job of a child, according to the child's own status. */
export type ChildJob =
  | { readonly _tag: 'None'; readonly reason: string }
  | { readonly _tag: 'Job'; readonly jobId: string; readonly endpoint: RestEndpoint; readonly options: ResourceOptions }

/** Queries go to the running cluster, so the options come from the deployed spec. */
export const childJobOf = ({ meta, spec, status }: FlinkDeploymentView, defaults: FlinkDefaults): ChildJob => {
  const { jobStatus: { jobId }, reconciliationStatus: { lastReconciledSpec } } = status
  if (jobId === null || lastReconciledSpec === null) return { _tag: 'None', reason: `${meta.name} has no job yet` }
  const deployed = decodeRecordedSpec(lastReconciledSpec)
  const effective = E.isLeft(deployed) ? null : observeConfiguration(meta, deployed.right.spec, spec, defaults)
  if (effective === null || E.isLeft(effective)) return { _tag: 'None', reason: `the recorded deployed spec of ${meta.name} can't be read` }
  const { options } = resourceOptions(effective.right.configuration)
  return { _tag: 'Job', jobId, options, endpoint: restEndpointOf(meta, options) }
}
