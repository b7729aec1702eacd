import type { LabelledDeployment, LabelledService } from '../../../fact/labelled-objects.ts'

/** What an effect on an object needs of it. */
export interface ObjectView {
  readonly apiVersion: string
  readonly kind: 'Deployment' | 'Service'
  readonly name: string
  readonly uid: string
}

export const asDeployment = ({ name, uid }: LabelledDeployment): ObjectView => ({ apiVersion: 'apps/v1', kind: 'Deployment', name, uid })
export const asService = ({ name, uid }: LabelledService): ObjectView => ({ apiVersion: 'v1', kind: 'Service', name, uid })
