import type { JsonObject } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { loadFlinkDefaults } from '../configuration/configuration-files.ts'
import { settingsOf } from '../configuration/live-settings.ts'
import { restResolution } from '../effect/rest-resolution.ts'
import { environment, ExitCode, type Outcome, type Refusal, usage } from '../exit-code.ts'
import type { Settings } from '../loop.ts'
import { planFileOffline } from '../plan/plan-file.ts'
import { planText } from '../plan/plan-text.ts'
import type { PlanWords } from '../plan/plan-words.ts'
import { type FileResource, readResources } from '../plan/resource-files.ts'
import { type ClusterFlags, credentialsOf, foldersOf } from './cluster.ts'

export interface PlanFlags extends ClusterFlags {
  readonly offline?: true
  readonly deployed?: string
  readonly render?: true
  readonly output: 'text' | 'json'
}

const filesOf = (paths: readonly string[]): E.Either<Refusal, readonly FileResource[]> => {
  const found: FileResource[] = []
  for (const path of paths) {
    const resources = readResources(path)
    if (E.isLeft(resources)) return E.left(usage(resources.left))
    found.push(...resources.right)
  }
  return E.right(found)
}

/** What is deployed, without asking a cluster. */
interface Deployed {
  readonly resources: readonly FileResource[]
  readonly of: (file: FileResource) => E.Either<Refusal, JsonObject | null>
}

/** What `--deployed` says of each resource, by its name. */
const deployedOf = (path: string | undefined): E.Either<Refusal, Deployed> => {
  if (path === undefined) return E.right({ resources: [], of: () => E.right(null) })
  const found = readResources(path)
  if (E.isLeft(found)) return E.left(usage(found.left))
  const resources = found.right
  return E.right({
    resources,
    of: ({ kind, name, file }) => {
      const match = resources.find(deployed => deployed.kind === kind && deployed.name === name)
      return match === undefined ? E.left(usage(`${path} has no ${kind} "${name}" as ${file} has; it has ${
        resources.map(deployed => deployed.name).join(', ')
      }`)) : E.right(match.json)
    },
  })
}

/** The session cluster of a FlinkSessionJob: as it is deployed, else as it is in one of the files that are applied. */
const clusterOf = ({ kind, json }: FileResource, told: readonly FileResource[]): JsonObject | null => {
  const { deploymentName } = (json['spec'] ?? {}) as JsonObject
  return kind !== 'FlinkSessionJob' ? null : told.find(it => it.kind === 'FlinkDeployment' && it.name === deploymentName)?.json ?? null
}

const offline = (
  files: readonly FileResource[],
  flags: PlanFlags,
  settings: Settings,
): E.Either<Refusal, readonly PlanWords[]> => {
  const deployed = deployedOf(flags.deployed)
  if (E.isLeft(deployed)) return deployed
  const plans: PlanWords[] = []
  for (const file of files) {
    const before = deployed.right.of(file)
    if (E.isLeft(before)) return before
    const cluster = clusterOf(file, [...deployed.right.resources, ...files])
    const planned = planFileOffline(settings, file, before.right, Date.now(), cluster)
    if (E.isLeft(planned)) return E.left(usage(`${file.file}: ${planned.left}`))
    plans.push(planned.right)
  }
  return E.right(plans)
}

const onCluster = async (
  files: readonly FileResource[],
  flags: PlanFlags,
  settings: Settings,
): Promise<E.Either<Refusal, readonly PlanWords[]>> => {
  const resolution = restResolution(process.env)
  if (E.isLeft(resolution)) return E.left(usage(resolution.left))
  const credentials = await credentialsOf(flags)
  if (E.isLeft(credentials)) return credentials
  const { planFilesOnCluster } = await import('../plan/plan-on-cluster.ts')
  return planFilesOnCluster({ credentials: credentials.right, resolution: resolution.right, settings }, files)
}

const print = (plans: readonly PlanWords[], { output, render }: PlanFlags): string => {
  const shown = plans.map(planned => ({ ...planned, rendered: render === true ? planned.rendered : [] }))
  return output === 'json' ? JSON.stringify(shown, null, 2) : shown.map(planText).join('\n\n')
}

/** `flink-operator plan`: reads, decides, and says what it would do. Changes nothing. */
export const plan = async (paths: readonly string[], flags: PlanFlags): Promise<Outcome> => {
  if (flags.deployed !== undefined && flags.offline !== true)
    return E.left(usage('--deployed goes with --offline: without it, what is deployed is read from the cluster'))
  const files = filesOf(paths)
  if (E.isLeft(files)) return files
  const defaults = loadFlinkDefaults(foldersOf(flags))
  if (E.isLeft(defaults)) return E.left(environment(defaults.left))
  const { settings } = settingsOf(defaults.right)
  const plans = await (flags.offline === true ? offline : onCluster)(files.right, flags, settings)
  if (E.isLeft(plans)) return plans
  process.stdout.write(`${print(plans.right, flags)}\n`)
  const isWrong = plans.right.some(({ findings }) => findings.some(({ severity }) => severity === 'Error'))
  return E.right(isWrong ? ExitCode.Findings : plans.right.some(({ unseen }) => unseen.length > 0) ? ExitCode.Unseen : ExitCode.Ok)
}
