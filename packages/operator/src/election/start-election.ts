import { electLeader } from './elect-leader.ts'
import type { Election, ElectionOptions } from './election.ts'
import type { ElectionSetup } from './election-settings.ts'
import { electShards } from './shard-election.ts'
import { operatorDeployment } from './operator-deployment.ts'
import { withoutElectionWords } from './without-election.ts'

const never = <A>(): Promise<A> => new Promise<A>(() => undefined)

const none: Election = {
  mayBegin: () => true,
  guarded: port => port,
  whenGained: () => undefined,
  ended: never(),
  held: never(),
  actsBy: () => ({ holder: null, leases: [] }),
  standing: () => ({ words: [], leases: [] }),
  stop: () => Promise.resolve(),
}

/** Takes part in leader election and logs its progress; without it, logs a warning. */
export const startElection = (setup: ElectionSetup | null, options: ElectionOptions): Election => {
  if (setup === null) {
    const { http, logger, deployment } = options
    void (deployment === null ? Promise.resolve(null) : operatorDeployment(http, deployment)).then(seen =>
      logger.warn(withoutElectionWords(seen))
    )
    return none
  }
  return setup.division.shards > 1 ? electShards(setup, options) : electLeader(setup, options)
}
