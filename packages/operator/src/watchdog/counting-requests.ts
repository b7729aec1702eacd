import type { ClusterPort } from '../port/cluster-port.ts'
import { changing } from './watched-work.ts'

/** Counts what is sent and not answered: while there is something, this process' Leases are not given away. */
export const countingRequests = (port: ClusterPort): ClusterPort => ({
  ...port,
  perform: (effect, context) => changing(() => port.perform(effect, context)),
})
