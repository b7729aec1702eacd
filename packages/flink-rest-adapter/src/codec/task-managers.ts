import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import type { EpochMillis } from '@flink-operator/core'
import { decodeWith, fields, integer, list, moment } from './decode.ts'

const TaskManager = fields('TaskManager', { slotsNumber: integer, freeSlots: integer, timeSinceLastHeartbeat: moment })

const TaskManagers = fields('TaskManagers', { taskmanagers: list('TaskManager[]', TaskManager) })

/** A registered TaskManager. */
export interface RegisteredTaskManager {
  readonly slots: number
  readonly freeSlots: number
  /** A time, despite the name of the field; 0: no heartbeat yet. */
  readonly lastHeartbeat: EpochMillis
}

/** `GET /v1/taskmanagers`: the registered TaskManagers. */
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
