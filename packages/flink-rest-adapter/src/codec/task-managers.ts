import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import type { EpochMillis } from '@flink-operator/core'
import { decodeWith, fields, integer, list, moment } from './decode.ts'

const TaskManager = fields('TaskManager', { slotsNumber: integer, freeSlots: integer, timeSinceLastHeartbeat: moment })

const TaskManagers = fields('TaskManagers', { taskmanagers: list('TaskManager[]', TaskManager) })

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
