import type { OperatorOptions } from '@flink-operator/core'
import type { Http } from '@flink-operator/k8s-adapter'
import type { Clock } from '../clock.ts'
import type { Election } from '../election/election.ts'
import type { Logger } from '../log/logger.ts'
import type { OperatorSetup } from '../operator-setup.ts'
import type { ClusterPort } from '../port/cluster-port.ts'
import { countingRequests } from '../watchdog/counting-requests.ts'
import { nothingHeldBack } from './hold-back.ts'
import { type QuarantineHere, quarantineHere } from './quarantine-here.ts'
import { quarantineLease } from './quarantine-lease.ts'

/** The quarantine of this process, and the watchdog that records suspects. */
export interface RunningQuarantine extends Pick<QuarantineHere, 'of' | 'held'> {
  /** The port with a count of its unanswered requests, for the watchdog. */
  readonly counted: (port: ClusterPort) => ClusterPort
  readonly stop: () => Promise<void>
}

const off: RunningQuarantine = { of: () => nothingHeldBack, held: () => [], counted: port => port, stop: () => Promise.resolve() }

/** Starts the quarantine by `kubernetes.operator.quarantine.*`. Call it before the election wakes any resource. */
export const startQuarantine = async (
  setup: Pick<OperatorSetup, 'watchdog' | 'leaseNamespace' | 'credentials'>,
  options: OperatorOptions,
  { http, clock, logger, election }: {
    readonly http: Http
    readonly clock: Clock
    readonly logger: Logger
    readonly election: Election
  },
): Promise<RunningQuarantine> => {
  if (!options.quarantineEnabled) return off
  const lease = quarantineLease(setup, options)
  const pauses = { first: options.quarantineFirstPause, longest: options.quarantineLongestPause }
  const here = quarantineHere({ http, lease, pauses, clock, logger, mayAct: election.mayBegin })
  // reads the record again before resources that this process takes over have a round: another process may have written it
  election.whenGained(here.doubt)
  const watchdog = await setup.watchdog?.({ record: lease, limit: options.quarantineLoopLimit, pauses, acting: election.actsBy })
  return { of: here.of, held: here.held, counted: countingRequests, stop: async () => watchdog?.stop() }
}
