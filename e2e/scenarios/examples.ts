import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { type Any, paths } from '../harness/api.ts'
import { jobArguments } from '../harness/manifest.ts'
import { deletion } from './steps.ts'
import { expect, type Stage, type Story } from './story.ts'

const folder = join(import.meta.dirname, '..', '..', 'examples')

const documents = (): readonly { readonly file: string; readonly object: Any }[] =>
  readdirSync(folder).filter(file => file.endsWith('.yaml')).flatMap(file =>
    parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map(document => ({ file, object: document.toJS() })).filter(({ object }) =>
      Boolean(object)
    )
  )

/** What an example leaves to the reader: an image with a job in it, storage at /flink-data, and here a machine with little cpu. */
const adapted = ({ settings, namespace }: Stage, { spec, ...rest }: Any): Any => ({
  ...rest,
  metadata: { ...rest.metadata, namespace },
  spec: {
    ...spec,
    image: settings.image['1.20'],
    flinkConfiguration: {
      ...spec.flinkConfiguration,
      'kubernetes.jobmanager.cpu.limit-factor': '20',
      'kubernetes.taskmanager.cpu.limit-factor': '20',
    },
    jobManager: { ...spec.jobManager, resource: { cpu: 0.1, memory: '800m' } },
    taskManager: { ...spec.taskManager, resource: { cpu: 0.1, memory: '1g' } },
    podTemplate: {
      spec: {
        containers: [{ name: 'flink-main-container', volumeMounts: [{ name: 'data', mountPath: '/flink-data', subPath: namespace }] }],
        // the folder belongs to whoever makes it: the user of the image has to be let in
        initContainers: [{
          name: 'own',
          image: settings.image['1.20'],
          command: ['mkdir', '-p', `/data/${namespace}`],
          volumeMounts: [{ name: 'data', mountPath: '/data' }],
        }],
        volumes: [{ name: 'data', hostPath: { path: settings.hostPath, type: 'Directory' } }],
      },
    },
    job: { ...spec.job, jarURI: 'local:///opt/flink/examples/streaming/TestJob.jar', args: jobArguments('example') },
  },
})

/** The files of examples/, as they are for the API server, and with a job and storage put in for the operator. */
export const examples: Story = {
  name: 'examples',
  short: [],
  versions: ['1.20'],
  tell: async stage => {
    const all = documents()
    await stage.step('accepted by the API server', async () => {
      for (const { file, object } of all.filter(it => it.object.kind === 'FlinkDeployment')) {
        const answer = await stage.api.http.send({
          method: 'POST',
          path: paths.flinkDeployments(stage.namespace),
          query: { dryRun: 'All', fieldValidation: 'Strict' },
          body: JSON.stringify({ ...object, metadata: { ...object.metadata, namespace: stage.namespace } }),
        })()
        expect(answer._tag === 'Right', `${file}: ${answer._tag === 'Left' ? answer.left.message : ''}`)
      }
      return { text: `${all.length} objects, strict about unknown fields` }
    })
    await stage.operate()
    for (
      const { file, object } of all.filter(it =>
        it.object.kind === 'FlinkDeployment' && it.object.spec.job !== undefined && it.object.spec.flinkVersion === 'v1_20'
      )
    ) {
      await stage.step(`deploy ${file}`, async () => {
        const application = await stage.create(adapted(stage, object))
        const job = await application.stable(1, 'example')
        return { text: `job ${job.id} runs; ${(await deletion(application)).text}` }
      })
    }
  },
}
