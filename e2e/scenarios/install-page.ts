import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kinds } from '@flink-operator/kinds'
import { type Api, paths } from '../harness/api.ts'
import { operatorImage, overOthers, runCommand, toolEnvironment } from '../harness/helm-release.ts'
import { disown } from './chart-release.ts'
import { expect, type Stage, type Story } from './story.ts'

const root = join(import.meta.dirname, '..', '..')

interface Chapter {
  readonly title: string
  readonly commands: string
}

/** The chapters of the page that hold commands. */
const chapters = (page: string): readonly Chapter[] =>
  page.split(/^## /m).slice(1).flatMap(text => {
    const commands = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = '']) => block).join('\n')
    return commands === '' ? [] : [{ title: text.split('\n')[0] ?? '', commands }]
  })

const volume = (namespace: string): string => `${namespace}-volume`

/** What the cluster of a reader brings: a volume for the claim of examples/storage.yaml. */
const provideVolume = async ({ api, settings }: Stage, namespace: string): Promise<void> => {
  await api.create('/api/v1/persistentvolumes', {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: volume(namespace), labels: { 'flink-operator-e2e': 'true' } },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name: 'flink-data' },
      hostPath: { path: settings.hostPath, type: 'Directory' },
    },
  })
}

/** The example, with the job that the image of these tests has. */
const example = ({ folder }: Stage): string => {
  const file = join(folder, 'savepoint.yaml')
  const text = readFileSync(join(root, 'examples', 'savepoint.yaml'), 'utf8')
  writeFileSync(file, text.replace('StateMachineExample.jar', 'TestJob.jar'))
  return file
}

const takeAway = async (api: Api, namespaces: readonly string[]): Promise<void> => {
  for (const namespace of namespaces) {
    for (const { type } of Object.values(kinds)) {
      const path = `/apis/${type.group}/${type.version}/namespaces/${namespace}/${type.plural}`
      for (const resource of await api.list(path))
        await api.mergePatch(`${path}/${resource.metadata.name}`, { metadata: { finalizers: null } }).catch(() => undefined)
    }
    await api.remove(paths.namespace(namespace))
    await api.remove(`/api/v1/persistentvolumes/${volume(namespace)}`)
  }
  await disown(api)
}

/** docs/install.md, word for word but for namespaces, image and jar: each chapter's commands end well. */
export const installPage: Story = {
  name: 'install-page',
  short: [],
  changesCrds: true,
  versions: ['1.20'],
  tell: async stage => {
    const { api, namespace, settings } = stage
    const [own, jobs] = [`${namespace}-operator`, `${namespace}-jobs`]
    const here = async (commands: string): Promise<string> => {
      const { repository, tag } = operatorImage(settings)
      return commands
        .replaceAll('flink-jobs', jobs)
        .replaceAll('--namespace flink-operator', `--namespace ${own}`)
        .replace('image.repository=flink-operator,image.tag=0.1.0', `image.repository=${repository},image.tag=${tag}`)
        .replace('examples/savepoint.yaml', example(stage))
        // the CRDs are there, since other stories need them
        .replace('helm install flink-operator', `helm install ${(await overOthers(settings, stage.folder)).join(' ')} flink-operator`)
    }
    try {
      for (const { title, commands } of chapters(readFileSync(join(root, 'docs', 'install.md'), 'utf8'))) {
        await stage.step(title, async () => {
          const script = await here(commands)
          if (script.includes('storage.yaml')) await provideVolume(stage, jobs)
          const environment = toolEnvironment(settings, stage.folder)
          const { code, text } = await runCommand('bash', ['-euxo', 'pipefail', '-c', `cd ${root}\n${script}`], environment)
          expect(code === 0, text.trim().slice(-1_200))
          return { text: text.trim().split('\n').filter(line => !line.startsWith('+')).slice(-2).join('; ') }
        }, { short: true })
      }
    } finally {
      if (!settings.keep) {
        const environment = toolEnvironment(settings, stage.folder)
        await runCommand('helm', ['uninstall', 'flink-operator', '--namespace', own, '--ignore-not-found'], environment)
        await takeAway(api, [jobs, own])
        if (settings.hostFolder !== null) {
          for (const folder of ['checkpoints', 'savepoints']) rmSync(join(settings.hostFolder, folder), { recursive: true, force: true })
        }
      }
    }
  },
}
