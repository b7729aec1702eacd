import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { environment } from '../../packages/core/fixtures/environment.ts'
import { aSpec, name, namespace, uid, type SpecChange } from '../../packages/core/fixtures/flink-deployment-resource.ts'
import { renderCluster } from '../../packages/core/src/manifest/index.ts'
import { deploymentAdditions } from '../../packages/core/src/flink/configuration/deployment-additions.ts'
import { deployConfiguration } from '../../packages/core/src/flink/configuration/deploy-configuration.ts'
import type { FlinkVersion } from '../../packages/core/src/contract/resource/flink-version.ts'
import type { Json, JsonObject } from '../../packages/core/src/contract/resource/json.ts'

/** A real Flink, and the version that a spec names for it. */
export interface Home {
  readonly path: string
  readonly flinkVersion: FlinkVersion
}

/** The homes that the environment names. */
export const homes: readonly { readonly variable: string; readonly home: Home }[] = [
  { variable: 'FLINK_HOME', home: { path: process.env['FLINK_HOME'] ?? '', flinkVersion: 'v1_20' } },
  { variable: 'FLINK2_HOME', home: { path: process.env['FLINK2_HOME'] ?? '', flinkVersion: 'v2_3' } },
]

/** One application as a user writes it, and what a deploy restores it from. */
export interface Case {
  readonly mode: 'native' | 'standalone'
  readonly args?: readonly string[]
  readonly entryClass?: string
  readonly configuration?: JsonObject
  readonly restorePath?: string
  readonly allowNonRestoredState?: boolean
  /** Options of which the value is asked, with their types. */
  readonly asked?: Readonly<Record<string, 'Text' | 'List' | 'Map' | 'Memory'>>
  /** `spec.jobManager.resource.memory`. */
  readonly memory?: string
}

/** The objects of an application, as far as these tests look at them. */
export interface Objects {
  /** Name and text of the configuration file. */
  readonly file: readonly [name: string, text: string]
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly container: any
  readonly restTarget: number
}

/** What Flink makes of it; `refused`: it does not start. */
export interface Answer {
  readonly refused?: string
  readonly arguments?: readonly string[]
  readonly mainClass?: string | null
  readonly restorePath?: string | null
  readonly allowNonRestoredState?: boolean
  readonly bindPort?: string
  readonly classpaths?: readonly string[]
  /** Of the options that were asked for. */
  readonly values?: Readonly<Record<string, Json>>
  readonly maps?: readonly string[]
  readonly lists?: readonly string[]
}

const valueOf = <A>(either: E.Either<unknown, A>): A => {
  if (E.isLeft(either)) throw new Error(JSON.stringify(either.left))
  return either.right
}

/** The spec of an application as its user writes it. */
export const specOf = (
  { flinkVersion }: Home,
  { mode, args, entryClass, configuration = {}, allowNonRestoredState, memory }: Case,
): SpecChange => ({
  job: {
    ...(args === undefined ? {} : { args }),
    ...(entryClass === undefined ? {} : { entryClass }),
    ...(allowNonRestoredState === undefined ? {} : { allowNonRestoredState }),
  },
  configuration,
  rest: { mode, flinkVersion, ...(memory === undefined ? {} : { jobManager: { resource: { memory }, replicas: 1 } }) },
})

/** The objects that a deploy of this application makes. */
export const objectsOf = (home: Home, given: Case): Objects => {
  const { mode, restorePath } = given
  const spec = aSpec(specOf(home, given))
  const owner = { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', name, uid }
  const { configuration, ...others } = valueOf(deployConfiguration({ namespace, name, generation: 1 }, spec, environment().flinkDefaults))
  const parts = valueOf(renderCluster({
    namespace,
    clusterId: name,
    flinkVersion: home.flinkVersion,
    mode,
    owner,
    attempt: 'a'.repeat(32),
    ...others,
    configuration: deploymentAdditions({
      configuration,
      source: restorePath === undefined ? { _tag: 'Empty', reason: 'test' } : { _tag: 'Path', path: restorePath, reason: 'test' },
      owner,
      clusterId: name,
      jobId: 'f'.repeat(32),
      attemptId: 'a'.repeat(32),
      flinkVersion: home.flinkVersion,
    }),
  }))
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const of = (part: string): any => parts.find(it => it.part === part)?.manifest
  const [file] = Object.entries(of('FlinkConfig').data as Readonly<Record<string, string>>).filter(([it]) => it.endsWith('.yaml'))
  return {
    file: file ?? ['', ''],
    container: of('JobManagerDeployment').spec.template.spec.containers[0],
    restTarget: of('RestService').spec.ports[0].targetPort,
  }
}

/**
 * As the kubelet hands over the words of a container: `$(NAME)` of its environment is replaced, `$$` is one dollar. Of this container only
 * the address of its pod is known.
 */
const started = (word: string): string =>
  word.replaceAll(
    /\$(?:\$|\((\w+)\))/gu,
    (found, variable?: string) => (found === '$$' ? '$' : variable === '_POD_IP_ADDRESS' ? '10.0.0.1' : found),
  )

/** The arguments of the entry point in standalone mode; null: native mode. */
const wordsOf = ({ container }: Objects): readonly string[] | null => {
  const args = container.args as readonly string[]
  return args[0] === 'standalone-job' ? args.slice(1).map(started) : null
}

const directoryOf = ({ file: [file, text] }: Objects, into: string, at: number): string => {
  const directory = join(into, String(at))
  mkdirSync(directory)
  writeFileSync(join(directory, file), text)
  return directory
}

const classPath = ({ path }: Home): string => `${join(path, 'lib/*')}:${join(path, 'bin/bash-java-utils.jar')}`

/** What real Flink reads of each, in one JVM. A case on the host's network, where there is one, is read as its pod does. */
export const readBack = (home: Home, cases: readonly Case[]): readonly Answer[] => {
  const into = mkdtempSync(join(tmpdir(), 'read-back-'))
  const asked = cases.map((given, at) => {
    const objects = objectsOf(home, given)
    return {
      directory: directoryOf(objects, into, at),
      words: wordsOf(objects),
      hostNetwork: given.configuration?.['kubernetes.hostnetwork.enabled'] === 'true',
      asked: given.asked ?? {},
    }
  })
  const hostDirectory = asked.find(({ hostNetwork }) => hostNetwork)?.directory ?? ''
  return answersTo(home, into, asked, hostDirectory)
}

/** Which options of this Flink have a map, or a list of maps, for their value. */
export const mapOptionsOf = (home: Home): Answer => {
  const jar = readdirSync(join(home.path, 'lib')).find(name => name.startsWith('flink-dist'))
  const [answer = {}] = answersTo(home, mkdtempSync(join(tmpdir(), 'map-options-')), [{ jar: join(home.path, 'lib', jar ?? '') }], '')
  return answer
}

const answersTo = (home: Home, into: string, asked: readonly object[], configurationDirectory: string): readonly Answer[] => {
  const [questions, answers] = [join(into, 'questions.json'), join(into, 'answers.json')]
  writeFileSync(questions, JSON.stringify(asked))
  const { status, stderr } = spawnSync(
    'java',
    ['-cp', classPath(home), '-Dlog4j2.level=OFF', '-Dfile.encoding=UTF-8', join(import.meta.dirname, 'ReadBack.java'), questions, answers],
    {
      encoding: 'utf8',
      // its log is as long as all files together
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        LC_ALL: 'C.UTF-8',
        _POD_IP_ADDRESS: '10.0.0.1',
        FLINK_CONF_DIR: configurationDirectory,
      },
    },
  )
  if (status !== 0) throw new Error(stderr)
  const read = JSON.parse(readFileSync(answers, 'utf8')) as readonly Answer[]
  rmSync(into, { recursive: true })
  return read
}

/** The words with which Flink's own start script starts the JVM of a standalone application, behind the name of the main class. */
export const startedByScript = (home: Home, given: Case): readonly string[] => {
  const into = mkdtempSync(join(tmpdir(), 'start-script-'))
  const objects = objectsOf(home, given)
  const [java, out] = [join(into, 'java/bin/java'), join(into, 'words')]
  mkdirSync(join(into, 'java/bin'), { recursive: true })
  writeFileSync(
    java,
    `#!/usr/bin/env bash\n[[ " $* " == *BashJavaUtils* ]] && exec '${realJava()}' "$@"\nprintf '%s\\0' "$@" >'${out}'\n`,
    { mode: 0o755 },
  )
  const { stderr } = spawnSync('bash', [join(home.path, 'bin/standalone-job.sh'), 'start-foreground', ...(wordsOf(objects) ?? [])], {
    encoding: 'utf8',
    cwd: into,
    env: {
      ...process.env,
      LC_ALL: 'C.UTF-8',
      JAVA_HOME: join(into, 'java'),
      FLINK_CONF_DIR: directoryOf(objects, into, 0),
      FLINK_LOG_DIR: into,
      FLINK_PID_DIR: into,
    },
  })
  const words = readFileSync(out, { encoding: 'utf8' }).split('\0').slice(0, -1)
  rmSync(into, { recursive: true })
  const main = words.findIndex(word => word.endsWith('.StandaloneApplicationClusterEntryPoint'))
  if (main < 0) throw new Error(stderr)
  return words.slice(main + 1)
}

const realJava = (): string => spawnSync('bash', ['-c', 'command -v java'], { encoding: 'utf8' }).stdout.trim()
