/**
 * Kubernetes-native high availability (FLIP-144) as pure state machines: leader election, leader retrieval, state-handle store. Each
 * takes an observation and returns the next requests to the API server; clock, random numbers and new ids are arguments.
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
export { counterKey, type CounterStore, getAndIncrement, getCount, setCount } from './state-handle/checkpoint-id-counter.ts'
export { checkpointIdOf, checkpointKey, checkpointPrefix } from './state-handle/checkpoint-key.ts'
export {
  addCheckpoint,
  type CompletedCheckpoint,
  completedCheckpointStore,
  recoveredCheckpoints,
  type RecoveredCheckpoints,
  shutDown,
  subsumeCheckpoint,
  subsumed,
} from './state-handle/completed-checkpoint-store.ts'
export { createConfigMap } from './state-handle/create-config-map.ts'
export {
  actionOf,
  begin,
  drive,
  type DriveSettings,
  type Outcome,
  type StoreAction,
  type StoreAnswer,
  type StoreState,
} from './state-handle/drive.ts'
export { type Entry, entryAt, type Handle, type Handles, handlesIn } from './state-handle/entry.ts'
export { executionPlanStore, jobsWithPlan, planPrefix, type PlanPrefix, putPlan, removePlan } from './state-handle/execution-plan-store.ts'
export { heldBy } from './state-handle/held-by.ts'
export type { Fence, Operation, StateHandleStore, StoreError, StoreErrorTag } from './state-handle/operation.ts'
export { addAndLock, put, type Put, replace } from './state-handle/put-handle.ts'
export { exists, getAllAndLock, getAllHandles, getAndLock } from './state-handle/read-handles.ts'
export { clearEntries, releaseAndTryRemove, type Removed, subsume } from './state-handle/remove-handle.ts'
export { configMapLimit } from './state-handle/size-limit.ts'
export type { LeaderAddress } from './leader-address.ts'
export { configMapLockAnswer, type ConfigMapLock, configMapRequest, lockOfConfigMap } from './election/config-map-lock.ts'
export { electionMargin, marginBetweenAttempts } from './election/election-margin.ts'
export { electionProblem, type ElectionSettings } from './election/election-times.ts'
export { electorStep } from './election/elector-step.ts'
export type { ElectorSettings, Now } from './election/elector-settings.ts'
export {
  type Elector,
  type ElectorEffect,
  type ElectorEvent,
  type Following,
  isOver,
  type Leading,
  mayAct,
  type PendingRequest,
  type RevokeReason,
  startElector,
  type Stopped,
} from './election/elector.ts'
export { isRecord, type LeaderElectionRecord, type StoredRecord } from '@flink-operator/core/codec'
export { leaseSpec, lockOfLease } from './election/lease-lock.ts'
export type { Lock, LockAnswer, LockRequest, LockVersion } from './election/lock.ts'
export { formatRecord, leaderAnnotation, parseRecord } from '@flink-operator/core/codec'
export type { SeenLock } from './election/seen-lock.ts'
export type { ElectorInput } from './election/turn.ts'
export { type Component, leaderConfigMaps, type LeaderLayout, type Leaders, leadersIn } from './retrieval/leader-layout.ts'
export {
  currentLeaders,
  type LeaderChange,
  type Retrieval,
  type RetrievalEvent,
  retrievalStep,
  startRetrieval,
} from './retrieval/leader-retrieval.ts'
export { ranking, type ShardedResource, shardOf } from './shards/shard-of.ts'
export { type GroupLease, leavingAnnotation, type ShardEvent, type ShardRequest } from './shards/shard-lease.ts'
export { isAnnounced, mayActOn, mayBeginOn, newMember, type OwnPhase, type ShardMember, type ShardSettings } from './shards/shard-member.ts'
export { isDone, step as shardStep, type ShardStep } from './shards/step.ts'
