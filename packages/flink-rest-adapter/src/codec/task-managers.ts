import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decodeWith } from './decode.ts'

const TaskManagers = t.type({ taskmanagers: t.array(t.type({ id: t.string }, 'TaskManager'), 'TaskManager[]') }, 'TaskManagers')

/** `GET /v1/taskmanagers`: the ids of those that are registered. */
export const decodeTaskManagers = flow(
  decodeWith(TaskManagers),
  E.map(({ taskmanagers }): readonly string[] => taskmanagers.map(({ id }) => id)),
)
