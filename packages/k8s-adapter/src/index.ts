export { type BackOff, backOff } from './back-off.ts'
export { type Cache, type Cached, type CacheOptions, createCache, type OnChange } from './cache.ts'
export { type Clock, systemClock } from './clock.ts'
export { compactJson, withoutBookkeeping } from './compact-json.ts'
export { type Connection, connections } from './connection.ts'
export { type CrdCheck, crdFitness, crdName, type CrdQuestion, checkCrd } from './crd-check.ts'
export { type Credentials, type CredentialsOptions, loadCredentials, serviceAccountSource, type Session } from './credentials.ts'
export { type Application, dryRun } from './dry-run.ts'
export { applyObject } from './effect/apply-object.ts'
export { createObject } from './effect/create-object.ts'
export { createStateSnapshot } from './effect/create-state-snapshot.ts'
export { writeAutoscalerState } from './effect/write-autoscaler-state.ts'
export { deleteHaMetadata } from './effect/delete-ha-metadata.ts'
export { deleteObject } from './effect/delete-object.ts'
export { emitEvent } from './effect/emit-event.ts'
export { eventName } from './effect/event-name.ts'
export { markStarted } from './effect/mark-started.ts'
export { addFinalizer, removeFinalizer, type ResourceWithFinalizers } from './effect/finalizer.ts'
export { patchObject } from './effect/patch-object.ts'
export { persistStatus, type StatusEncoding, type StoredStatus } from './effect/persist-status.ts'
export { pruneHaExecutionPlan } from './effect/prune-ha-execution-plan.ts'
export { fieldManager } from './effect/write.ts'
export { withoutSecrets } from './error.ts'
export { type FollowedLeaders, followLeaders, type FollowLeadersOptions } from './high-availability/follow-leaders.ts'
export type { ElectorLock } from './high-availability/elector-lock.ts'
export { leaseLockDriver } from './high-availability/lease-lock-driver.ts'
export { runElector, type RunElectorOptions, type RunningElector } from './high-availability/run-elector.ts'
export {
  checkpointStoreDriver,
  type CheckpointStoreDriver,
  type CheckpointStoreOptions,
} from './high-availability/checkpoint-store-driver.ts'
export { configMapContent, configMapDriver, type ConfigMapDriverOptions } from './high-availability/config-map-driver.ts'
export { folderFiles } from './high-availability/folder-files.ts'
export { carryOut, type HandleFiles, type StoreDriver } from './high-availability/store-driver.ts'
export {
  deleteLease,
  type LeaseContent,
  type LeaseMarks,
  type LeaseRef,
  listOperatorLeases,
  noMarks,
  operatorLeaseOf,
  versionOf as leaseVersion,
  writeLease,
} from './lease.ts'
export { type ByteStream, createHttp, type Http, type HttpOptions, type HttpRequest } from './http.ts'
export type { ChangeType, OnEvent } from './known-objects.ts'
export { type Measured, measured } from './json-limits.ts'
export { type ListWatch, listWatch, type ListWatchOptions } from './list-watch.ts'
export { manifestRef } from './manifest-ref.ts'
export type { OwnResource } from './own-resource.ts'
export { prunedPaths } from './pruned-paths.ts'
export { answerQuery, type KubernetesAnswers } from './read/answer-query.ts'
export { listObjects } from './read/list-objects.ts'
export { readObject } from './read/read-object.ts'
export { readServiceRoute, type ServiceRoute } from './read/read-service-route.ts'
export { type Collection, collectionPath, labelSelector, objectPath, pluralOf } from './resource-path.ts'
export { reviewAccess, type WantedAccess } from './review/review-access.ts'
export { type KubernetesUser, reviewToken } from './review/review-token.ts'
export { isOlderThan } from './resource-version.ts'
export { configMapView } from './view/config-map-view.ts'
export { deploymentView } from './view/deployment-view.ts'
export { ingressView } from './view/ingress-view.ts'
export { podView } from './view/pod-view.ts'
export { type ServiceTarget, serviceTarget } from './view/service-target.ts'
export { serviceView } from './view/service-view.ts'
export { type ServiceRoutes, watchServiceRoutes } from './watched/service-routes.ts'
export { type WatchedClusters, watchClusters } from './watched/watched-clusters.ts'
export { type WatchedLabel, watchLabelled } from './watched/watch-labelled.ts'
export { stateSnapshotView } from './view/state-snapshot-view.ts'
