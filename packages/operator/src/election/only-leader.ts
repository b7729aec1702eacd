import * as E from 'fp-ts/lib/Either.js'
import type { ClusterPort, ResourceKey } from '../port/cluster-port.ts'

/** Sends an effect only while this process may act on its resource. Every write of the operator passes through here. */
export const onlyLeader = (port: ClusterPort, mayAct: (key: ResourceKey) => boolean): ClusterPort => ({
  ...port,
  perform: (effect, context) => (mayAct(context.meta) ? port.perform(effect, context)
    : Promise.resolve(
      E.left({
        _tag: 'Unavailable',
        message: 'this process does not lead: nothing is sent',
        applied: 'No',
        httpStatus: null,
        retryAfter: null,
      }),
    )),
})
