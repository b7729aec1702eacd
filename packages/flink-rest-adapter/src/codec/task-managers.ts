import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { EpochMillis } from '@flink-operator/core'
import { decodeWith } from './decode.ts'

const TaskManager = t.type({ id: t.string, slotsNumber: t.number, freeSlots: t.number, timeSinceLastHeartbeat: t.number }, 'TaskManager')

const TaskManagers = t.type({ taskmanagers: t.array(TaskManager, 'TaskManager[]') }, 'TaskManagers')

/** One that is registered. */
export interface RegisteredTaskManager {
  readonly slots: number
  readonly freeSlots: number
  /** A moment, whatever the name of the field says; 0: it has sent none yet. */
  readonly lastHeartbeat: EpochMillis
}

/** `GET /v1/taskmanagers`: those that are registered. */
export const decodeTaskManagers = flow(
  decodeWith(TaskManagers),
  E.map(({ taskmanagers }) =>
    taskmanagers.map(({ slotsNumber, freeSlots, timeSinceLastHeartbeat }): RegisteredTaskManager => ({
      slots: slotsNumber,
      freeSlots,
      lastHeartbeat: timeSinceLastHeartbeat,
    }))
  ),
)
