import type { MetricsSample } from './autoscaler-state.ts'
import { valuesOf } from './rates.ts'
import type { DataRates } from './target-data-rate.ts'
import { isSource, type JobTopology, type JobVertex, type ShipStrategy, type VertexId } from './topology.ts'

/** A source that leaves more than this share of its records unread does not keep up. */
const unreadPart = 0.01

/** Tolerated difference between records sent and received: some are in flight, and counters are read at different times. */
const underWayPart = 0.2

/** Ship strategies with which each record is received once. */
const receivedOnce: readonly ShipStrategy[] = ['HASH', 'REBALANCE', 'RESCALE', 'FORWARD', 'GLOBAL', 'SHUFFLE']

const lagGrows = ({ id }: JobVertex, { lag, received }: DataRates): boolean =>
  (lag.get(id) ?? 0) > unreadPart * Math.max(0, received.get(id) ?? 0)

const waitsUnread = ({ id }: JobVertex, { received }: DataRates, window: readonly MetricsSample[]): boolean =>
  received.get(id) === 0 && window.every(sample => (valuesOf(sample, id)?.LAG ?? 0) > 0)

const ofSource = (vertex: JobVertex, rates: DataRates, window: readonly MetricsSample[]): string | null => {
  if (waitsUnread(vertex, rates, window)) return `records wait before ${vertex.id}, and it reads none`
  return lagGrows(vertex, rates) ? `more and more records wait before ${vertex.id}` : null
}

const runsBackwards = (id: VertexId, { received, sent }: DataRates): boolean => (received.get(id) ?? 0) < 0 || (sent.get(id) ?? 0) < 0

/** The only input of a vertex, if it sends to no other vertex. */
const onlyInput = ({ inputs }: JobVertex, { outputs }: DataRates): VertexId | null => {
  const [input] = inputs
  if (input === undefined || inputs.length !== 1) return null
  return outputs.get(input.id) === 1 && receivedOnce.includes(input.shipStrategy) ? input.id : null
}

const isLost = (vertex: JobVertex, rates: DataRates): boolean => {
  const input = onlyInput(vertex, rates)
  const [sent, received] = [input === null ? undefined : rates.sent.get(input), rates.received.get(vertex.id)]
  return sent !== undefined && received !== undefined && Math.abs(sent - received) > underWayPart * Math.max(sent, received)
}

const ofVertex = (vertex: JobVertex, rates: DataRates, window: readonly MetricsSample[]): string | null => {
  if (vertex.isFinished) return null
  if (runsBackwards(vertex.id, rates)) return `the counters of ${vertex.id} run backwards`
  if (isSource(vertex)) return ofSource(vertex, rates, window)
  return isLost(vertex, rates) ? `${vertex.id} receives another number of records than its input sends` : null
}

/** How the metrics of the window contradict a low load, as text; null: they do not. */
export const contradiction = (topology: JobTopology, rates: DataRates, window: readonly MetricsSample[]): string | null => {
  for (const vertex of topology.vertices) {
    const found = ofVertex(vertex, rates, window)
    if (found !== null) return found
  }
  return null
}
