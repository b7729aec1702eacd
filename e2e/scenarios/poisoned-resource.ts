import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject } from '@flink-operator/core'
import { type Any, paths } from '../harness/api.ts'
import { eventually, NotInTime } from '../harness/eventually.ts'
import { manifest } from '../harness/manifest.ts'
import type { OperatorProcess } from '../harness/operator-process.ts'
import { leadsSince, leaseSeconds, standIn } from './election.ts'
import { range } from './replica.ts'
import { expect, type Stage, type Story } from './story.ts'

/** Seconds that an edit of somebody else may wait. */
const longestWait = 5
/** Its name says what the plugin does to it. */
const poisoned = 'spins'
const plugins = join(import.meta.dirname, '../../packages/operator/test/poison-plugin.mjs')

/**
 * Who waits looks at the Lease after 0.5 to 1.5 retry periods: with the default of 2 s that alone may take 3 s of the five. The neighbour
 * edits more often than five times in 15 s, which is as often as edits of one resource are followed by default.
 */
const configuration = 'kubernetes.operator.leader-election.retry-period: 1 s\nkubernetes.operator.rate-limiter.limit: 0\n'

const poisonedOperator = (stage: Stage): Promise<OperatorProcess> => standIn(stage, undefined, 1, { plugins, configuration })

const pathOf = ({ namespace }: Stage, name: string): string => `${paths.flinkDeployments(namespace)}/${name}`

const resource = ({ settings, namespace, version }: Stage, name: string): JsonObject =>
  manifest(settings, { namespace, name, version, upgradeMode: 'stateless', highAvailability: false, jobName: name })

const conditionOf = (live: Any, type: string): Any => (live?.status?.conditions ?? []).find((it: Any) => it.type === type)

const isQuarantined = (live: Any): boolean =>
  conditionOf(live, 'Stalled')?.status === 'True' && conditionOf(live, 'Stalled')?.reason === 'Quarantined'

/** The conditions tell of this generation. */
const isFollowed = (live: Any, generation: number): boolean => conditionOf(live, 'Ready')?.observedGeneration === generation

/** Somebody who edits a resource again as soon as an edit was followed. */
interface Neighbour {
  readonly waits: readonly number[]
  readonly stop: () => Promise<readonly number[]>
}

const neighbour = (stage: Stage, name: string): Neighbour => {
  const waits: number[] = []
  const state = { stopped: false }
  const edit = async (n: number): Promise<void> => {
    // refused by the rules, so that no Flink is needed
    const { metadata: { generation } } = await stage.api.mergePatch(pathOf(stage, name), {
      spec: { job: { jarURI: `local:///a b${n}.jar` } },
    })
    const since = Date.now()
    await eventually(
      `${name}: edit ${n} is followed`,
      { within: 180_000, every: 50 },
      async () => isFollowed(await stage.api.get(pathOf(stage, name)), generation),
    )
    waits.push((Date.now() - since) / 1_000)
  }
  const edits = (async () => {
    for (let n = 1; !state.stopped; n++) {
      await edit(n)
      await pause(100)
    }
  })()
  // whoever stops it is told
  edits.catch(() => undefined)
  return {
    waits,
    stop: async () => {
      state.stopped = true
      await edits
      return waits
    },
  }
}

const reported = (waits: readonly number[]): string => `${waits.length} edits of another resource were followed after ${range(waits)}`

/** Too late is no fault by itself: what takes two seconds of CPU time takes a busy machine ten. */
const inTime = (waits: readonly number[]): string => {
  const longest = Math.max(...waits)
  if (longest > longestWait) throw new NotInTime(`an edit of another resource waited for ${longest.toFixed(1)} s; ${reported(waits)}`)
  return reported(waits)
}

/** Three operators; in place of one that ended another one is started, as a Deployment does it. */
interface Deployment {
  readonly leading: () => OperatorProcess | undefined
  /** Those that were ended for a resource. */
  readonly ended: () => readonly OperatorProcess[]
  readonly stop: () => Promise<void>
}

const deployment = async (stage: Stage): Promise<Deployment> => {
  let replicas = await Promise.all([1, 2, 3].map(() => poisonedOperator(stage)))
  const state = { stopped: false }
  const kept = (async () => {
    while (!state.stopped) {
      const running = replicas.filter(it => it.exit() === null).length
      for (let n = running; n < 3; n++) replicas = [...replicas, await poisonedOperator(stage)]
      await pause(200)
    }
  })()
  kept.catch(() => undefined)
  return {
    leading: () => replicas.findLast(it => leadsSince(it) !== null && it.exit() === null),
    ended: () => replicas.filter(it => it.exit()?.signal === 'SIGKILL'),
    stop: async () => {
      state.stopped = true
      await kept
    },
  }
}

const metricsOf = async ({ lines }: OperatorProcess): Promise<string> => {
  const port = lines.find(it => typeof it.port === 'number')?.port
  return (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text()
}

/** A resource whose reconcile never ends stops one process, and nobody else's edits (S01). */
export const poisonedResource: Story = {
  name: 'poisoned-resource',
  short: ['1.20'],
  versions: ['1.20'],
  tell: async stage => {
    const { api, namespace } = stage
    let operators: Deployment | null = null
    let edits: Neighbour | null = null
    let record = 0
    const live = async (): Promise<Any> => api.get(pathOf(stage, poisoned))
    const leading = (): OperatorProcess | undefined => operators?.leading()

    await stage.step('three operators; a resource of somebody else is edited again and again', async () => {
      operators = await deployment(stage)
      await eventually('one of them leads', { within: 60_000 }, async () => leading() !== undefined)
      await api.create(paths.flinkDeployments(namespace), resource(stage, 'neighbour'))
      edits = neighbour(stage, 'neighbour')
      await eventually('three edits are followed', { within: 120_000 }, async () => (edits?.waits.length ?? 0) >= 3)
      return { text: reported(edits.waits) }
    }, { short: true })

    await stage.step('its reconcile never ends: the leader records it and ends, the next one quarantines it', async () => {
      const leader = leading()
      expect(leader !== undefined, 'nobody leads')
      const created = Date.now()
      await api.create(paths.flinkDeployments(namespace), resource(stage, poisoned))
      await eventually('the leader ends', { within: 180_000 }, async () => leader?.exit() !== null)
      expect(leader?.exit()?.signal === 'SIGKILL', `it ended by ${JSON.stringify(leader?.exit())}`)
      record = (Date.now() - created) / 1_000
      await eventually('the condition says Quarantined', { within: 300_000 }, async () => isQuarantined(await live()))
      const quarantined = (Date.now() - created) / 1_000
      const events = await eventually('an event says so', { within: 60_000 }, async () => {
        const found = (await api.list(paths.events(namespace))).filter(it =>
          it.reason === 'Quarantined' && it.involvedObject.name === poisoned
        )
        return found.length > 0 ? found : null
      })
      expect(events.every(({ type }) => type === 'Warning'), 'the event is no warning')
      const metric = `flink_operator_quarantined_resources{kind="FlinkDeployment",namespace="${namespace}"} 1`
      await eventually('the metric counts it', { within: 60_000 }, async () => {
        const next = leading()
        return next !== undefined && next !== leader && (await metricsOf(next)).includes(metric)
      })
      return { text: `the leader ended after ${record.toFixed(1)} s, the condition was there after ${quarantined.toFixed(1)} s` }
    }, { short: true })

    await stage.step('who leads next leaves it alone, too', async () => {
      const leader = leading()
      const before = operators?.ended().length ?? 0
      await leader?.stop()
      await eventually('another one leads', { within: 120_000 }, async () => leading() !== undefined && leading() !== leader)
      const followed = edits?.waits.length ?? 0
      await eventually('edits of somebody else are followed', { within: 180_000 }, async () => (edits?.waits.length ?? 0) > followed + 2)
      expect(operators?.ended().length === before, 'one more process was ended for it')
      expect(conditionOf(await live(), 'Stalled')?.reason === 'Quarantined', 'it is not quarantined any more')
      return { text: 'no other process was ended for it' }
    }, { short: true })

    await stage.step('edited so that its reconcile ends, it is followed', async () => {
      const { metadata: { generation } } = await api.mergePatch(pathOf(stage, poisoned), {
        spec: { job: { entryClass: 'Cured', jarURI: 'local:///a b.jar' } },
      })
      const since = Date.now()
      await eventually('the condition is taken back', { within: 180_000 }, async () => {
        const seen = await live()
        return !isQuarantined(seen) && isFollowed(seen, generation)
      })
      return { text: `after ${((Date.now() - since) / 1_000).toFixed(1)} s` }
    }, { short: true, independent: true })

    await stage.step(`one process was ended, and no edit of another resource waited longer than ${longestWait} s`, async () => {
      const waits = (await edits?.stop()) ?? []
      const ended = operators?.ended().length ?? 0
      await operators?.stop()
      if (ended > 1) {
        const words = `${ended} processes were ended for it; the first one recorded it after ${record.toFixed(1)} s`
        expect(record > leaseSeconds, words)
        // its Lease had run out before: the next one began with the same resource
        throw new NotInTime(`${words}, its Lease lasts ${leaseSeconds} s; ${reported(waits)}`)
      }
      return { text: inTime(waits) }
    }, { short: true })
    await (operators as Deployment | null)?.stop()
    await stage.calm()
  },
}
