import type { ResourceMeta } from '@flink-operator/core/resource'
import type { Restrictions } from '@flink-operator/core/validation'
import type { ObjectOptions } from '../objects/cluster-request.ts'
import type { FlinkApplicationSpec } from '../spec/flink-application-spec.ts'
import type { DeploymentMode } from '../spec/modes.ts'

/** The input of the validation rules for a FlinkApplication. */
export interface ApplicationInput {
  readonly meta: Pick<ResourceMeta, 'apiVersion' | 'kind' | 'name' | 'namespace' | 'uid' | 'labels' | 'annotations'>
  readonly spec: FlinkApplicationSpec
  /** The mode in the status; null: nothing was deployed yet, so the spec may choose. */
  readonly recordedMode: DeploymentMode | null
  /** The mode in force. */
  readonly mode: DeploymentMode
  readonly options: ObjectOptions
  readonly restrictions: Restrictions
}

export const isBlueGreen = ({ mode }: Pick<ApplicationInput, 'mode'>): boolean => mode === 'BlueGreen'
