/**
 * The meaning of each event of Lyft's operator (lyft-flinkapplication.md, section 3.8). The reasons are spelled as that operator spells
 * them.
 */
export const eventReasons: Readonly<Record<string, string>> = {
  CreatingCluster: 'The operator creates the objects of a new cluster.',
  CreateClusterFailed: 'The operator could not create an object of a new cluster; it retries.',
  ClusterCreationFailed: 'A new cluster did not become ready; the operator gives up the update, and the old job keeps running.',
  ClusterScaleUp: 'The operator adds TaskManagers to the cluster in place.',
  ClusterScaleUpFailed: 'The added TaskManagers did not become ready; the operator reverts the scaling.',
  CancellingJob: 'The operator stops the job with a savepoint, or cancels it.',
  CanceledJob: 'The job was stopped; the message names the savepoint.',
  CancelFailed: 'The job could not be cancelled.',
  SavepointingJob: 'BlueGreen: the operator takes a savepoint of the live version, which runs on.',
  SavepointCompleted: 'BlueGreen: the savepoint is complete; the message contains its path.',
  SavepointFailed: 'A savepoint failed; the message contains the reason.',
  RestoringExternalizedCheckpoint: 'No savepoint exists, so the new job restores the last checkpoint.',
  RestoringWithoutExternalizedCheckpoint:
    'Neither a savepoint nor a usable checkpoint exists, and fallbackWithoutState is set: the job starts without its state.',
  RecoveryFailed: 'Neither a savepoint nor a usable checkpoint exists; the operator gives up the update.',
  JobSubmitted: 'The operator submits the job; the message contains the job id.',
  JobSubmissionFailed: 'The job could not be submitted, or its tasks did not start.',
  JobMonitoringFailed: 'A vertex of the submitted job failed, or not all of them ran in time; or the live job no longer exists.',
  JobFinished: 'The job finished without having been stopped.',
  DeployFailed: 'An update failed; the message says what runs now, or which field to change for another attempt.',
  RollbackSucceeded: 'The old job runs again, from the state that the update had saved, or had never been stopped.',
  RollbackFailed: 'The operator could not run the old job again; the user has to act.',
  ToreDownCluster: 'The operator deletes a cluster that is no longer needed.',
  ClusterLeft: 'The resource goes, and a cluster of it stays, because its Deployments lost their owner references.',
  UnsupportedChange: 'deploymentMode cannot be changed; the running job is not touched.',
  NotScalingInPlace: 'scaleMode InPlace has no effect in BlueGreen mode.',
  TeardownInitated: 'BlueGreen: the operator starts to tear down the version that tearDownVersionHash names.',
  ForceCanceling: 'The operator cancels the job without a savepoint.',
  TeardownCompleted: 'BlueGreen: the version that tearDownVersionHash names has been torn down.',
  NotStopped:
    'The old job still runs although the new one was about to be submitted: the operator stops the old job with a savepoint first.',
  UntoldVersion: 'BlueGreen: a version runs that the status did not mention; the operator records it as the second version.',
  TeardownFailed: 'BlueGreen: the operator could not tear down the version yet; it retries.',
  ValidationError: 'The spec is not valid, or a part of the status cannot be read; the running job is not touched.',
  ForceRollback: 'forceRollback is set although no update is in progress: the operator deploys no edit until forceRollback is unset.',
  InTheWay:
    'A foreign object has a name that a cluster needs, or an object of a live cluster is lost and the operator cannot create it again.',
  HandleFailed: 'An action, such as writing an object or the status, failed; the operator retries.',
}
