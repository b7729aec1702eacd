import { randomUUID } from 'node:crypto'
import { runElector, type RunningElector } from '@flink-operator/k8s-adapter'
import type { Application } from '../harness/application.ts'
import { eventually, stays } from '../harness/eventually.ts'
import { jobsAt } from '../harness/flink-rest.ts'
import { freeze, javaOfPod } from '../harness/frozen-process.ts'
import { clusterMapName, type HaData } from '../harness/ha-data.ts'
import { dataOf, leadingPod, oneLeads } from './ha-plan.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, NotHere, type Stage } from './story.ts'

/** Of the lock, with a look more and what a busy machine adds. */
const takeOverLimit = 15_000 + 2 * 2_000 + 8_000

/** Where nobody is: of the block for documentation. */
export const ourAddress = 'http://192.0.2.1:8081'

/** As by default for the operator's own Lease: it gives up before another may begin. */
const times = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000 }

interface Contender extends RunningElector {
  readonly identity: string
  /** What it was told, in order. */
  readonly reported: readonly string[]
}

/** One of ours contends for the lock of a Flink cluster. */
const contend = (stage: Stage, { cluster }: Application): Contender => {
  const [identity, reported] = [`ours-${randomUUID()}`, [] as string[]]
  const elector = runElector({
    http: stage.api.http,
    lock: {
      kind: 'ConfigMap',
      namespace: stage.namespace,
      name: clusterMapName(cluster),
      labels: { app: cluster, type: 'flink-native-kubernetes' },
    },
    settings: { identity, ...times, expiry: 'Observed', lockDeleted: 'Fatal' },
    onGrant: () => reported.push('granted'),
    onRevoke: (_, reason) => reported.push(`revoked (${reason})`),
    onFatal: message => reported.push(message),
    onTrouble: message => reported.push(message),
  })
  return { ...elector, identity, reported }
}

/** What the election must not touch. */
const keptOf = ({ uid, plans, jobs }: HaData): string =>
  JSON.stringify([uid, plans, Object.entries(jobs).map(([id, data]) => [id, data.uid])])

/**
 * Ours contends for the lock that a real JobManager holds. While that renews, ours follows. It stands still: ours leads; it wakes up: it
 * leads no more, as it reads ours. Ours lets go: it leads again, and its job goes on from the newest checkpoint.
 */
export const oneLock = async (stage: Stage, application: Application): Promise<Evidence> => {
  const before = await application.checkpointed()
  const first = await oneLeads(stage, application, 1)
  const pod = await leadingPod(application, first)
  const processes = javaOfPod(pod.metadata.name as string)
  if (processes.length === 0) throw new NotHere('the pods run on another machine, or its processes may not be seen')
  const ours = contend(stage, application)
  try {
    await stays('ours follows while the JobManager leads', 20_000, async () => {
      const { leader } = await dataOf(stage, application)
      return ours.mayAct() || leader?.holder !== first.leader!.holder ? `the lock is of ${leader?.holder ?? 'nobody'}` : null
    })
    const goOn = freeze(processes)
    const stood = Date.now()
    try {
      await eventually('ours leads', { within: takeOverLimit, every: 50 }, async () => ours.mayAct())
    } catch (thrown) {
      goOn()
      throw thrown
    }
    const taken = await dataOf(stage, application)
    const after = (Date.now() - stood) / 1_000
    expect(taken.leader?.holder === ours.identity, `the lock is of ${taken.leader?.holder ?? 'nobody'}`)
    expect(taken.leader?.transitions === first.leader!.transitions + 1, `transitions ${taken.leader?.transitions ?? ''}`)
    expect(keptOf(taken) === keptOf(first), `the election changed what is kept: ${keptOf(first)} became ${keptOf(taken)}`)
    ours.confirm(ours.session() ?? '', 'restserver', ourAddress)
    await eventually(
      'ours is found',
      { within: 10_000 },
      async () => (await dataOf(stage, application)).addresses['restserver']?.address === ourAddress,
    )
    goOn()
    await eventually(
      'the JobManager leads no more: it shows no job',
      { within: 60_000 },
      async () => ((await jobsAt(pod.status.podIP as string)) ?? []).length === 0,
    )
    await stays('the JobManager follows while ours leads', 20_000, async () => {
      const { leader, addresses } = await dataOf(stage, application)
      const jobs = (await jobsAt(pod.status.podIP as string)) ?? []
      return leader?.holder === ours.identity && ours.mayAct() && addresses['restserver']?.address === ourAddress
          && jobs.length === 0
        ? null : `the lock is of ${leader?.holder ?? 'nobody'}, jobs ${JSON.stringify(jobs)}`
    })
    await ours.stop()
    const released = Date.now()
    const back = await eventually('the JobManager leads again', { within: 60_000, every: 100 }, async () => {
      const now = await dataOf(stage, application)
      return now.leader !== null && now.leader.holder !== '' && now.leader.holder !== ours.identity && now
    })
    const again = (Date.now() - released) / 1_000
    expect(back.leader!.transitions > taken.leader!.transitions, `transitions ${back.leader!.transitions}`)
    expect(!ours.mayAct(), 'ours leads, too')
    const text = await proveCarried(application, before, { by: 'checkpoint' })
    await oneLeads(stage, application, 1)
    return {
      text: `ours followed for 20 s, led ${
        after.toFixed(1)
      } s after the JobManager stood still; that one read ours, and showed no job; it led again ${
        again.toFixed(1)
      } s after ours let go; told: ${ours.reported.join(', ')}; ${text}`,
    }
  } finally {
    await ours.stop()
  }
}
