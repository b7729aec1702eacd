import type { Application } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import { type JarServer, serveJar } from '../harness/jar-server.ts'
import { jarOf, sessionJobManifest, sessionManifest } from '../harness/session-manifest.ts'
import { proveCarried, type Carried } from './state-carried.ts'
import { type Evidence, expect, NotHere, type Stage } from './story.ts'

/** One session job of each mode, and where its state comes from in an upgrade. */
export const sessionModes = ['savepoint', 'last-state', 'stateless'] as const
export type SessionMode = (typeof sessionModes)[number]

export const carriedBy: Readonly<Record<SessionMode, Carried>> = {
  savepoint: { by: 'savepoint' },
  'last-state': { by: 'checkpoint' },
  stateless: { by: 'nothing' },
}

/** A session cluster with its jobs, and the server that their jar is fetched from. */
export interface Session {
  readonly cluster: Application
  readonly jobs: Readonly<Record<SessionMode, Application>>
  readonly server: JarServer
}

/** The server of the jar; `NotHere` where there is no jar. */
export const aJarServer = (stage: Stage): Promise<JarServer> => {
  const jar = jarOf(stage.settings, stage.version)
  if (jar === null) throw new NotHere(`no jar of Flink ${stage.version} to serve: E2E_JAR_1_20, E2E_JAR_2`)
  return serveJar(jar)
}

/** Waits until the cluster answers: it has no job that could be seen. */
export const clusterReady = (cluster: Application): Promise<unknown> =>
  eventually('the session cluster is STABLE', { within: 240_000, guard: cluster.safe }, async () => {
    const { status } = await cluster.resource()
    return status?.lifecycleState === 'STABLE' && status.jobManagerDeploymentStatus === 'READY'
  })

/** More of the configuration of the cluster, and of each of its jobs. */
export interface SessionConfiguration {
  readonly ofCluster: Readonly<Record<string, string>>
  readonly ofJobs: Readonly<Record<string, string>>
  /** One leads, the others stand by. */
  readonly jobManagers?: number
}

/** Creates the cluster and its three jobs at once, and waits until each has a checkpoint. */
export const deploySession = async (
  stage: Stage,
  server: JarServer,
  highAvailability: boolean,
  { ofCluster, ofJobs: configuration, jobManagers = 1 }: SessionConfiguration = { ofCluster: {}, ofJobs: {} },
): Promise<Session> => {
  const { namespace, version, settings } = stage
  const cluster = await stage.create(
    sessionManifest(settings, { namespace, version, highAvailability, configuration: ofCluster, jobManagers }),
  )
  const made = await Promise.all(
    sessionModes.map(async name =>
      [
        name,
        await stage.createSessionJob(sessionJobManifest({ namespace, name, upgradeMode: name, jarURI: server.url, configuration })),
      ] as const
    ),
  )
  const jobs = Object.fromEntries(made) as Record<SessionMode, Application>
  await clusterReady(cluster)
  for (const name of sessionModes) {
    await jobs[name].stable(1, 'first')
    await jobs[name].checkpointed()
  }
  return { cluster, jobs, server }
}

/** What must not change of the others while something is done to one of them. */
export const othersRunOn = async (
  { jobs }: Session,
  names: readonly SessionMode[],
  work: () => Promise<Evidence>,
): Promise<Evidence> => {
  const before = await Promise.all(names.map(name => jobs[name].run()))
  const evidence = await work()
  const after = await Promise.all(names.map(name => jobs[name].run()))
  names.forEach((name, index) => {
    expect(
      before[index] !== null && JSON.stringify(before[index]) === JSON.stringify(after[index]),
      `${name} did not run on: ${JSON.stringify(before[index])} became ${JSON.stringify(after[index])}`,
    )
  })
  return { ...evidence, text: `${evidence.text}; ${names.join(' and ')} ran on` }
}

/** An edit of one job that upgrades it. */
export const upgradeOne = async (stage: Stage, { jobs }: Session, mode: SessionMode, jobName: string): Promise<Evidence> => {
  const job = jobs[mode]
  const before = await job.checkpointed()
  const since = Date.now()
  await job.stable(await job.rename(jobName), jobName)
  const text = await proveCarried(job, before, carriedBy[mode])
  return { text, downtime: stage.downtime(job, since) }
}
