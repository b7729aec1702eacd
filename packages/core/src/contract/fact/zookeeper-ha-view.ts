/**
 * Whether HA metadata of the recorded job exists. Unknown: neither yes nor no. NotLooked: a query is needed. Unreadable: no query of the
 * operator can answer it, as with a ZooKeeper that forbids access (H-D09).
 */
export type HaMetadata = 'Available' | 'NotAvailable' | 'Unknown' | 'NotLooked' | 'Unreadable'

/** The data of Flink's HA services in ZooKeeper for one cluster. Node contents are omitted, except for the counter. */
export interface ZooKeeperHaView {
  /** The transaction that created the cluster's own node, as in `ZooKeeperNode`. */
  readonly created: string
  /**
   * JobManagers that are candidates for leadership, including the leader. A killed JobManager counts until its session expires, according
   * to Flink's `high-availability.zookeeper.client.session-timeout`. One that shut down properly does not.
   */
  readonly candidates: number
  readonly jobs: readonly ZooKeeperJobView[]
  readonly plans: readonly ZooKeeperPlanView[]
}

/** A node, identified by the transaction that created it: a node that is recreated under the same path is another one. */
export interface ZooKeeperNode {
  /** Path below the cluster's node, with a leading slash. */
  readonly path: string
  /** 16 hex digits. */
  readonly created: string
}

/** `/jobs/<job>`: the data of a job that has not ended. */
export interface ZooKeeperJobView extends ZooKeeperNode {
  /** The node's name; it need not be a job id of Flink. */
  readonly jobId: string
  /** Pointers to completed checkpoints, by the names of their nodes. */
  readonly checkpoints: readonly string[]
  /** The pointers whose content Flink can't read: it skips them. */
  readonly unusable: readonly string[]
  /**
   * True if there was ever a pointer: ZooKeeper counts additions and removals. Null: the folder of pointers does not exist, so it was not
   * created yet, or is gone already.
   */
  readonly hadCheckpoints: boolean | null
  /** The next checkpoint's id. Null: no checkpoint has been counted. */
  readonly counter: number | 'Unreadable' | null
}

/** A stored job graph (Flink 1.x) or execution plan (2.x). */
export interface ZooKeeperPlanView extends ZooKeeperNode {
  readonly jobId: string
}
