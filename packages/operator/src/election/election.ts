import type { ElectionSetup } from './election-settings.ts'
import type { Http } from '@flink-operator/k8s-adapter'
import { type Clock, evenClock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import type { ClusterPort } from '../port/cluster-port.ts'
import { startLeader } from './leader.ts'
import { onlyLeader } from './only-leader.ts'

export interface Election {
  /** May rounds be begun? Always, without leader election. */
  readonly acts: () => boolean
  /** The port that sends nothing as long as this process does not lead. */
  readonly guarded: (port: ClusterPort) => ClusterPort
  /** Calls `then` when this process leads and is to begin; never without leader election, where it begins by itself. */
  readonly whenLeading: (then: () => void) => void
  readonly lost: Promise<void>
  /** Lets go of the Lease; not while a round may still be writing, else it ends by itself. */
  readonly stop: (drained: boolean) => Promise<void>
}

const none: Election = {
  acts: () => true,
  guarded: port => port,
  whenLeading: () => undefined,
  lost: new Promise(() => undefined),
  stop: () => Promise.resolve(),
}

/** Takes part in the election, if there is one, and tells about it. */
export const startElection = (
  setup: ElectionSetup | null,
  { http, logger, clock = evenClock }: { readonly http: Http; readonly logger: Logger; readonly clock: Clock | undefined },
): Election => {
  if (setup === null) return none
  const lease = setup.lease.name
  const [leading, lost] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const leader = startLeader({
    ...setup,
    http,
    clock,
    wall: Date.now,
    onLeading: () => {
      logger.info({ lease }, 'leading')
      leading.resolve()
    },
    onLost: () => {
      logger.error({ lease }, 'the Lease could not be renewed in time, or another holds it: this process acts no more')
      lost.resolve()
    },
    onError: message => logger.warn({ lease }, `leader election: ${message}`),
  })
  logger.info({ lease, identity: setup.settings.identity }, 'waiting to lead')
  return {
    acts: leader.mayAct,
    guarded: port => onlyLeader(port, leader.mayAct),
    lost: lost.promise,
    whenLeading: then => {
      void leading.promise.then(then)
    },
    stop: async drained => {
      if (drained) await leader.stop()
    },
  }
}
