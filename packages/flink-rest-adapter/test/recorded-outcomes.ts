/** What each recording has to become, by name; the same for every release that has it. A recording without a line is a plain success. */

const byName = (groups: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(groups).flatMap(([outcome, names]) => names.map(name => [name, outcome])))

/** Facts that are not Known, actions that are not done, and successes in spite of the status. */
export const answeredOtherwise = byName({
  'Known': [
    'app-stay-main-throws-checkpoints',
  ],
  'Invalid': [
    'body-not-object', 'cancel-malformed-id', 'checkpoint-trigger-bad-type', 'checkpoint-trigger-incremental', 'disposal-no-path',
    'resource-requirements-put-default-scheduler', 'resource-requirements-put-empty', 'resource-requirements-put-lower-above-upper',
    'resource-requirements-put-missing-vertex', 'resource-requirements-put-unknown-vertex', 'resource-requirements-put-zero',
    'savepoint-trigger-bad-format', 'savepoint-trigger-cancel-no-folder', 'savepoint-trigger-invalid-json',
    'savepoint-trigger-malformed-id', 'savepoint-trigger-no-folder', 'stop-trigger-no-folder',
  ],
  'JobTerminated': [
    'cancel-terminal-failed', 'cancel-terminal-finished',
  ],
  'JobUnknown': [
    'cancel-unknown', 'expired-cancel', 'resource-requirements-put-unknown-job',
  ],
  'Absent': [
    'checkpoint-completed-incremental', 'checkpoint-unknown-trigger', 'expired-job-checkpoints', 'expired-job-operation',
    'ha-restarted-operation', 'resource-requirements-default-scheduler', 'restarted-operation-completed-before', 'restarted-operation',
    'savepoint-completed-other-job', 'savepoint-forgotten', 'savepoint-unknown-trigger', 'stop-no-folder-result', 'unknown-job-checkpoints', 'unknown-job-checkpoints-config',
    'unknown-job-exceptions', 'unknown-job-resource-requirements',
  ],
  'NotFound (maybe applied)': [
    'disposal-unknown-trigger',
  ],
  'Undecodable': [
    'savepoint-malformed-trigger',
  ],
})

const errors = byName({
  'UnknownPath': [
    'app-jars', 'app-running-applications', 'app-stay-canceled-applications', 'app-stay-failed-applications',
    'app-stay-main-throws-applications', 'app-stay-stopped-applications', 'application-exceptions', 'application', 'applications-empty',
    'applications-overview-empty', 'applications', 'ha-restarted-after-terminal-applications', 'method-not-allowed', 'unknown-path',
    'unknown-version',
  ],
  'NotFound': [
    'app-stay-main-throws-checkpoints', 'checkpoint-completed-incremental', 'checkpoint-details-unknown', 'checkpoint-unknown-trigger',
    'disposal-unknown-trigger', 'expired-job-operation', 'ha-restarted-operation', 'restarted-operation-completed-before',
    'restarted-operation', 'savepoint-completed-other-job', 'savepoint-forgotten', 'savepoint-unknown-trigger', 'stop-no-folder-result',
  ],
  'Other': [
    'app-stay-main-throws-job', 'cancel-mode-stop', 'taskmanager-unknown',
  ],
  'Invalid': [
    'body-not-object', 'cancel-malformed-id', 'cancel-mode-bad', 'checkpoint-trigger-bad-type', 'checkpoint-trigger-incremental',
    'disposal-no-path', 'jar-delete-unknown', 'jar-run-bad-job-id', 'jar-run-main-nothing', 'jar-run-main-throws',
    'jar-run-savepoint-incompatible', 'jar-run-savepoint-missing', 'jars-upload-wrong-name', 'malformed-job-id',
    'resource-requirements-default-scheduler', 'resource-requirements-put-default-scheduler', 'resource-requirements-put-empty',
    'resource-requirements-put-lower-above-upper', 'resource-requirements-put-missing-vertex', 'resource-requirements-put-unknown-vertex',
    'resource-requirements-put-zero', 'savepoint-malformed-trigger', 'savepoint-trigger-bad-format', 'savepoint-trigger-cancel-no-folder',
    'savepoint-trigger-invalid-json', 'savepoint-trigger-malformed-id', 'savepoint-trigger-no-folder', 'stop-trigger-no-folder',
    'vertex-metrics-aggregated-bad-agg',
  ],
  'JobTerminated': [
    'cancel-terminal-failed', 'cancel-terminal-finished',
  ],
  'JobUnknown': [
    'cancel-unknown', 'expired-cancel', 'expired-jar-run-same-id-status', 'expired-job-checkpoints', 'expired-job', 'job-main-throws',
    'resource-requirements-put-unknown-job', 'restarted-job', 'unknown-job-checkpoints-config', 'unknown-job-checkpoints',
    'unknown-job-config', 'unknown-job-exceptions', 'unknown-job-job', 'unknown-job-resource-requirements', 'unknown-job-status',
  ],
  'DuplicateJob': [
    'expired-jar-run-same-id', 'jar-run-same-id-canceled', 'jar-run-same-id-failed', 'jar-run-same-id-finished', 'jar-run-same-id-running',
  ],
  'Other (maybe applied)': [
    'jar-run-bad-class', 'jar-run-unknown-jar',
  ],
})

/** The AdapterError of an answer that is not 2xx. */
export const errorOf = (name: string): string => errors[name] ?? 'no line in errors'

/** Requests that this package never sends. */
export const notCalled: ReadonlySet<string> = new Set([
  'accumulators-FINISHED', 'accumulators-restored', 'adaptive-job-CREATED', 'adaptive-job-FINISHED', 'adaptive-job-INITIALIZING',
  'adaptive-job-RESTARTING', 'adaptive-job-RUNNING', 'adaptive-job-rescaled', 'adaptive-overview-no-taskmanager',
  'adaptive-stop-failed-job-status', 'app-default-job', 'app-jars', 'app-main-throws-application', 'app-main-throws-application-exceptions',
  'app-main-throws-applications', 'app-running-application', 'app-running-application-exceptions', 'app-running-applications',
  'app-running-job', 'app-stay-canceled-application', 'app-stay-canceled-application-exceptions', 'app-stay-canceled-applications',
  'app-stay-canceled-job', 'app-stay-failed-application', 'app-stay-failed-application-exceptions', 'app-stay-failed-applications',
  'app-stay-failed-job', 'app-stay-main-throws-application', 'app-stay-main-throws-application-exceptions',
  'app-stay-main-throws-applications', 'app-stay-main-throws-job', 'app-stay-stopped-application',
  'app-stay-stopped-application-exceptions', 'app-stay-stopped-applications', 'app-stay-stopped-job', 'application',
  'application-exceptions', 'applications', 'applications-empty', 'applications-overview-empty', 'cancel-mode-bad', 'cancel-mode-stop',
  'checkpoint-details', 'checkpoint-details-unknown', 
  'expired-jar-run-same-id', 'expired-jar-run-same-id-status', 'expired-job', 'ha-restarted-after-terminal-applications',
  'ha-restarted-after-terminal-job', 'ha-restarted-job', 'jar-delete', 'jar-delete-unknown', 'jar-run', 'jar-run-bad-class',
  'jar-run-bad-job-id', 'jar-run-by-query', 'jar-run-flink-configuration', 'jar-run-main-nothing', 'jar-run-main-sleeps',
  'jar-run-main-throws', 'jar-run-non-restored-allowed', 'jar-run-program-args', 'jar-run-same-id-canceled', 'jar-run-same-id-failed',
  'jar-run-same-id-finished', 'jar-run-same-id-running', 'jar-run-savepoint', 'jar-run-savepoint-incompatible', 'jar-run-savepoint-missing',
  'jar-run-too-parallel', 'jar-run-unknown-jar', 'jars-empty', 'jars-list', 'jars-upload', 'jars-upload-not-a-jar',
  'jars-upload-wrong-name', 'job-CANCELED', 'job-CANCELED-after-savepoint', 'job-CANCELLING', 'job-FAILED', 'job-FAILING', 'job-FINISHED',
  'job-INITIALIZING', 'job-RESTARTING', 'job-RUNNING', 'job-after-failed-savepoint', 'job-after-savepoint-cancel-failed',
  'job-after-savepoint-failed-in-job', 'job-config', 'job-execution-result-FAILED', 'job-main-sleeps', 'job-main-throws', 'job-plan',
  'job-savepoint-incompatible', 'job-savepoint-missing-FAILED', 'job-status', 'job-stop-FINISHED', 'job-waiting-for-slots',
  'jobmanager-config', 'jobmanager-metrics-get', 'jobmanager-metrics-list', 'jobs', 'jobs-empty', 'jobs-metrics-aggregated',
  'malformed-job-id', 'method-not-allowed', 'overview', 'overview-empty', 'overview-various', 'restarted-jar-run-same-id', 'restarted-jars',
  'restarted-job', 'restarted-job-after-run', 'restarted-jobs', 'restarted-overview', 'savepoint-cancel-second-job-later',
  'stop-again-after-failure-job-status', 'stop-failed-job-status', 'stop-failed-job-status-later', 'stop-job-status-in-progress',
  'stop-late-failure-FAILED', 'stop-late-failure-job-later', 'stop-status-at-completion', 'stop-then-checkpoint-job-later',
  'stop-then-savepoint-cancel-job-later', 'stop-then-savepoint-job-later', 'stop-then-stop-job-later', 'taskmanager', 'taskmanager-unknown',
  'taskmanagers-metrics-aggregated', 'unknown-job-config', 'unknown-job-job', 'unknown-job-status',
  'unknown-path', 'unknown-version', 'unversioned-overview', 'vertex', 'vertex-metrics-aggregated', 'vertex-metrics-aggregated-agg',
  'vertex-metrics-aggregated-bad-agg', 'vertex-metrics-aggregated-list', 'vertex-metrics-aggregated-unknown',
  'vertex-metrics-aggregated-unknown-job', 'vertex-metrics-get', 'vertex-metrics-list', 'vertex-metrics-unknown-job',
  'vertex-metrics-unknown-vertex',
])
