import type { DeploymentView } from './deployment-view.ts'
import type { Fact } from './fact.ts'
import type { ClusterOverview, JarView, JobOverview } from './flink-rest.ts'
import type { LabelledObjects } from './labelled-objects.ts'
import type { NamedObjectView } from './named-object-view.ts'
import type { ConfigMapView, IngressView, ServiceView } from './object-view.ts'
import type { PodView } from './pod-view.ts'
import type { ZooKeeperHaView } from './zookeeper-ha-view.ts'

/**
 * What may be looked at of a Flink cluster. A field that is missing was not looked at in this round. Each field is the answer to the query
 * variant named beside it; within a round facts only grow.
 */
export type ClusterFacts = {
  /** The JobManager Deployment: from the watch cache at first, live after `ReadDeployment`. */
  readonly deployment?: Fact<DeploymentView>
  /** Standalone mode: Deployment `<name>-taskmanager`. `ReadTaskManagerDeployment`. */
  readonly taskManagerDeployment?: Fact<DeploymentView>
  /** `ListJobManagerPods`; an empty list is Known. */
  readonly jobManagerPods?: Fact<readonly PodView[]>
  /** Every ConfigMap with the cluster's labels. `ListConfigMaps`; an empty list is Known. */
  readonly configMaps?: Fact<readonly ConfigMapView[]>
  /**
   * What ZooKeeper keeps of a cluster, by its place (`zookeeper-query.ts`). `ReadZooKeeperHaMetadata`; Absent: the ensemble, which agreed
   * on it as a whole, has no node of the cluster.
   */
  readonly zooKeeperHa?: Fact<ZooKeeperHaView>
  /** `ListServices`. */
  readonly services?: Fact<readonly ServiceView[]>
  /** `ReadIngress`. */
  readonly ingress?: Fact<IngressView>
  /** `ReadNames`: those of the names that are taken, by whomever. */
  readonly names?: Fact<readonly NamedObjectView[]>
  /** `ListLabelledObjects`. */
  readonly labelledObjects?: Fact<LabelledObjects>
  /** `GetJobsOverview`; a reachable JobManager without jobs is Known `[]`. */
  readonly jobs?: Fact<readonly JobOverview[]>
  /** `GetClusterOverview`. */
  readonly clusterOverview?: Fact<ClusterOverview>
  /** `GetJars`; a JobManager without jars is Known `[]`. */
  readonly jars?: Fact<readonly JarView[]>
}
