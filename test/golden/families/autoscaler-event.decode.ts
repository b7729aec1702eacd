import type { AutoscalerEvent } from '../../../packages/core/src/autoscaler/autoscaler-event.ts'

const removalLine = 'Remove the following config entries if present:'

/** A report is its header and one entry for each vertex; a recommendation its header and one line for each override. */
const partsOf = ({ reason, message }: AutoscalerEvent): Readonly<Record<string, unknown>> => {
  const [header = '', ...lines] = message.split('\n')
  switch (reason) {
    case 'ScalingReport': {
      const begin = message.indexOf('{')
      return { message: message.slice(0, begin < 0 ? undefined : begin).trim(), vertices: (message.match(/\{[^{}]*\}/g) ?? []).sort() }
    }
    case 'Configuration recommendation':
    case 'MemoryRecommendation':
      return { message: header, lines: lines.filter(line => !line.startsWith(removalLine)).sort() }
    default:
      return { message }
  }
}

/** The vectors' order is another one. */
export const sortedEvents = (events: readonly unknown[]): readonly unknown[] => {
  const place = (event: unknown): string => {
    const { reason, key, message } = event as Readonly<Record<string, unknown>>
    return JSON.stringify([reason, key ?? null, message])
  }
  return events.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}

/** As the vectors write events. */
export const eventsOf = (events: readonly AutoscalerEvent[]): unknown =>
  sortedEvents(events.map(event => ({
    type: event.type,
    reason: event.reason,
    ...partsOf(event),
    ...(event.key === null ? {} : { key: event.key }),
    ...(event.interval === null ? {} : { intervalSeconds: event.interval / 1000 }),
  })))
