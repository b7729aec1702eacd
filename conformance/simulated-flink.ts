import type { Fact } from '@flink-operator/core'
import type { JobOverview } from '@flink-operator/core/fact'
import { noLookFaults } from '@flink-operator/simulation'
import type { FlinkSide } from './flink-side.ts'
import { type SimulatedSide, simulatedSide } from './simulated-world.ts'

const endpoint = { namespace: 'default', service: 'app-rest', port: 8081, tls: false } as const

/** The simulated JobManager with one job that runs and has a checkpoint. */
export const simulatedFlink = async (jobId: string): Promise<FlinkSide & { readonly side: SimulatedSide }> => {
  const side = simulatedSide(jobId)
  for (const part of ['FlinkConfig', 'InternalService', 'RestService', 'JobManagerDeployment'] as const)
    await side.perform({ _tag: 'CreateObject', manifest: { _tag: 'ClusterManifest', part, input: side.input } })
  side.happen({ _tag: 'MakePod', deployment: side.world().deployments[0]!.uid })
  const pod = side.world().pods[0]!.uid
  side.happen({ _tag: 'StartPod', pod })
  for (let phase = 0; phase < 3; phase++) side.happen({ _tag: 'AdvanceProcess', pod })
  side.happen({ _tag: 'RunJob', pod, jobId })
  side.happen({ _tag: 'Process', pod, jobId })
  side.happen({ _tag: 'CompleteCheckpoint', pod, jobId })

  const passTime = (millis: number): void => side.happen({ _tag: 'PassTime', millis })
  passTime(5_000)
  const job = async () => {
    const fact = await side.ask({ _tag: 'GetJobsOverview', endpoint }) as Fact<readonly JobOverview[]>
    return fact._tag === 'Known' ? fact.value.find(it => it.jobId === jobId) : undefined
  }
  return {
    side,
    jobId,
    endpoint,
    perform: effect => side.perform(effect),
    ask: side.ask,
    askCached: async query => {
      side.look({ ...noLookFaults, oldStatistics: true })
      const answer = await side.ask(query)
      side.look(noLookFaults)
      return answer
    },
    operation: async query => {
      const before = await side.ask(query)
      if (before._tag === 'Known' && (before.value as { readonly _tag: string })._tag === 'InProgress')
        side.happen({ _tag: 'CompleteOperation', pod, triggerId: query.triggerId, end: 'Unlisted' })
      return side.ask(query)
    },
    state: async wanted => {
      for (let steps = 0; steps < 5 && (await job())?.state !== wanted; steps++) {
        if ((await job())?.state === 'CANCELLING') side.happen({ _tag: 'FinishCancelling', pod, jobId })
        if ((await job())?.state === 'RESTARTING') side.happen({ _tag: 'RunJob', pod, jobId })
      }
      return (await job())?.state ?? null
    },
    age: millis => Promise.resolve(passTime(millis)),
    slowSnapshots: () => Promise.resolve(),
    savepointUnderWay: () => Promise.resolve(),
  }
}
