import { appendFileSync } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { loadFlinkDefaults } from '../configuration/configuration-files.ts'
import { settingsOf } from '../configuration/live-settings.ts'
import { operatorDeploymentRef } from '../election/deployment-ref.ts'
import { electionAdvice } from '../election/without-election.ts'
import { environment, ExitCode, type Outcome, type Refusal, usage } from '../exit-code.ts'
import type { Settings } from '../settings.ts'
import { deployedOf, type FileResource, type PlanWords, sessionClusterOf } from '@flink-operator/simulation/plan'
import { type Input, readInput } from '../plan/input/resource-files.ts'
import { type Admit, planFileOffline, storedFile } from '../plan/plan-file.ts'
import type { Problem } from '../plan/problem.ts'
import { detailedExitCode, plainExitCode, type PlanReport, verdict } from '../plan/report/report.ts'
import { reportMarkdown } from '../plan/report/markdown.ts'
import { paintedPlans } from '../plan/report/painted-plan.ts'
import { complaints, printed, type ReportFlags } from '../plan/report/printed.ts'
import { notAskedFinding, pluginsHere } from '../plugin/plugins-here.ts'
import { type ClusterFlags, credentialsOf, foldersOf } from './cluster.ts'
import { plainText } from '../output/plain-text.ts'
import { hasColour } from '../output/has-colour.ts'
import { paintedToStdout, toStderr, toStdout } from '../output/write.ts'

export interface PlanFlags extends ClusterFlags, ReportFlags {
  readonly namespace?: string
  readonly recursive?: true
  readonly offline?: true
  readonly deployed?: string
  readonly summary?: string
  readonly detailedExitcode?: true
  readonly showValues?: true
}

type Plan = E.Either<Problem, PlanWords>

/** The resources of `--deployed` that belong to any of the files. */
const deployedBefore = (files: readonly FileResource[], flags: PlanFlags): E.Either<Problem, readonly FileResource[]> => {
  const path = flags.deployed
  if (path === undefined) return E.right([])
  const { resources, problems: [problem] } = readInput([path], flags)
  if (problem !== undefined) return E.left(problem)
  const [first] = files
  if (first === undefined || files.some(file => deployedOf(file, resources) !== null)) return E.right(resources)
  return E.left({
    ...first.placeOf(''),
    resource: null,
    field: null,
    message: `${path} has no ${first.kind} "${first.name}" as ${first.file} has; it has ${
      resources.map(({ name }) => name).join(', ') || 'none'
    }`,
    exitCode: ExitCode.Usage,
  })
}

const offline = async (
  files: readonly FileResource[],
  flags: PlanFlags,
  settings: Settings,
  admit: Admit,
): Promise<E.Either<Refusal, readonly Plan[]>> => {
  const before = deployedBefore(files, flags)
  if (E.isLeft(before)) return E.right([before])
  const advice = electionAdvice(settings.options, null)
  const plans: Plan[] = []
  for (const file of files) {
    const deployed = deployedOf(file, before.right)?.json ?? null
    const cluster = sessionClusterOf(file, deployed, [...before.right, ...files])
    const problem = (message: string): Problem => ({
      ...file.placeOf(''),
      resource: `${file.kind} ${file.name}`,
      field: null,
      message,
      exitCode: ExitCode.Usage,
    })
    const { file: merged, how } = storedFile(file, deployed)
    plans.push(pipe(
      planFileOffline(settings, { file: await admit(merged), how }, deployed, cluster),
      E.bimap(problem, words => ({ ...words, findings: [...words.findings, ...advice] })),
    ))
  }
  return E.right(plans)
}

const onCluster = async (
  files: readonly FileResource[],
  flags: PlanFlags,
  settings: Settings,
  admit: Admit,
): Promise<E.Either<Refusal, readonly Plan[]>> => {
  if (files.length === 0) return E.right([])
  const { reachOf } = await import('../effect/reach.ts')
  const reach = reachOf(process.env)
  if (E.isLeft(reach)) return E.left(usage(reach.left))
  const credentials = await credentialsOf(flags)
  if (E.isLeft(credentials)) return credentials
  const { planFilesOnCluster } = await import('../plan/plan-on-cluster.ts')
  const deployment = operatorDeploymentRef(process.env)
  return E.right(await planFilesOnCluster({ credentials: credentials.right, reach: reach.right, settings, deployment, admit }, files))
}

const reportOf = ({ resources, passedOver, problems }: Input, plans: readonly Plan[]): PlanReport => ({
  plans: plans.flatMap((planned, index) => {
    const file = resources[index]
    return E.isRight(planned) && file !== undefined ? [{ words: planned.right, placeOf: file.placeOf }] : []
  }),
  passedOver,
  problems: [...problems, ...plans.flatMap(planned => (E.isLeft(planned) ? [planned.left] : []))],
})

/** A resource after the plugins' mutators, with the validators' findings, as a round of the operator gets it. */
const throughPlugins = async ({ options }: Settings): Promise<Admit> => {
  const plugins = await pluginsHere(options)
  return async file => {
    const { resource, findings } = await plugins.admit(file.kind, file.namespace ?? 'default', file.json)
    const found = [...findings, ...notAskedFinding(plugins)]
    return found.length === 0 ? { ...file, json: resource } : { ...file, json: resource, found }
  }
}

const reported = async (paths: readonly string[], flags: PlanFlags): Promise<E.Either<Refusal, PlanReport>> => {
  if (flags.deployed !== undefined && flags.offline !== true)
    return E.left(usage('--deployed goes with --offline: without it, what is deployed is read from the cluster'))
  if (flags.render === true && flags.output !== 'text' && flags.output !== 'json')
    return E.left(usage(`--render goes with --output text or json, not with ${flags.output}`))
  const defaults = loadFlinkDefaults(foldersOf(flags))
  if (E.isLeft(defaults)) return E.left(environment(defaults.left))
  const configured = settingsOf(defaults.right).settings
  const settings = flags.showValues === true ? { ...configured, options: { ...configured.options, eventsShowValues: true } } : configured
  const input = readInput(paths, flags)
  const admit = await throughPlugins(settings)
  const plans = await (flags.offline === true ? offline : onCluster)(input.resources, flags, settings, admit)
  return E.map((made: readonly Plan[]) => reportOf(input, made))(plans)
}

const summarized = (report: PlanReport, file: string | undefined): E.Either<Refusal, void> =>
  file === undefined ? E.right(undefined)
    : E.tryCatch(
      () => appendFileSync(file, `${plainText(reportMarkdown(report))}\n`),
      thrown => environment(`--summary ${file} cannot be written: ${(thrown as Error).message}`),
    )

/** `flink-operator plan`: reads, decides, and reports what the operator would do. Changes nothing. */
export const plan = async (paths: readonly string[], flags: PlanFlags): Promise<Outcome> => {
  const refused = (refusal: Refusal): Refusal => (flags.detailedExitcode === true ? { ...refusal, exitCode: ExitCode.Findings } : refusal)
  const made = await reported(paths, flags)
  if (E.isLeft(made)) return E.left(refused(made.left))
  const report = made.right
  const [out, err] = [printed(report, flags), complaints(report, flags)]
  if (out !== '' && flags.output === 'text' && flags.render !== true && hasColour()) paintedToStdout(paintedPlans(out))
  else if (out !== '') toStdout(`${out}\n`)
  if (err !== '') toStderr(`${err}\n`)
  const summary = summarized(report, flags.summary)
  if (E.isLeft(summary)) return E.left(refused(summary.left))
  return E.right(flags.detailedExitcode === true ? detailedExitCode[verdict(report)] : plainExitCode(report))
}
