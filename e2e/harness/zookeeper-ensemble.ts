import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type RealZooKeeper, startZooKeeper } from '../../packages/zookeeper-adapter/test/real-zookeeper.ts'
import { NotHere } from '../scenarios/story.ts'
import type { Api } from './api.ts'

/** The address of this machine that packets to the cluster's nodes leave from: pods can answer to it. */
const addressTowardsNodes = async (api: Api): Promise<string> => {
  const [node] = await api.list('/api/v1/nodes')
  const address = (node?.status.addresses as { type: string; address: string }[] | undefined)?.find(({ type }) => type === 'InternalIP')
  if (address === undefined) throw new NotHere('no node of the cluster tells its address')
  const socket = createSocket('udp4')
  // nothing is sent
  socket.connect(9, address.address)
  await once(socket, 'connect')
  const { address: own } = socket.address()
  socket.close()
  return own
}

/**
 * A ZooKeeper of one server, run by the machine's Java from the jars in `ZOOKEEPER_HOME/lib`, where pods reach it. Sessions last for at
 * most 20 s.
 */
export const startEnsemble = async (api: Api, home: string | null): Promise<RealZooKeeper> => {
  if (home === null) throw new NotHere('ZOOKEEPER_HOME names no folder with the jars of a ZooKeeper in lib')
  return startZooKeeper(home, { host: await addressTowardsNodes(api), tickTime: 1_000 })
}
