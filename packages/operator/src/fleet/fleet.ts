import { randomUUID } from 'node:crypto'
import type { EpochMillis, JsonObject } from '@flink-operator/core'
import { parseJson } from '@flink-operator/core/codec'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from '../clock.ts'
import { keyText } from '../port/cluster-port.ts'
import { type FleetKey, type FleetPage, fleetPage, type FleetScope, type Versioned } from './fleet-page.ts'
import { type Beside, fleetRow, type FleetRow, type RowInputs } from './fleet-row.ts'
import { inSlices } from './in-slices.ts'

/** A change of what the row says. */
export interface Transition {
  readonly at: EpochMillis
  readonly state: string
  readonly job: string | null
  readonly attention: FleetRow['attention']
}

/** The rows of all watched resources, made as the watches and the rounds report changes. No request is sent for them. */
export interface Fleet {
  /** The watch or a round has something new about the resource. */
  readonly changed: (resource: FleetKey) => void
  /** A round ended. `unreadable`: why the resource could not be read; null: it could. */
  readonly rounded: (resource: FleetKey, unreadable: string | null) => void
  readonly forget: (resource: FleetKey) => void
  /** Flink answered. */
  readonly asked: (resource: FleetKey, asked: NonNullable<RowInputs['asked']>) => void
  readonly page: (cursor: string | null, scope: FleetScope) => FleetPage
  readonly row: (resource: FleetKey) => FleetRow | null
  readonly rows: () => Iterable<FleetRow>
  /** Oldest first. */
  readonly transitions: (resource: FleetKey) => readonly Transition[]
  readonly kept: () => number
  readonly stop: () => void
}

export interface FleetSetup {
  readonly clock: Pick<Clock, 'after' | 'steady' | 'now'>
  /** The watch's copy, as JSON; undefined: there is none. */
  readonly text: (resource: FleetKey) => string | undefined
  readonly beside: (resource: FleetKey, json: JsonObject) => Beside
}

/** Kept of each resource. */
const mostTransitions = 20
/** Marks of resources that are gone. An asker who was away for longer reads all rows again. */
const mostGone = 2_000

interface Kept {
  readonly versioned: Versioned & { readonly row: FleetRow }
  readonly transitions: readonly Transition[]
}

const placeOf = (resource: FleetKey): string => `${resource.kind} ${keyText(resource)}`

const withTransition = (
  before: readonly Transition[],
  { attention, state, jobs, since }: FleetRow,
  now: EpochMillis,
): readonly Transition[] => {
  const last = before.at(-1)
  const job = jobs[0]?.job ?? null
  if (last?.attention === attention && last.state === state && last.job === job) return before
  // of the first one the condition knows more than this process
  const at = last === undefined ? since ?? now : now
  return [...before, { at, state, job, attention }].slice(-mostTransitions)
}

export const createFleet = ({ clock, text, beside }: FleetSetup): Fleet => {
  const epoch = randomUUID()
  // in the order of their versions, as `fleetPage` reads them
  const kept = new Map<string, Kept>()
  const gone = new Map<string, Versioned & { readonly gone: FleetKey }>()
  const answers = new Map<string, NonNullable<RowInputs['asked']>>()
  const unreadable = new Map<string, string>()
  const dirty = new Map<string, FleetKey>()
  const counts = { version: 0, forgotten: 0 }

  const markGone = (place: string, resource: FleetKey): void => {
    if (!kept.delete(place)) return
    gone.set(place, { version: ++counts.version, gone: resource })
    const [oldest] = gone
    if (gone.size <= mostGone || oldest === undefined) return
    gone.delete(oldest[0])
    counts.forgotten = oldest[1].version
  }
  const refresh = (place: string, resource: FleetKey): void => {
    const copy = text(resource)
    const json = copy === undefined ? null : parseJson(copy)
    if (json === null || E.isLeft(json)) return
    const read = json.right as JsonObject
    const { kind, namespace, name } = resource
    const row = fleetRow({
      kind,
      key: { namespace, name },
      json: read,
      asked: answers.get(place) ?? null,
      unreadable: unreadable.get(place) ?? null,
      beside: () => beside(resource, read),
    })
    const before = kept.get(place)
    if (before !== undefined && JSON.stringify(before.versioned.row) === JSON.stringify(row)) return
    kept.delete(place)
    gone.delete(place)
    kept.set(place, {
      versioned: { version: ++counts.version, row },
      transitions: withTransition(before?.transitions ?? [], row, clock.now()),
    })
  }
  const slices = inSlices(clock, () => {
    const [next] = dirty
    if (next === undefined) return false
    dirty.delete(next[0])
    refresh(...next)
    return dirty.size > 0
  })
  const changed = (resource: FleetKey): void => {
    dirty.set(placeOf(resource), resource)
    slices.begin()
  }
  // both are in the order of versions: one pass merges them
  const inOrder = function*(): Iterable<Versioned> {
    const marks = [...gone.values()]
    let next = 0
    for (const { versioned } of kept.values()) {
      for (let mark = marks[next]; mark !== undefined && mark.version < versioned.version; mark = marks[next]) {
        next += 1
        yield mark
      }
      yield versioned
    }
    yield* marks.slice(next)
  }

  return {
    changed,
    rounded: (resource, why) => {
      const place = placeOf(resource)
      const before = unreadable.get(place) ?? null
      if (why === null) unreadable.delete(place)
      else unreadable.set(place, why)
      // rounds are frequent: a row that waits for nothing changes with the resource alone
      if (before !== why || kept.get(place)?.versioned.row.attention !== 'Steady') changed(resource)
    },
    forget: resource => {
      const place = placeOf(resource)
      dirty.delete(place)
      answers.delete(place)
      unreadable.delete(place)
      markGone(place, resource)
    },
    asked: (resource, asked) => {
      const place = placeOf(resource)
      if (!kept.has(place)) return
      answers.set(place, asked)
      changed(resource)
    },
    page: (cursor, scope) => fleetPage({ epoch, all: inOrder(), ...counts, pending: dirty.values(), now: clock.now() }, cursor, scope),
    row: resource => kept.get(placeOf(resource))?.versioned.row ?? null,
    rows: function*() {
      for (const { versioned } of kept.values()) yield versioned.row
    },
    transitions: resource => kept.get(placeOf(resource))?.transitions ?? [],
    // not the marks of what is gone, whose number has a limit of its own
    kept: () => kept.size + dirty.size + answers.size + unreadable.size,
    stop: slices.stop,
  }
}
