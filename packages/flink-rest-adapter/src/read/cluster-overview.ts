import type { Fact } from '@flink-operator/core'
import type { ClusterOverview } from '@flink-operator/core/fact'
import type * as T from 'fp-ts/lib/Task.js'
import { get, v1 } from '../rest-request.ts'
import { read, type Reader } from './answer.ts'
import type { QueryOf } from './flink-answer.ts'

/** Version, TaskManagers and their slots: two requests as one fact, as of the first. If one is unknown, the fact is. */
export const getClusterOverview =
  (reader: Reader) => ({ endpoint }: QueryOf<'GetClusterOverview'>): T.Task<Fact<ClusterOverview>> => async () => {
    const config = await read(reader)({ endpoint, request: get(v1`/config`), reads: 'ClusterConfig' })()
    if (config._tag !== 'Known') return config
    const taskManagers = await read(reader)({ endpoint, request: get(v1`/taskmanagers`), reads: 'TaskManagers' })()
    if (taskManagers._tag !== 'Known') return taskManagers
    const value = {
      flinkVersion: config.value['flink-version'],
      flinkRevision: config.value['flink-revision'],
      taskManagers: taskManagers.value.length,
      slots: {
        total: taskManagers.value.reduce((sum, { slots }) => sum + slots, 0),
        available: taskManagers.value.reduce((sum, { freeSlots }) => sum + freeSlots, 0),
      },
      heartbeats: taskManagers.value.map(({ lastHeartbeat }) => lastHeartbeat),
    }
    return { ...config, value }
  }
