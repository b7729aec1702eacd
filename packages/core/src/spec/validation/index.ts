/** Validation rules that drivers use directly. */
export { mergePatch } from './followed.ts'
export { connectionRestriction } from './restricted-address.ts'
export { rightsAsked } from './pod-rights.ts'
export { type Restrictions, rightsAllowed, serviceAccountAllowed } from './restrictions.ts'
export {
  adviceIf,
  error,
  errorIf,
  nothing,
  type Rule,
  isBlank,
  advice,
  findingsOf,
  type RuleRow,
  boundedFindings,
  firstError,
} from './rule.ts'
export { autoscalerAdvice, type AutoscaledJob } from './autoscaler-advice.ts'
export { autoscalerOptionsReadable } from './autoscaler-options-readable.ts'
export { autoscalerRules } from './autoscaler-rules.ts'
