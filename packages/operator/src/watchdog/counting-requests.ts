import type { ClusterPort } from '../port/cluster-port.ts'
import { changing } from './watched-work.ts'

/** Counts the requests without an answer: while one exists, the watchdog does not release this process's Leases. */
export const countingRequests = (port: ClusterPort): ClusterPort => ({
  ...port,
  perform: (effect, context) => changing(() => port.perform(effect, context)),
})
