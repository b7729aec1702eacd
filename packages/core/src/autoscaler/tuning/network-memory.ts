import { type NewParallelism, parallelismAfter } from '../fit/slots.ts'
import type { JobTopology, ShipStrategy } from '../topology.ts'

export interface Buffers {
  readonly perChannel: number
  readonly floatingPerGate: number
}

/** Network memory segments of one gate, given the parallelism of the vertex and of the other end (autoscaler.md, section 8). */
export const gateSegments = (
  parallelism: number,
  other: number,
  shipStrategy: ShipStrategy,
  { perChannel, floatingPerGate }: Buffers,
): number => {
  if (shipStrategy === 'FORWARD' && parallelism === other) return perChannel + floatingPerGate
  return shipStrategy === 'FORWARD' || shipStrategy === 'RESCALE'
    ? Math.ceil(other / Math.max(1, parallelism)) * perChannel + floatingPerGate
    : other * perChannel + floatingPerGate
}

/** Segments of one slot, in which one subtask of every vertex may run: the sum over all inputs and outputs of all vertices. */
export const slotSegments = (topology: JobTopology, changes: NewParallelism, buffers: Buffers): number => {
  const parallelism = new Map(topology.vertices.map(vertex => [vertex.id, parallelismAfter(changes, vertex)]))
  const edges = topology.vertices.flatMap(({ id, inputs }) => inputs.map(input => ({ from: input.id, to: id, ship: input.shipStrategy })))
  return edges.reduce((sum, { from, to, ship }) => {
    const [source, target] = [parallelism.get(from), parallelism.get(to)]
    return source === undefined || target === undefined ? sum
      : sum + gateSegments(target, source, ship, buffers) + gateSegments(source, target, ship, buffers)
  }, 0)
}
