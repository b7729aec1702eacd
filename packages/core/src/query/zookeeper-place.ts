/** Where Flink's HA services keep what is of one cluster in ZooKeeper: below one node (kubernetes-ha.md, section 7.5). */
export interface ZooKeeperPlace {
  /** `host:port,host:port`, as Flink is told it. */
  readonly quorum: string
  /** The cluster's own node; nothing outside of it is looked at or touched (B08). */
  readonly path: string
  /** Below that node: where plans of jobs may be stored, by any of the Flink versions (H-D10). Each begins with a slash. */
  readonly planPaths: readonly string[]
}
