import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** What is immutable of a resource: one that is made anew under its name stays in its shard, and no edit moves it. */
export interface ShardedResource {
  readonly namespace: string
  readonly name: string
}

/** Which of so many shards a resource belongs to, from 0. Of every kind: what has one name belongs together. */
export const shardOf = ({ namespace, name }: ShardedResource, shards: number): number => {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8ToBytes(`${namespace}/${name}`))
  return (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) % shards
}

const weight = (shard: number, member: string): string => bytesToHex(sha256(utf8ToBytes(`${shard}/${member}`)))

/**
 * Rendezvous hashing: the members in the order in which they should have the shard. One that joins takes shards to itself and moves none
 * between others; those of one that leaves go to their next.
 */
export const ranking = (shard: number, members: readonly string[]): readonly string[] =>
  members.map(member => ({ member, weight: weight(shard, member) }))
    .sort((one, other) => (one.weight < other.weight ? 1 : one.weight > other.weight ? -1 : 0))
    .map(({ member }) => member)
