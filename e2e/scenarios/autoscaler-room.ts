import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { type Any, paths } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { processAccount } from '../harness/operator-account.ts'
import type { OperatorProcess } from '../harness/operator-process.ts'
import { type AutoscaledJob, deployAutoscaled, scaled } from './autoscaled-job.ts'
import { keepsRunning } from './keeps-running.ts'
import { deletion } from './steps.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const rights = join(import.meta.dirname, '..', '..', 'deploy', 'node-rights.yaml')

/** The shipped rights on nodes, for the account of the story's operators; answers their paths. */
const allowNodes = async ({ api, namespace }: Stage): Promise<readonly string[]> => {
  const name = `nodes-${namespace}`
  const objects: readonly Any[] = parseAllDocuments(readFileSync(rights, 'utf8')).map(document => document.toJS())
  return Promise.all(objects.map(async object => {
    const path = `/apis/${object.apiVersion}/${object.kind.toLowerCase()}s/${name}`
    await api.apply(path, {
      ...object,
      metadata: { name },
      ...(object.roleRef === undefined ? {} : {
        roleRef: { ...object.roleRef, name },
        subjects: [{ kind: 'ServiceAccount', name: processAccount, namespace }],
      }),
    })
    return path
  }))
}

/** Cores, as Kubernetes writes them here: `2`, `100m`, or nothing. */
const cores = (text = '0'): number => (text.endsWith('m') ? Number(text.slice(0, -1)) / 1_000 : Number(text))

const requested = ({ spec, status }: Any): number =>
  ['Succeeded', 'Failed'].includes(status.phase) ? 0
    : (spec.containers as readonly Any[]).reduce((sum, { resources }) => sum + cores(resources?.requests?.cpu), 0)

/** Cores that no pod of the node requests. */
const freeCores = async ({ api }: Stage): Promise<number> => {
  const [nodes, pods] = await Promise.all([api.list('/api/v1/nodes'), api.list('/api/v1/pods')])
  expect(nodes.length === 1, `the cluster has ${nodes.length} nodes`)
  return pods.reduce((sum, pod) => sum - requested(pod), cores(nodes[0].status.allocatable.cpu))
}

/** A pod that requests so many cores, and does nothing. */
const occupy = async ({ api, namespace, settings, version }: Stage, cpu: string): Promise<void> => {
  const path = paths.pods(namespace)
  await api.create(path, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'neighbour' },
    spec: {
      terminationGracePeriodSeconds: 0,
      containers: [{ name: 'sleep', image: settings.image[version], command: ['sleep', 'infinity'], resources: { requests: { cpu } } }],
    },
  })
  await eventually(
    'the neighbour runs',
    { within: 60_000 },
    async () => (await api.get(`${path}/neighbour`)).status.phase === 'Running',
  )
}

/** Slots come with TaskManagers of one slot each, three at most; each takes this part of the free cores, and the neighbour that one. */
const [each, neighbours] = [0.25, 0.6]

/** A scale-up is reported and not carried out, and nothing is Pending: the job runs on as it was. */
const refused = async (operator: OperatorProcess, job: AutoscaledJob): Promise<Evidence> => {
  const { application, load, parallelism, stored } = job
  const before = await stored()
  load.setLoad(100)
  const [message = ''] = await eventually(
    'an event ResourceQuotaReached',
    { within: 300_000, guard: application.safe },
    async () => {
      const found = await application.events('ResourceQuotaReached')
      return found.length > 0 && found
    },
  )
  expect(/needs \d TaskManagers instead of 1, .* room for 1 of them: .* are free \(nodes: 1\)/u.test(message), message)
  // some cycles have no full window
  await eventually('explain says so, and what changes it', { within: 90_000, guard: application.safe }, async () => {
    const said = await operator.explain(application.name)
    return said.includes('room for 1 of them') && said.includes('more or larger nodes')
  })
  await keepsRunning(application, 30_000)
  const [pods, now] = [await application.pods(), await parallelism()]
  expect(pods.length === 2 && pods.every(({ status }) => status.phase === 'Running'), `pods: ${pods.map(it => it.status.phase).join()}`)
  expect(now?.['work'] === 1, `work runs with ${now?.['work'] ?? '?'}`)
  expect((await stored()).scalings.length === before.scalings.length, 'a scaling was stored')
  return {
    text: `reported: ${message.replaceAll(/[0-9a-f]{32}/gu, it => it.slice(0, 6))}; explain says so; the job ran on, no pod is Pending`,
  }
}

/** `kubernetes.operator.cluster.resource-view.refresh-interval`: a scale-up without room is reported; room comes, and it is carried out. */
export const autoscalerRoom: Story = {
  name: 'autoscaler-room',
  short: [],
  // scaled by an upgrade, which Flink 2 ignores (W44)
  versions: ['1.20'],
  configuration: 'kubernetes.operator.cluster.resource-view.refresh-interval: 5 s\n',
  tell: async stage => {
    const granted = await allowNodes(stage)
    try {
      const operator = await stage.operate()
      let job!: AutoscaledJob
      await stage.step('deploy, on a node with little room', async () => {
        const free = await freeCores(stage)
        await occupy(stage, `${Math.floor(free * neighbours * 1_000)}m`)
        const deployed = await deployAutoscaled(
          stage,
          {
            'taskmanager.numberOfTaskSlots': '1',
            'job.autoscaler.vertex.max-parallelism': '3',
            'job.autoscaler.scaling.event.interval': '5 s',
          },
          25,
          { taskManagerCpu: Math.floor(free * each * 100) / 100 },
        )
        job = deployed.job
        return { text: `${free.toFixed(2)} cores were free; ${deployed.evidence.text}` }
      })
      await stage.step('A-6 a scale-up that the node has no room for is reported and not carried out', () => refused(operator, job))
      await stage.step('room comes, and it is carried out', () =>
        scaled(stage, job, {
          load: 100,
          begin: () => stage.api.remove(`${paths.pods(stage.namespace)}/neighbour`),
          isEnough: it => it >= 3,
          inPlace: false,
        }))
      await stage.step('delete', () => deletion(job.application))
    } finally {
      if (!stage.settings.keep) { for (const path of granted) await stage.api.remove(path) }
    }
  },
}
