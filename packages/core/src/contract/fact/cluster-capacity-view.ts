/** The number of TaskManagers of a job before and after a scaling, with the cores and bytes of each. */
export interface ResourceRequest {
  readonly taskManagersNow: number
  readonly taskManagersAfter: number
  readonly cpu: number
  readonly memory: number
}

/** The label that names the node group of a node. The cluster autoscaler's status has the sizes of the groups. */
export const nodeGroupLabel = 'eks.amazonaws.com/nodegroup'

/** A node of the cluster. */
export interface NodeView {
  /** Value of `nodeGroupLabel`; null: the node has none. */
  readonly group: string | null
  /** True for a cordoned node: the scheduler places no new pod there. */
  readonly unschedulable: boolean
  /** Kubernetes quantities; 0: unreadable. */
  readonly allocatable: { readonly cpu: string | number; readonly memory: string | number }
  /** Sum of the requests of the pods on the node that have not ended, in cores and bytes. */
  readonly requested: { readonly cpu: number; readonly memory: number }
}

/** The nodes of the cluster. One view serves all jobs until it is read again. */
export interface ClusterCapacityView {
  readonly nodes: readonly NodeView[]
  /** Status text of the cluster autoscaler; null: the cluster has none. */
  readonly clusterAutoscalerStatus: string | null
  /** Scalings decided since the view was read, in their order: their pods are not among `requested` yet. */
  readonly reserved: readonly ResourceRequest[]
}
