import type { DeploymentView } from './deployment-view.ts'
import type { Fact } from './fact.ts'
import type { ClusterOverview, JarView, JobOverview } from './flink-rest.ts'
import type { LabelledObjects } from './labelled-objects.ts'
import type { NamedObjectView } from './named-object-view.ts'
import type { ConfigMapView, IngressView, ServiceView } from './object-view.ts'
import type { PodView } from './pod-view.ts'
import type { ZooKeeperHaView } from './zookeeper-ha-view.ts'

/**
 * The facts about a Flink cluster. A missing field was not queried in this round. Each field answers the query variant that its comment
 * names. Within a round facts are only added.
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
   * A cluster's data in ZooKeeper, by its place (`zookeeper-query.ts`). `ReadZooKeeperHaMetadata`; Absent: the ensemble, by a majority, has
   * no node of the cluster.
   */
  readonly zooKeeperHa?: Fact<ZooKeeperHaView>
  /** `ListServices`. */
  readonly services?: Fact<readonly ServiceView[]>
  /** `ReadIngress`. */
  readonly ingress?: Fact<IngressView>
  /** `ReadNames`: the existing objects with these names, whoever owns them. */
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
