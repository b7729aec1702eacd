import { event } from '../../contract/round/event.ts'
import { ingressNotManaged } from '../ingress/not-managed.ts'

/** The events of every FlinkDeployment, with the reference operator's reasons and texts (control-flow.md, section 7.2). */
export const clusterEvents = {
  rollback: event('Normal', 'JobManagerDeployment', 'Rollback', 'Rolling back failed deployment.'),
  cleanup: event('Normal', 'Operator', 'Cleanup', 'Cleaning up FlinkDeployment', null, 'Once'),
  ingressNotManaged,
  recover: event('Warning', 'Job', 'RecoverDeployment', 'Recovering lost deployment'),
} as const
