/** What Flink's HA services keep in ZooKeeper for one cluster. Contents are left out, but for the counter. */
export interface ZooKeeperHaView {
  /** The cluster's own node, as `ZooKeeperNode` has it. */
  readonly created: string
  /**
   * JobManagers that stand for election, the leader among them. One that was killed counts until its session is over, which Flink's
   * `high-availability.zookeeper.client.session-timeout` says; one that ended in order does not.
   */
  readonly candidates: number
  readonly jobs: readonly ZooKeeperJobView[]
  readonly plans: readonly ZooKeeperPlanView[]
}

/** A node, known by the transaction that made it: one that is made again under the same path is another one. */
export interface ZooKeeperNode {
  /** Below the cluster's node, with a slash at its beginning. */
  readonly path: string
  /** 16 hex digits. */
  readonly created: string
}

/** `/jobs/<job>`: what a job that has not ended leaves there. */
export interface ZooKeeperJobView extends ZooKeeperNode {
  /** The node's name: what is no job id of Flink's stands here, too. */
  readonly jobId: string
  /** Pointers to completed checkpoints, by the names of their nodes. */
  readonly checkpoints: readonly string[]
  /** Those of them with nothing in them that Flink could read: it passes them over. */
  readonly unusable: readonly string[]
  /**
   * Was there ever a pointer? ZooKeeper counts what was put in and taken out. Null: the folder of pointers is not there, so that it was not
   * made yet, or is gone already.
   */
  readonly hadCheckpoints: boolean | null
  /** The next checkpoint's id; null: nothing has been counted. */
  readonly counter: number | 'Unreadable' | null
}

/** A stored job graph (Flink 1.x) or execution plan (2.x). */
export interface ZooKeeperPlanView extends ZooKeeperNode {
  readonly jobId: string
}
