import { type Client, createClient } from 'node-zookeeper-client'

/** What Flink keeps of one cluster in ZooKeeper; read here without the operator's own code. */
export interface ZooKeeperData {
  /** Is there any node of the cluster? */
  readonly isThere: boolean
  /** How many JobManagers stand for election. */
  readonly candidates: number
  /** Ids of the jobs whose plan is kept. */
  readonly plans: readonly string[]
  /** By job: ids of the checkpoints with a pointer, the oldest first. */
  readonly checkpoints: Readonly<Record<string, readonly number[]>>
}

/** Looks at one node and those below it. */
export interface ZooKeeperWatcher {
  readonly dataOf: (cluster: string) => Promise<ZooKeeperData>
  readonly close: () => void
}

const noNode = -101

const childrenOf = (client: Client, path: string): Promise<readonly string[] | null> =>
  new Promise((resolve, reject) => {
    client.getChildren(path, (error, names) => {
      if (error === null) resolve([...names].sort())
      else if ('code' in error && error.code === noNode) resolve(null)
      else reject(new Error(`ZooKeeper: ${path}: ${String(error)}`))
    })
  })

/** A session of its own with the server. */
export const watchZooKeeper = async (address: string): Promise<ZooKeeperWatcher> => {
  const client = createClient(address)
  await new Promise<void>(resolve => {
    client.once('connected', resolve)
    client.connect()
  })
  return {
    close: () => client.close(),
    dataOf: async cluster => {
      const at = async (below: string): Promise<readonly string[]> => (await childrenOf(client, `/flink/${cluster}${below}`)) ?? []
      const [root, candidates, graphs, plans, jobs] = await Promise.all([
        childrenOf(client, `/flink/${cluster}`),
        at('/leader/latch'),
        at('/jobgraphs'),
        at('/execution-plans'),
        at('/jobs'),
      ])
      return {
        isThere: root !== null,
        candidates: candidates.length,
        plans: [...graphs, ...plans].sort(),
        checkpoints: Object.fromEntries(
          await Promise.all(jobs.map(async job => [job, (await at(`/jobs/${job}/checkpoints`)).map(Number)] as const)),
        ),
      }
    },
  }
}
