/** Specs compared, and what their schedules mean. */
export { specDiff } from './diff/spec-diff.ts'
export { periodicExpression } from '../flink/schedule/periodic-expression.ts'
