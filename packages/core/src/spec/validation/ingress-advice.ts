import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { adviceIf, type Rule } from './rule.ts'

/** Same text as the reference operator's event `IngressManagement` (api-and-config.md, section 12.1). */
export const ingressIsManaged: Rule<FlinkDeploymentInput> = ({ spec, options }) =>
  adviceIf(spec.ingress !== null && !options.ingressManage, 'ingress', 'Ingress management is turned off but ingress set in spec')
