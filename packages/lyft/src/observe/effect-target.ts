import type { LabelledDeployment, LabelledService } from '@flink-operator/core/fact'

/** The fields of an object that an effect on it needs. */
export interface ObjectView {
  readonly apiVersion: string
  readonly kind: 'Deployment' | 'Service'
  readonly name: string
  readonly uid: string
}

export const asDeployment = ({ name, uid }: LabelledDeployment): ObjectView => ({ apiVersion: 'apps/v1', kind: 'Deployment', name, uid })
export const asService = ({ name, uid }: LabelledService): ObjectView => ({ apiVersion: 'v1', kind: 'Service', name, uid })
