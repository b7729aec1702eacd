import { event } from '../../contract/round/event.ts'

export const ingressNotManaged = event(
  'Warning',
  'Operator',
  'IngressManagement',
  'Ingress management is turned off but ingress set in spec',
)
