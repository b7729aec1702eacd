/**
 * Kubernetes-native high availability (FLIP-144) as pure state machines: leader election, leader retrieval, state-handle store. Each takes
 * what was seen and answers what to ask of the API server next; clock, random numbers and new ids are arguments.
 *
 * @packageDocumentation
 */
export type { ConfigMapAnswer, ConfigMapContent, ConfigMapRequest, KeyChanges } from './config-map.ts'
export { markPointer, type Pointer, readPointer, type StoredFile, writePointer } from './state-handle/pointer.ts'
export { scopeText, scopeWords, scopeOf, type WatchScope } from './rivals/watch-scope.ts'
export {
  type Division,
  divisionAnnotation,
  divisionText,
  leaseLabel,
  type Looked,
  noRivals,
  type OperatorLease,
  type Rival,
  type Rivals,
  type RivalSettings,
  rivalsSeen,
  watchesAnnotation,
} from './rivals/rivals.ts'
