/** Where Flink's HA services keep one cluster's data in ZooKeeper: below one node (kubernetes-ha.md, section 7.5). */
export interface ZooKeeperPlace {
  /** `host:port,host:port`, as in Flink's configuration. */
  readonly quorum: string
  /** The cluster's own node. The operator neither reads nor changes anything outside of it (B08). */
  readonly path: string
  /** Paths below that node where any Flink version may store plans of jobs (H-D10). Each begins with a slash. */
  readonly planPaths: readonly string[]
}
