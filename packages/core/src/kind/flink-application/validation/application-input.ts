import type { ResourceMeta } from '../../../resource/resource-meta.ts'
import type { Restrictions } from '../../../validation/restrictions.ts'
import type { ObjectOptions } from '../objects/cluster-request.ts'
import type { FlinkApplicationSpec } from '../spec/flink-application-spec.ts'
import type { DeploymentMode } from '../spec/modes.ts'

/** What the rules on the spec of a FlinkApplication look at. */
export interface ApplicationInput {
  readonly meta: Pick<ResourceMeta, 'apiVersion' | 'kind' | 'name' | 'namespace' | 'uid' | 'labels' | 'annotations'>
  readonly spec: FlinkApplicationSpec
  /** What the status says; null: nothing was deployed, the spec may choose. */
  readonly recordedMode: DeploymentMode | null
  /** The one that is in force. */
  readonly mode: DeploymentMode
  readonly options: ObjectOptions
  readonly restrictions: Restrictions
}

export const isBlueGreen = ({ mode }: Pick<ApplicationInput, 'mode'>): boolean => mode === 'BlueGreen'
