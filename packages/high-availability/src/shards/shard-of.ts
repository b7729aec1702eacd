import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The immutable identity of a resource: a recreated resource of the same name stays in its shard, and no edit moves it. */
export interface ShardedResource {
  readonly namespace: string
  readonly name: string
}

/** The shard of a resource, from 0. The same for all kinds: resources of the same name belong together. */
export const shardOf = ({ namespace, name }: ShardedResource, shards: number): number => {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8ToBytes(`${namespace}/${name}`))
  return (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) % shards
}

const weight = (shard: number, member: string): string => bytesToHex(sha256(utf8ToBytes(`${shard}/${member}`)))

/**
 * Rendezvous hashing: the members in the order in which they should have the shard. A member that joins only takes shards for
 * itself; those of a member that leaves go to the next in their order.
 */
export const ranking = (shard: number, members: readonly string[]): readonly string[] =>
  members.map(member => ({ member, weight: weight(shard, member) }))
    .sort((one, other) => (one.weight < other.weight ? 1 : one.weight > other.weight ? -1 : 0))
    .map(({ member }) => member)
