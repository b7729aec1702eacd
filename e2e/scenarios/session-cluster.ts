import { readFileSync } from 'node:fs'
import type { Any } from '../harness/api.ts'
import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { askFlink } from '../harness/flink-rest.ts'
import { jobArguments } from '../harness/manifest.ts'
import { jarOf, sessionManifest } from '../harness/session-manifest.ts'
import { clusterReady } from './session.ts'
import { deletion } from './steps.ts'
import { type Evidence, expect, NotHere, type Stage, type Story } from './story.ts'

/** Somebody runs a job past the operator, as `flink run` does. */
const runByHand = async (stage: Stage, cluster: Application): Promise<string> => {
  const jar = jarOf(stage.settings, stage.version)
  if (jar === null) throw new NotHere(`no jar of Flink ${stage.version}: E2E_JAR_1_20, E2E_JAR_2`)
  const url = `http://${await cluster.clusterAddress() ?? ''}:8081`
  const form = new FormData()
  form.append('jarfile', new Blob([readFileSync(jar)]), 'by-hand.jar')
  const { filename } = await (await fetch(`${url}/jars/upload`, { method: 'POST', body: form })).json() as { readonly filename: string }
  const answer = await fetch(`${url}/jars/${filename.split('/').at(-1) ?? ''}/run`, {
    method: 'POST',
    body: JSON.stringify({ entryClass: 'TestJob', programArgsList: jobArguments('by-hand') }),
  })
  const { jobid } = await answer.json() as { readonly jobid?: string }
  if (jobid === undefined) throw new Error(`the job was not taken: HTTP ${answer.status}`)
  await eventually('the job that was run by hand runs', { within: 120_000 }, async () => (await cluster.checkpointed()).jobId === jobid)
  return jobid
}

const stableIn = (cluster: Application, generation: number): Promise<Any> =>
  eventually(`the cluster is STABLE in generation ${generation}`, { within: 240_000, guard: cluster.safe }, async () => {
    const found = await cluster.resource()
    const { status } = found
    return status?.observedGeneration === generation && status.lifecycleState === 'STABLE'
        && status.jobManagerDeploymentStatus === 'READY' && !status.operation
      ? found : null
  })

/** An edit that needs other processes: the old ones are gone before the next come. */
const edited = async (cluster: Application, stage: Stage): Promise<Evidence> => {
  const since = Date.now()
  const generation = await cluster.edit({ flinkConfiguration: { 'taskmanager.numberOfTaskSlots': '3' } })
  await stableIn(cluster, generation)
  const address = await cluster.clusterAddress() ?? ''
  const entries = await askFlink(address, '/jobmanager/config') as readonly { readonly key: string; readonly value: string }[]
  const slots = entries.find(({ key }) => key === 'taskmanager.numberOfTaskSlots')?.value
  expect(slots === '3', `the JobManager has ${slots ?? 'no'} slots a TaskManager`)
  return { text: `STABLE after ${((Date.now() - since) / 1_000).toFixed(1)} s${stage.jobManagerAfter(cluster, since)}` }
}

/** A job that nobody here knows of keeps the cluster from being deleted, until somebody cancels it. */
const deletionWaits = async (stage: Stage, cluster: Application): Promise<Evidence> => {
  const jobId = await runByHand(stage, cluster)
  await cluster.remove()
  const reported = await eventually(
    'it is told that a job keeps it',
    { within: 60_000 },
    async () => (await cluster.events('CleanupFailed')).at(-1),
  )
  expect((await cluster.run())?.jobId === jobId, 'the job does not run any more')
  await fetch(`http://${await cluster.clusterAddress() ?? ''}:8081/jobs/${jobId}?mode=cancel`, { method: 'PATCH' })
  const gone = await deletion(cluster)
  return { text: `"${reported}"; after a cancel ${gone.text}` }
}

/** A FlinkDeployment without a job. */
export const sessionCluster: Story = {
  name: 'session-cluster',
  short: [],
  tell: async stage => {
    let cluster!: Application
    await stage.step('deploy', async () => {
      await stage.operate()
      const since = Date.now()
      const { namespace, version, settings } = stage
      cluster = await stage.create(sessionManifest(settings, { namespace, version, highAvailability: false }))
      await clusterReady(cluster)
      return { text: `STABLE after ${((Date.now() - since) / 1_000).toFixed(1)} s` }
    })
    await stage.step('edit', () => edited(cluster, stage))
    await stage.step('deletion waits for a job that was run by hand', () => deletionWaits(stage, cluster))
  },
}
