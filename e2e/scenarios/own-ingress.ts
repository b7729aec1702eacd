import { type Application, describeResource } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { type Evidence, expect, type Stage } from './story.ts'

/** The Ingress of a resource goes when its spec has none any more, and the job runs on. */
export const ownIngressGoes = async ({ api, namespace }: Stage, application: Application, jobName: string): Promise<Evidence> => {
  const path = `/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses/${application.name}`
  expect((await api.get(path)) !== null, 'there is no Ingress')
  const run = await application.run()
  const began = Date.now()
  const generation = await application.edit({ ingress: null })
  const describe = async (): Promise<string> => describeResource(await application.resource())
  await eventually('the Ingress is gone', { within: 30_000, describe }, async () => (await api.get(path)) === null)
  const seconds = (Date.now() - began) / 1_000
  await application.stable(generation, jobName)
  expect(JSON.stringify(await application.run()) === JSON.stringify(run), 'the job restarted')
  return { text: `gone ${seconds.toFixed(1)} s after the edit, the job ran on` }
}
