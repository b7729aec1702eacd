import { kinds } from '@flink-operator/kinds'

/** A FlinkApplication tells by the reasons of another operator: they have a table of their own. */
const { FlinkApplication: _, ...apaches } = kinds

/**
 * What each event reason means, and what a person can do about it. A reason of the code that has no line here or in the definition of its
 * kind, or a line that no code has, fails `npm run docs`.
 */
export const eventReasons: Readonly<Record<string, string>> = {
  ...Object.assign({}, ...Object.values(apaches).map(({ definition }) => definition.eventReasons)) as Readonly<Record<string, string>>,
  Submit: 'A cluster is being created.',
  SpecChanged: 'An edit was seen and is acted on; the text names the fields. Once for each generation.',
  SpecWarning:
    'The operator follows the spec, but some of it may not do what its author meant: an option without effect, a misspelt key, a doubtful combination. Once for each finding and generation; the condition of the same name has all of them.',
  Suspended: 'The running job is being stopped: for an upgrade, a suspend, a rollback or a deletion.',
  Rollback: 'The new spec did not become stable in time; the last stable one is put back.',
  Scaling:
    'The running job is scaled without a restart. As a Warning: what that needs could not be read for too long, and the edit is an upgrade instead.',
  AutoscalerError:
    'A cycle of the autoscaler came to nothing: a required metric is missing, or what it stored can not be read, written or is of another resource. The job goes on as it is. Once in `job.autoscaler.scaling.event.interval`.',
  ScalingReport:
    'The autoscaler scales the job, or would: which vertices, from and to which parallelism, and the rates that it rests on. The text is that of the Apache operator.',
  IneffectiveScaling: 'The last scale-up of a vertex did not bring what was expected of it.',
  MemoryPressure:
    'The TaskManagers are short of memory by `job.autoscaler.memory.gc-pressure.threshold` or `….heap-usage.threshold`: nothing is scaled.',
  MemoryRecommendation: 'The memory that the autoscaler measured to be enough; in force with `job.autoscaler.memory.tuning.enabled`.',
  ScalingLimited: 'Partitions or key groups allow no better parallelism of a vertex than the one that the text names.',
  ResourceQuotaReached:
    "A scaling is blocked: it would exceed `job.autoscaler.quota.*`, or the cluster's nodes have no room for its TaskManagers. The text says what is needed and what is free. About the nodes: once in `job.autoscaler.scaling.event.interval`.",
  ClusterCapacityUnknown:
    'The nodes of the cluster could not be read: the autoscaler scales the job without a check of their free capacity. Once.',
  JobException:
    "An exception that Flink counts among the job's, also where it restarts the job by itself: the first lines of its stack trace (`kubernetes.operator.events.exceptions.*`); when, task and TaskManager are in the annotations.",
  MissingRight:
    "Kubernetes or Flink refuses the operator something that this resource needs, in the server's words: look at the operator's Role (deploy/) and at what stands before Flink's REST API. Once a process.",
  ForeignService:
    'The REST Service of the cluster leads elsewhere than to its JobManager (its type or its selector was changed): the operator sends nothing to it, and waits. Put the Service back, or delete it: the operator creates it again. Once a process.',
  Quarantined:
    'An operator process stood still, or ran out of memory, in the reconcile of this resource. It is left alone until the moment that the text names, or until its spec is edited; what runs goes on. Once a pause (docs/security.md#a-resource-that-stops-the-operator).',
  LeftSelector:
    "The labels of the resource no longer match the operator's label selector: the operator does not manage it any more. Its job runs on, and its finalizer blocks a deletion until an operator selects it.",
  JobStatusChanged: 'Flink shows another state of the job than at the last look.',
  Cleanup: 'The resource is being deleted.',
  IngressManagement: 'An ingress is asked for and not made: ingresses are turned off (`kubernetes.operator.ingress.manage`).',
  InTheWay:
    'A Deployment, Service, ConfigMap or Ingress of somebody else has a name that the cluster needs, or there is HA metadata of another job under its name. It is left as it is, and what runs goes on; the text names it, its owner and what helps.',
  RecoverDeployment: 'The JobManager Deployment is gone, and is created again with the state that is known.',
  RestartUnhealthyJob: 'The health check found the job unhealthy; its cluster is started anew.',
  OrphanJob:
    'A job that is suspended, or has ended, runs again (a JobManager pod without high availability was restarted): its cluster is taken away.',
  ClockSkew:
    "Moments in the status lie ahead of now: the clock of the operator that wrote them was ahead, or this one's is behind. They count as now (docs/clocks.md).",
  RestUnreachable:
    "Flink's REST API has not answered for `kubernetes.operator.observer.rest-unreachable.timeout`, though Kubernetes shows a JobManager that is available. Its Service is made again if it is missing; else look whether it has endpoints, and whether a network policy keeps the operator out.",
  JobManagerNotReady:
    'The JobManager is deployed and has not been ready for `kubernetes.operator.observer.rest-unreachable.timeout`: its pod does not come up, or its REST API answers that it is not ready. The text has the cause. It is looked at less and less often, at least once in a reconcile interval.',
  Unschedulable: "The same, where Kubernetes finds no node for the JobManager's pod: the text is that of the scheduler.",
  CleanupFailed:
    'Something takes longer to go than it may (`kubernetes.operator.resource.cleanup.timeout`), or a deletion goes on without the savepoint that was asked for, or leaves the files of a FlinkStateSnapshot behind.',
  Paused:
    'The annotation `flinkdeployment.flink.apache.org/pause` asks the operator to leave the resource as it is; nothing is done for it but its deletion.',
  PauseEnded: 'The annotation is gone, or its time is over: the operator goes on.',
  ValidationError: "The spec is not valid, or can't be followed. What runs is looked after as before.",
  Missing: 'The JobManager Deployment is missing, or the JobManager runs and does not list the job.',
  JobCancelled: 'Somebody else cancelled the job. It is not started again by itself: a new `restartNonce` does that.',
  Error:
    "The job failed (the text is its chain of causes), the record of what was deployed can't be read, or a call to Kubernetes or Flink failed.",
  SavepointError: 'A savepoint, or a stop with savepoint, failed or takes too long.',
  CheckpointError: 'A checkpoint that was asked for failed, or Flink does not tell its path any more.',
  UpgradeFailed: 'Nothing can be restored until a user chooses the state.',
  RestoreFailed: 'HA metadata that the job was to be restored from is gone: a user has to choose the state.',
  FailedMount: 'The JobManager pod has waited for a volume for more than 30 s.',
  FailedCreate: 'The API server refuses the JobManager pod: a quota, an admission rule, or a service account that does not exist.',
  CrashLoopBackOff: 'The JobManager container ends again and again; the text is its last message.',
  ImagePullBackOff: "The image can't be pulled.",
  ErrImagePull: "The image can't be pulled.",
  InvalidImageName: 'The image has a name that is none.',
  RunContainerError: "The container can't be started.",
  CreateContainerConfigError: 'A ConfigMap or Secret that the container needs is not there.',
  OOMKilled: 'The JobManager needed more memory than its limit.',
}
