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

/** The quarantine of this process, and the thread that records who belongs in it. */
export interface RunningQuarantine extends Pick<QuarantineHere, 'of' | 'held'> {
  /** What is sent through it and not answered is known to the thread. */
  readonly counted: (port: ClusterPort) => ClusterPort
  readonly stop: () => Promise<void>
}

const off: RunningQuarantine = { of: () => nothingHeldBack, held: () => [], counted: port => port, stop: () => Promise.resolve() }

/** `kubernetes.operator.quarantine.*`. To be called before the election wakes anybody. */
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
  // what another process recorded is read before the resources that this one takes over have a round
  election.whenGained(here.doubt)
  const watchdog = await setup.watchdog?.({ record: lease, limit: options.quarantineLoopLimit, pauses, acting: election.actsBy })
  return { of: here.of, held: here.held, counted: countingRequests, stop: async () => watchdog?.stop() }
}
