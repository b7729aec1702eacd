import type { SumName } from './sums.ts'

/** Of each central union the places that the compiler names where it has one member more: there somebody decides what the member means. */
export const expectedPlaces: Readonly<Record<SumName, readonly string[]>> = {
  UpgradeMode: [
    'core/src/job/upgrade/base-upgrade-mode.ts turnsIntoLastState',
    'core/src/resource/upgrade-mode.ts startAgain',
    'core/src/resource/upgrade-mode.ts stateKeptIn',
  ],
  SuspendMode: [
    'core/src/application/stop/before-the-stop.ts looksBeforeStop',
    'core/src/application/stop/begin-suspend.ts firstStep',
    'core/src/job/stop/begin-stop.ts beginStop',
    'core/src/job/stop/continue-stop.ts continueStopBy',
    'core/src/job/stop/stop-request.ts requestOf',
    'core/src/resource/suspend-mode.ts jobEndsBy',
    'core/src/resource/suspend-mode.ts stopLeaves',
  ],
  RestoreSource: [
    'core/src/application/recovery/unhealthy-job.ts restartUnhealthy',
    'core/src/application/recovery/lost-job-manager.ts lostSituation',
    'core/src/application/recovery/restore-point.ts restoreFrom',
    'core/src/flink-configuration/deployment-additions.ts pathOf',
    'core/src/job/record/known-state.ts startedFrom',
    'core/src/job/record/restore-source-of.ts stateBefore',
    'core/src/kind/flink-session-job/submit/submit-source.ts restoreFrom',
  ],
  LastState: [
    'core/src/job/told/job-gone.ts cancelledWords',
    'core/src/job/upgrade/restore-source.ts beforeFirstCheckpoint',
    'core/src/job/upgrade/restore-source.ts restoreSource',
    'core/src/kind/flink-blue-green-deployment/transition/next-source.ts retargetedSource',
  ],
  JobState: [
    'core/src/resource/job-state.ts goingOn',
    'core/src/resource/job-state.ts terminal',
  ],
  OperationPurpose: [
    'core/src/resource/operation.ts specToStart',
  ],
  Action: [
    'core/simulation/world/clusters.ts namesIn',
    'core/simulation/world/perform.ts apply',
    'core/src/action/action-properties.ts isHard',
    'core/src/action/action-words.ts wordsOf',
    'core/src/job/failure/after-job-failure.ts describe',
    'core/src/kind/flink-application/on-flink-application-failure.ts errorOf',
    'core/src/redaction/redact-actions.ts redacted',
    'flink-rest-adapter/src/effect/execute.ts execute',
    'operator/src/call-limits.ts effectTimeout',
    'operator/src/effect/adapter-port.ts createAdapterPort',
    'operator/src/metrics/round-metrics.ts effects',
  ],
  Query: [
    'core/simulation/recording/view.ts valueFace',
    'core/simulation/world/answer-flink-query.ts answerFlink',
    'core/src/query/fact-of.ts factOfTag',
    'core/src/query/fact-of.ts fieldOf',
    'flink-rest-adapter/src/read/answer-query.ts answerQuery',
    'flink-rest-adapter/src/read/answer-query.ts reads',
  ],
  AdapterError: [
    'core/src/fact/unknown-reason-of.ts unknownReasonOf',
    'flink-rest-adapter/src/read/answer.ts factOf',
    'k8s-adapter/src/read/live-fact.ts liveFact',
    'operator/src/effect/adapter-port.ts createAdapterPort',
    'sandbox/src/flink/jars.ts refusalOf',
    'zookeeper-adapter/src/read/ha-metadata.ts readHaMetadata',
  ],
}
