import { electLeader } from './elect-leader.ts'
import type { Election, ElectionOptions } from './election.ts'
import type { ElectionSetup } from './election-settings.ts'
import { electShards } from './shard-election.ts'

const never = <A>(): Promise<A> => new Promise<A>(() => undefined)

const none: Election = {
  mayBegin: () => true,
  guarded: port => port,
  whenGained: () => undefined,
  ended: never(),
  held: never(),
  standing: () => ({ words: [], leases: [] }),
  stop: () => Promise.resolve(),
}

/** Takes part in the election, if there is one, and tells about it. */
export const startElection = (setup: ElectionSetup | null, options: ElectionOptions): Election => {
  if (setup === null) {
    options.logger.warn(
      'leader election is off (kubernetes.operator.leader-election.enabled: false): '
        + 'nothing keeps it and another operator of the same resources apart',
    )
    return none
  }
  return setup.division.shards > 1 ? electShards(setup, options) : electLeader(setup, options)
}
