/** Where Lyft's operator does badly with a FlinkApplication, and what is done here instead. Titles of tests name these ids. */
export const lyftDefects: Readonly<Record<string, string>> = {
  LD01:
    'its CRD drops the time of the last error, so that nothing is ever waited for or given up: here it is declared, where it is missing the last change of the status counts, and a step that makes no progress is given up whatever error there is',
  LD02: 'a first deploy that fails hangs for ever: here it ends in DeployFailed, and an edit deploys anew',
  LD03: 'after a failed savepoint the next update asks for the old trigger id: here an id belongs to its attempt',
  LD04:
    'a savepoint of a failed update is restored by the next one: here a path belongs to its attempt, and a job that ran on makes it stale',
  LD05: 'a rollback waits for the slots of the new parallelism: here a cluster is judged by the job that is to run on it',
  LD06: 'retries are counted across updates: here by phase and attempt',
  LD07:
    'an edit during an update makes that wait for a cluster that nobody creates: here the hash under way is recorded, and a newer one waits for the next safe point',
  LD08: 'the status of the version that runs is blanked: here a slot is dropped by its hash alone',
  LD09: 'ForceCancel in BlueGreen mode cancels an id at the wrong cluster: here each version has its own job at its own cluster',
  LD10: 'forceRollback while the job is being stopped leaves no job: here the stop is awaited first',
  LD11: 'a job that FINISHED counts as not started, and as active: here it is a success, told once',
  LD12: 'the age of a checkpoint never makes a job Yellow: here it does, after ten minutes',
  LD13: "a JobManager's checkpoint is never too old: here maxCheckpointRestoreAgeSeconds holds for every source",
  LD14: 'recovery in BlueGreen mode looks at the version without a job: here at the one that is deployed',
  LD15: 'a hash that failed is ignored in silence: here it is told which field to change, and it is forgotten after a success',
  LD16: 'going back to the spec that runs stays DeployFailed: here it is Running',
  LD17:
    'scaling in place: a cluster is not found again, flaps, loses its address, or is scaled for a spec that failed (a to d): here none of it',
  LD18: 'a healthy job that is seen late is rolled back: here its vertices come before the time',
  LD19: 'a job is submitted while another may still run: here its end is seen first',
  LD20: 'an update without savepoint fails where the old job has ended: here it goes on',
  LD21: 'a tear-down that fails takes the new version away: here it is tried again, and only the named hash goes',
  LD22: 'the colour flips with each attempt of the first deploy: here it is chosen once and recorded first',
  LD23: 'a deletion can hang for ever: here it is bounded, and what may be lost is told; an unknown deleteMode is Savepoint',
  LD24:
    'a change of deploymentMode is seen only beside another edit: here it is refused at once; empty is Dual, and the mode in force is that of the status',
  LD25: 'Deployments and Services wake nobody: here they do, and each round says when to look next',
  LD26:
    'errors of reads and writes that succeeded, and writes over what was not read: here a status is written on what was read alone (P15)',
  LD27:
    'pods start without configuration where it can not be rendered, and undecodable answers are empty ones: here the one is refused before anything is created, the other unknown (P14)',
  LD28: 'a Service may point at the TaskManagers: here the JobManager is told by its label',
  LD29: 'both versions show the health of one: here each its own',
  LD30: 'REST is asked at 8081, whatever uiPort says: here at uiPort',
  LD31: 'a flinkConfig value of another type ends the process: here scalars are read as their text',
  LD32: 'rights to ingresses of a group that is not used: here rights are generated from what is done',
  LD33: 'nothing is validated: here names, labels, ports, amounts and fractions are, and reserved labels win',
  LD34: 'a slow submit holds up others for five minutes: here calls are short, and a submit whose answer is lost is known by its id',
  LD35: 'Red, startedAt and reason are never written: here they are',
  LD36: 'forceRollback that is left on fails every later update: here it ends the one that is under way',
  LD37: 'a Deployment that is deleted by hand is taken for an update: here it is created again, with the state that is known',
}

/** Scenarios of a FlinkApplication: given, when: then. Titles of tests name these ids. */
export const lyftScenarios: Readonly<Record<string, string>> = {
  FA01: 'new resource: cluster objects created, phase ClusterStarting',
  FA02: 'JM creation fails; New: TM creation not attempted, phase stays New, error recorded',
  FA03: 'every object exists already; creating: no error, phase advances',
  FA04: 'ingressUrlFormat empty / set; creating: JM deployment + 2 services (+ TM) / one ingress more',
  FA05: 'ClusterStarting, deployments not available: nothing changes, status not written',
  FA06: 'pods available, total slots < parallelism; ClusterStarting: stay',
  FA07: 'ready cluster, savepoints on; then FIRST in Savepointing; two reconciles: Savepointing; then SubmittingJob with no savepoint call',
  FA08: 'FIRST, savepointDisabled; to the end: ClusterStarting → Cancelling → SubmittingJob, no cancel call',
  FA09: 'FIRST, spec.savepointPath and savepointInfo both set / only savepointInfo; submit: savepointPath is used / that location is used',
  FA10:
    'SubmittingJob, no job id, no active jobs; two reconciles: service re-pointed, finalizer added, one run call, id stored, phase unchanged; then with all vertices RUNNING: Running, deployHash = H, job definition copied, savepoint fields empty',
  FA11: 'one active job in the cluster, no id stored; submit: adopted, no run call',
  FA12: 'two active jobs; submit: error recorded, no run call',
  FA13: 'deployments for H missing; SubmittingJob: error returned, nothing submitted',
  FA14: "the sample application; created: Running with 2 pods of the spec's image",
  FA15: 'a vertex FAILED; two reconciles: job id cleared, RollingBackJob, error recorded; then the old job resubmitted, DeployFailed',
  FA16: 'job started 4 min ago, limit 3 min, all vertices RUNNING; SubmittingJob: Running',
  FA17: 'RUNNING and FINISHED mixed / one SCHEDULED; SubmittingJob: started / wait',
  FA18: 'job FINISHED; SubmittingJob: one event JobFinished, Running',
  FA19: 'Running, deployments for CUR absent / present: Updating / no write to the resource',
  FA20:
    'parallelism, jarName, programArgs, entryClass, image, label, annotation or name changed / CPU "0.5" written as "500m"; hash: H differs / H is the same',
  FA21:
    'Savepointing without trigger; two reconciles: cancel-with-savepoint on deployHash, trigger stored; then COMPLETED with location: savepointPath set, job id cleared, SubmittingJob',
  FA22: 'savepoint IN_PROGRESS: stay, no status write',
  FA23: 'COMPLETED without location: Recovering, savepointPath empty',
  FA24:
    'trigger call fails, maxRetries 3; to the end: exactly 5 passes, 5 status writes, retryCount 1..3 seen, ends in Recovering with retryCount 0 and no error',
  FA25: 'savepoint status fails until retries are used up: Recovering',
  FA26: 'savepoint in progress > 5 min after the trigger: Recovering',
  FA27:
    'image changed; to the end: Savepointing seen, Running, new job id, restored from a savepoint, old pods gone, new pods have the new image',
  FA28: 'flinkConfig changed; to the end: redeployed, the JobManager reports the new value',
  FA29:
    'Running after success; next pass: deployments and services of other hashes deleted; current, generic service and inPlaceUpdatedFromHash objects kept',
  FA30: 'completed externalised checkpoint: savepointPath = its path, SubmittingJob',
  FA31: 'JobManager unreachable, lastCheckpoint in the status: that path is used',
  FA32: "checkpoint 700 s old, limit 600 / 100 s old: not used / used; for the JobManager's timestamp too",
  FA33: 'no checkpoint, fallbackWithoutState: SubmittingJob with an empty savepointPath',
  FA34: 'no checkpoint, no fallback (checkpoint timeout or failing tasks): DeployFailed, job id unchanged',
  FA35: 'failing job with a retained checkpoint; updated: new job id, Running',
  FA36: 'failing job, no checkpoint, fallbackWithoutState; updated: new job runs with no savepoint',
  FA37: 'a failed savepoint ended in DeployFailed; new update: a new savepoint is triggered',
  FA38:
    'ready cluster, savepointDisabled, job RUNNING; two reconciles: Cancelling; cancel on deployHash; SubmittingJob once the job is terminal',
  FA39: 'cancel retries used up: no further cancel call, RollingBackJob',
  FA40: 'old job CANCELED already; update: no cancel call, new job Running with an empty savepointPath',
  FA41:
    'bad jar, savepointDisabled; to the end; then a fixed spec: DeployFailed, old job resubmitted with a new id and no restore, deployHash unchanged; the fixed spec deploys',
  FA42:
    'RollingBackJob, savepointPath in the status: service points to deployHash, the old definition from the status is submitted with that savepoint, failedDeployHash = H, DeployFailed',
  FA43: 'non-retryable submit error; two reconciles: one failing pass; then RollingBackJob with error cleared and retryCount 0',
  FA44: 'forceRollback in SubmittingJob, job id set; two reconciles: RollingBackJob, job id empty; then rollbackHash = deployHash',
  FA45:
    'forceRollback in ClusterStarting (bad image); then fixed spec, forceRollback false: DeployFailed, old job untouched; the fixed spec deploys',
  FA46: 'bad jar; to the end; then roll forward: DeployFailed, job resubmitted from the savepoint; the new spec deploys',
  FA47:
    'old cluster not API-ready / for 5 min / parallelism raised by the failed update; RollingBackJob: stay / DeployFailed with RollbackFailed / the old job is resubmitted all the same',
  FA48: 'DeployFailed; H ≠ failedDeployHash / unchanged: Updating / only status refresh',
  FA49: "DeployFailed, Dual: the failed cluster's deployments and versioned service deleted, those of deployHash kept",
  FA50: 'job read fails in Running: error returned, retryCount 0, lastSeenError empty',
  FA51:
    'retryable with retries left / used up / non-retryable; ROLLBACK decided: no, error kept, count unchanged / yes, error cleared / yes at once',
  FA52: 'lastErrorUpdateTime missing; gate: handler runs',
  FA53: 'backoff not elapsed; gate: handler not run, no write',
  FA54: 'n = 1, 20, 200; count 2 and 22 of 20; delay and limit: delay ≤ maximum each time; 2 has retries left, 22 has not',
  FA55: 'foreign error; bookkeeping: stored as UnknownMethod, retryable, 20',
  FA56:
    'SubmitJob: 500 naming ProgramInvocationException or JobSubmissionException / plain 500 / 4xx / timeout; mapped: non-retryable / retryable with the body as message / non-retryable / non-retryable',
  FA57: 'unknown phase: error, nothing written',
  FA58: 'first deploy whose submission fails for good; to the end: terminal state that a fixed spec leaves',
  FA59: 'parallelism 100→150 / 100→90 / 150 plus restartNonce; scale-up asked: true / false / false',
  FA60:
    '2→4 with InPlace; to the end; then an image change: Rescaling, Savepointing, Running; same TM deployment name, 3 pods, restored from savepoint; image change deploys normally',
  FA61: 'TaskManagers not registered yet / for 5 min; Rescaling: stay / DeployFailed with ClusterScaleUpFailed',
  FA62: "after in-place P→P', set back to P: DeployFailed with the advice to change restartNonce",
  FA63: 'two in-place scale-ups in a row / a failing job after one; to the end: the original RPC service is kept / rolled back',
  FA64: 'InPlace with a BG spec; scale-up: normal Updating',
  FA65: 'first deploy; then an update; to the end: green; blue; names, labels, environment carry the colour; ingress host `<name>-green`',
  FA66:
    'full update; to the end: Running → Updating → ClusterStarting (slot 1 version and hash, updatingHash) → Savepointing (cancel=false) → SubmittingJob → DualRunning with both job ids, deployHash old, updatingHash new',
  FA67: 'savepointDisabled; update: ClusterStarting → SubmittingJob',
  FA68: "submit error; to the end: RollingBackJob → DeployFailed, old slot's job id untouched",
  FA69: 'DualRunning, obsolete tearDownVersionHash: stays, both statuses refreshed',
  FA70:
    "DualRunning, teardown of the old hash / of the new hash: its job cancelled, its objects deleted (not the other colour's), slot shift, deployHash = updatingHash, teardownHash = H, Running, 2 pods left / the old version remains, no redeploy",
  FA71: 'Dual→BG and BG→Dual together with another change; empty status mode: DeployFailed with UnsupportedChange; filled from the spec',
  FA72: 'failed BG update, then a new one / failed teardown: fresh savepoint / the other version stays',
  FA73: 'deletionTimestamp in any phase: Deleting, one status write, nothing else',
  FA74:
    'Savepoint mode; polls: trigger stored; failed status: trigger cleared, error; then COMPLETED: path stored; then CANCELED: finalizer removed, other finalizers kept',
  FA75: 'ForceCancel, RUNNING / CANCELED: cancel, finalizer kept / finalizer removed',
  FA76: 'None, job RUNNING / FIRST in any mode: finalizer removed, no cancel / same',
  FA77: 'an earlier error had used up its retries; Deleting: handled, error and count zeroed',
  FA78:
    "BG with two versions; to the end: deployed job stopped with savepoint first, then the updating one, then the finalizer; savepointPath ends as the updating version's",
  FA79: "job terminal and no savepoint / BG ForceCancel: deletion completes / each version's own job is cancelled",
  FA80:
    'all TaskManagers send heartbeats / last one a day ago / values unchanged; refresh: Green, slots copied, URL set / 0 healthy, Yellow / no write',
  FA81: '2 of 7 tasks running / FAILING 10 s ago, RUNNING now; refresh: job Yellow, counters and times copied / Red',
  FA82:
    "flinkConfig with own rpc.address; HA on and off; flinkVersion < 1.11, empty, invalid, ≥ 1.11; rendered: FLINK_PROPERTIES sorted, defaults, user's rpc.address dropped; suffixes by HA; heap keys / process keys; legacy copy equal",
  FA83: 'the applications of 2.3; hash: the asserted values',
}
