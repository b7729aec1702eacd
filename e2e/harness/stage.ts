import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@flink-operator/core'
import { type Evidence, NotHere, type OperatorHandle, type Outcome, type Stage, type Story } from '../scenarios/story.ts'
import type { FlinkVersion, Settings } from '../settings.ts'
import { type Api, paths } from './api.ts'
import { type Application, createApplication, describeResource } from './application.ts'
import { downtime, nextJobManager, ofJobs, watchCluster } from './cluster-watch.ts'
import { NotInTime } from './eventually.ts'
import { createLyftApplication, type LyftApplication } from './lyft-application.ts'
import { entryConfigMap, lyftManifest } from './lyft-manifest.ts'
import { manifest } from './manifest.ts'
import { createNamespace, removeNamespace } from './namespace.ts'
import { createOperatorAccount, removeOperatorAccount } from './operator-account.ts'
import { startOperator } from './operator-process.ts'
import { startOtherOperator } from './other-operator.ts'
import { type Followed, type StateWatch, watchState } from './state-watch.ts'
import { type VersionWatch, watchVersions } from './version-watch.ts'

export interface StageOptions {
  readonly settings: Settings
  readonly api: Api
  readonly story: Story
  /** The operator as one file. */
  readonly binary: string
  readonly version: FlinkVersion
  /** Part of the namespace's name: unique for the run. */
  readonly run: string
  /** Logs go below it. */
  readonly folder: string
  readonly onOutcome: (outcome: Outcome) => void
}

const message = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** What a person needs to understand a failure: the resource, its events and pods. */
const writeDiagnostics = async (api: Api, namespace: string, folder: string, step: string): Promise<void> => {
  const lists = await Promise.all(
    [
      paths.flinkDeployments(namespace),
      paths.flinkSessionJobs(namespace),
      paths.flinkBlueGreenDeployments(namespace),
      paths.flinkApplications(namespace),
      paths.deployments(namespace),
      paths.pods(namespace),
      paths.configMaps(namespace),
      paths.events(namespace),
    ]
      .map(async path => [path, await api.list(path).catch(message)] as const),
  )
  writeFileSync(
    join(folder, `failed-${step.replaceAll(/[^\w]+/g, '-').slice(0, 60)}.json`),
    JSON.stringify(Object.fromEntries(lists), null, 1),
  )
}

/** Plays one story in a namespace of its own; every step's outcome is told as it comes. */
export const playStory = async ({ settings, api, story, binary, version, run, folder: parent, onOutcome }: StageOptions): Promise<void> => {
  const namespace = `e2e-${run}-${story.name}-${version.replace('.', '-')}`
  const folder = join(parent, `${story.name}-${version}`)
  mkdirSync(folder, { recursive: true })
  await createNamespace(api, namespace)
  const operatorKubeconfig = await createOperatorAccount(api, { kubeconfig: settings.kubeconfig, namespace, folder })
  const watch = watchCluster(api, namespace)
  let operators: readonly { readonly process: OperatorHandle; readonly mayDie: boolean }[] = []
  const applications: Application[] = []
  const lyft: LyftApplication[] = []
  const state: { watch?: StateWatch } = {}
  const versions: { watch?: VersionWatch } = {}
  let broken = false

  const neverTwo = (): string | undefined => watch.violations()[0] ?? versions.watch?.violations()[0]
  const lostState = (): string | undefined => state.watch?.violations()[0]

  const guard = (): void => {
    const lost = lostState()
    if (lost !== undefined) throw new Error(`state lost: ${lost}`)
    const dead = operators.find(({ process, mayDie }) => !mayDie && process.endedByItself())
    if (dead !== undefined) throw new Error(`the operator ended by itself: ${JSON.stringify(dead.process.exit())}`)
  }

  const step = async (name: string, play: () => Promise<Evidence>, independent = false): Promise<boolean> => {
    const began = Date.now()
    const outcome = (result: Outcome['result'], evidence: string, down: number | null = null): Outcome => ({
      story: story.name,
      step: name,
      version,
      result,
      seconds: (Date.now() - began) / 1_000,
      downtime: down,
      evidence,
      load: loadavg()[0] ?? 0,
      at: new Date(),
    })
    if (broken) {
      onOutcome(outcome('not run', 'a step before it failed'))
      return false
    }
    try {
      const { text, downtime: down = null } = await play()
      const violation = neverTwo()
      if (violation !== undefined) throw new Error(`never two: ${violation}`)
      guard()
      onOutcome(outcome('passed', text, down))
      return true
    } catch (thrown) {
      if (thrown instanceof NotHere) {
        onOutcome(outcome('not run', thrown.message))
        return false
      }
      broken = !independent || neverTwo() !== undefined || lostState() !== undefined
      await writeDiagnostics(api, namespace, folder, name).catch(() => undefined)
      onOutcome({ ...outcome('failed', `${message(thrown)} [logs: ${folder}]`), late: thrown instanceof NotInTime })
      return false
    }
  }

  const adopt = (name: string): Application => {
    const application = createApplication({ api, namespace, name, watch, guard })
    applications.push(application)
    return application
  }
  const create = async (resource: JsonObject): Promise<Application> => {
    const { metadata: { name } } = await api.create(paths.flinkDeployments(namespace), resource)
    return adopt(name)
  }

  const createSessionJob: Stage['createSessionJob'] = async resource => {
    const { metadata: { name }, spec: { deploymentName } } = await api.create(paths.flinkSessionJobs(namespace), resource)
    const application = createApplication({ api, namespace, name, watch, guard, sessionCluster: deploymentName })
    applications.push(application)
    return application
  }

  const createLyft: Stage['createLyft'] = async ({ name, spec, mayStandBeside = false }) => {
    const versionWatch = versions.watch ??= watchVersions(api, namespace)
    if (mayStandBeside) versionWatch.allowTwoVersions(name)
    await api.apply(`${paths.configMaps(namespace)}/entry`, entryConfigMap(namespace))
    await api.create(
      paths.flinkApplications(namespace),
      lyftManifest(settings, { namespace, name, version, ...(spec === undefined ? {} : { spec }) }),
    )
    const application = createLyftApplication({ api, namespace, name, watch: versionWatch, guard })
    lyft.push(application)
    return application
  }

  const stage: Stage = {
    settings,
    version,
    short: settings.short,
    api,
    namespace,
    watch,
    stateFolder: settings.hostFolder === null ? null : join(settings.hostFolder, namespace),
    folder,
    operatorKubeconfig,
    operate: async (
      crashAt,
      kubeconfig = operatorKubeconfig,
      more: Parameters<Stage['operate']>[2] = { configuration: '', mayEnd: false },
    ) => {
      const process = startOperator({
        binary,
        kubeconfig,
        namespace,
        folder,
        configuration: `${story.configuration ?? ''}${more.configuration}`,
        ...(crashAt === undefined ? {} : { crashAt }),
        ...(more.plugins === undefined ? {} : { plugins: more.plugins }),
      })
      operators = [...operators, { process, mayDie: crashAt !== undefined || more.mayEnd }]
      await process.ready()
      return process
    },
    operateOther: async () => {
      const { otherOperator: command, kubeconfig } = settings
      if (command === null) throw new NotHere('E2E_OTHER_OPERATOR names no command that runs another operator')
      const process = startOtherOperator({ command, kubeconfig, namespace, folder })
      operators = [...operators, { process, mayDie: false }]
      return process
    },
    create,
    adopt,
    createSessionJob,
    createLyft,
    runs: name => versions.watch?.runs(name) ?? [],
    deploy: options => create(manifest(settings, { namespace, name: 'app', version, ...options })),
    step: (
      name,
      play,
      options = {},
    ) => (settings.short && options.short !== true ? Promise.resolve(true) : step(name, play, options.independent)),
    calm: async () => {
      const before = operators
      operators = []
      await Promise.all(before.map(({ process }) => process.kill()))
    },
    followState: () => (state.watch ??= watchState(
      (): readonly Followed[] => [...applications, ...lyft],
      (name, look) => appendFileSync(join(folder, `state-${name}.jsonl`), `${JSON.stringify(look)}\n`),
    )),
    note: text => {
      console.log(`  ${story.name} ${version}  ${text}`)
      appendFileSync(join(folder, 'notes.txt'), `${new Date().toISOString()} ${text}\n`)
    },
    downtime: ({ cluster, isOwn }, since) => downtime(ofJobs(watch.samples(cluster), isOwn), since),
    jobManagerAfter: ({ cluster }, since) => {
      const seconds = nextJobManager(watch.samples(cluster), since)
      return seconds === null ? '' : `; next JobManager process after ${seconds.toFixed(1)} s`
    },
  }

  try {
    await story.tell(stage)
  } catch (thrown) {
    await step('story', () => Promise.reject(thrown instanceof Error ? thrown : new Error(String(thrown))))
  } finally {
    for (const application of applications) {
      writeFileSync(join(folder, `last-${application.name}.txt`), describeResource(await application.resource().catch(() => null)))
      writeFileSync(
        join(folder, `samples-${application.name}.json`),
        watch.samples(application.cluster).map(it => JSON.stringify(it)).join('\n'),
      )
    }
    for (const application of lyft) {
      writeFileSync(join(folder, `last-${application.name}.txt`), await application.describe().catch(message))
      writeFileSync(join(folder, `runs-${application.name}.json`), JSON.stringify(versions.watch?.runs(application.name), null, 1))
    }
    await watch.stop()
    await versions.watch?.stop()
    await state.watch?.stop()
    await Promise.all(operators.map(({ process }) => process.kill()))
    if (!settings.keep) {
      await removeNamespace(api, namespace, settings).catch((thrown: unknown) => console.error(`${namespace}: ${message(thrown)}`))
      await removeOperatorAccount(api, namespace).catch((thrown: unknown) => console.error(`${namespace}: ${message(thrown)}`))
    }
  }
}
