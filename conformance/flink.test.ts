import { basename } from 'node:path'
import type { Fact } from '@flink-operator/core'
import type { CheckpointStatistics, JobOverview } from '@flink-operator/core/fact'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { exampleJar } from '../packages/flink-rest-adapter/test/real-flink.ts'
import { type Difference, expectAlike } from './declared-differences.ts'
import type { FlinkSide } from './flink-side.ts'
import { type RealFlinkCluster, realFlink } from './real-flink.ts'
import type { Answer, Transcript } from './side.ts'
import { simulatedFlink } from './simulated-flink.ts'

const home = process.env['FLINK_HOME'] ?? ''
const obeys = home !== '' && basename(exampleJar(home)) === 'TestJob.jar'
const title = home === '' ? 'the simulated Flink and a real one (skipped: FLINK_HOME is not set)'
  : obeys ? `the simulated Flink and the one in ${home} answer alike`
  : `the simulated Flink and a real one (skipped: ${home} has no TestJob.jar)`

const id = (number: number): string => String(number).padStart(32, '0')
const unknownJob = 'dead'.repeat(8)

const savepoint = ({ perform, endpoint, jobId }: FlinkSide, triggerId: string, job = jobId): Promise<Answer> =>
  perform({ _tag: 'TriggerSavepoint', endpoint, jobId: job, triggerId, targetDirectory: null, formatType: 'CANONICAL' })
const stop = ({ perform, endpoint, jobId }: FlinkSide, triggerId: string, job = jobId): Promise<Answer> =>
  perform({ _tag: 'StopWithSavepoint', endpoint, jobId: job, triggerId, targetDirectory: null, formatType: 'CANONICAL', drain: false })
const checkpoint = ({ perform, endpoint, jobId }: FlinkSide, triggerId: string, job = jobId): Promise<Answer> =>
  perform({ _tag: 'TriggerCheckpoint', endpoint, jobId: job, triggerId, checkpointType: 'FULL' })
const cancel = ({ perform, endpoint, jobId }: FlinkSide, job = jobId): Promise<Answer> =>
  perform({ _tag: 'CancelJob', endpoint, jobId: job, why: 'test' })

/** An operation without paths and ids: what kind of answer it is, and what it holds. */
const shape = (fact: Fact<unknown>): unknown => {
  if (fact._tag !== 'Known') return fact._tag
  const value = fact.value as {
    readonly _tag: string
    readonly location?: string | null
    readonly checkpointId?: number | null
    readonly causes?: readonly { readonly type: string; readonly message: string }[]
  }
  switch (value._tag) {
    case 'Completed':
      return { _tag: 'Completed', location: typeof value.location, checkpointId: typeof value.checkpointId }
    case 'Failed': {
      const text = JSON.stringify(value.causes)
      return {
        _tag: 'Failed',
        because: ['FlinkJobNotFoundException', 'suspending', 'not running', 'cancelled'].find(it => text.includes(it)) ?? 'something else',
      }
    }
    default:
      return value._tag
  }
}
const ofSavepoint = ({ operation, endpoint, jobId }: FlinkSide, triggerId: string, job = jobId): Promise<unknown> =>
  operation({ _tag: 'GetSavepointOperation', endpoint, jobId: job, triggerId, for: 'stopOperation' }).then(shape)
const ofCheckpoint = ({ operation, endpoint, jobId }: FlinkSide, triggerId: string, job = jobId): Promise<unknown> =>
  operation({ _tag: 'GetCheckpointOperation', endpoint, jobId: job, triggerId }).then(shape)

const statistics = async ({ ask, endpoint, jobId }: FlinkSide): Promise<unknown> => {
  const fact = await ask({ _tag: 'GetCheckpoints', endpoint, jobId }) as Fact<CheckpointStatistics>
  if (fact._tag !== 'Known') return fact._tag
  const { completed, savepoint: last, restored } = fact.value
  return {
    completed: completed === null ? null
      : { isSavepoint: completed.isSavepoint, addressable: completed.addressable, discarded: completed.discarded },
    savepoint: last !== null,
    restored: restored !== null,
  }
}
const listed = async ({ ask, endpoint, jobId }: FlinkSide): Promise<unknown> => {
  const fact = await ask({ _tag: 'GetJobsOverview', endpoint }) as Fact<readonly JobOverview[]>
  const job = fact._tag === 'Known' ? fact.value.find(it => it.jobId === jobId) : undefined
  return job === undefined ? null : { state: job.state, ended: job.endTime > 0, allRun: job.tasks.running === job.tasks.total }
}

interface Chapter {
  readonly tell: (side: FlinkSide) => Promise<Transcript>
  readonly differences?: readonly Difference[]
}

/** Each has a job of its own that runs and has a checkpoint. */
const chapters: Readonly<Record<string, Chapter>> = {
  'trap 7, trap 10: what is unknown': {
    tell: async side => ({
      job: await listed(side),
      operation: await ofSavepoint(side, id(99)),
      checkpointOperation: await ofCheckpoint(side, id(99)),
      checkpoints: (await side.ask({ _tag: 'GetCheckpoints', endpoint: side.endpoint, jobId: unknownJob }))._tag,
      cancel: await cancel(side, unknownJob),
      savepoint: [await savepoint(side, id(1), unknownJob), await ofSavepoint(side, id(1), unknownJob)],
      stop: [await stop(side, id(2), unknownJob), await ofSavepoint(side, id(2), unknownJob)],
      otherJob: [await savepoint(side, id(3)), await ofSavepoint(side, id(3), unknownJob)],
    }),
  },
  'trap 1: /checkpoints comes from a cache of three seconds, the list of jobs does not': {
    tell: async side => {
      const checkpoints = async (ask = side.ask): Promise<CheckpointStatistics> => {
        const fact = await ask({ _tag: 'GetCheckpoints', endpoint: side.endpoint, jobId: side.jobId }) as Fact<CheckpointStatistics>
        if (fact._tag !== 'Known') throw new Error(`no statistics: ${JSON.stringify(fact)}`)
        return fact.value
      }
      for (let attempt = 1;; attempt++) {
        // whatever the cache held is too old by now, so that the next look is what it holds for three seconds
        await side.age(4_000)
        const asked = performance.now()
        const before = await checkpoints()
        await savepoint(side, id(attempt))
        const operation = await ofSavepoint(side, id(attempt))
        const cached = await checkpoints(side.askCached)
        // on a busy machine a savepoint may outlast the cache: then there was nothing to see
        if (performance.now() - asked > 2_500 && attempt < 5) continue
        await side.age(4_000)
        const fresh = await checkpoints()
        await cancel(side)
        return {
          operation,
          cachedIsOld: cached.savepoint?.id === before.savepoint?.id,
          freshIsNew: fresh.savepoint?.id !== before.savepoint?.id,
          cancelled: await side.state('CANCELED'),
          listed: await listed(side),
        }
      }
    },
  },
  'trap 3: the same trigger id is one operation': {
    tell: async side => {
      const answers = [await savepoint(side, id(1)), await savepoint(side, id(1))]
      const operation = await ofSavepoint(side, id(1))
      const afterwards = [await savepoint(side, id(1)), await ofSavepoint(side, id(1))]
      const taken = [await checkpoint(side, id(2)), await checkpoint(side, id(2)), await ofCheckpoint(side, id(2))]
      await side.age(4_000)
      return { answers, operation, afterwards, taken, job: await listed(side) }
    },
  },
  'L2, trap 14: a stop with savepoint, and what can be asked of a FINISHED job': {
    tell: async side => {
      const answers = [await stop(side, id(1)), await stop(side, id(1))]
      const operation = await ofSavepoint(side, id(1))
      const state = await side.state('FINISHED')
      await side.age(4_000)
      return {
        answers,
        operation,
        state,
        again: [await stop(side, id(1)), await ofSavepoint(side, id(1))],
        job: await listed(side),
        // the final savepoint is listed, or is not: both were seen, and the model has both
        statistics: { ...(await statistics(side)) as object, savepoint: 'either' },
        cancel: await cancel(side),
        newStop: [await stop(side, id(2)), await ofSavepoint(side, id(2))],
      }
    },
  },
  'trap 14, B23: a cancelled job keeps its checkpoint, and can be cancelled again': {
    tell: async side => {
      const answers = [await cancel(side)]
      const state = await side.state('CANCELED')
      await side.age(4_000)
      return {
        answers,
        state,
        again: await cancel(side),
        job: await listed(side),
        statistics: await statistics(side),
        stop: [await stop(side, id(1)), await ofSavepoint(side, id(1))],
      }
    },
  },
  'trap 2: a second stop while one is under way destroys both, and the job runs on': {
    tell: async side => {
      await side.slowSnapshots()
      const first = await stop(side, id(1))
      // sooner, the second one would only abort the first's savepoint, and could itself succeed
      await side.savepointUnderWay()
      const answers = [first, await stop(side, id(2))]
      // the second one's result first: the first fails with it
      const second = await side.ask({
        _tag: 'GetSavepointOperation',
        endpoint: side.endpoint,
        jobId: side.jobId,
        triggerId: id(2),
        for: 'stopOperation',
      }).then(() => ofSavepoint(side, id(2)))
      const failed = [await ofSavepoint(side, id(1)), second].map(it => (it as { readonly _tag: string })._tag)
      return { answers, failed, state: await side.state('RUNNING') }
    },
  },
}

describe.skipIf(!obeys)(title, () => {
  let cluster: RealFlinkCluster
  beforeAll(async () => {
    cluster = await realFlink(home)
  }, 240_000)
  afterAll(async () => {
    await cluster.stop()
  }, 60_000)

  for (const [index, [name, { tell, differences }]] of Object.entries(chapters).entries()) {
    test(name, async () => {
      const real = await cluster.runJob(`${index + 1}`.padStart(32, 'c'))
      expectAlike(await tell(real), await tell(await simulatedFlink('b'.repeat(32))), differences)
    })
  }
})
