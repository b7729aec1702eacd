import { refusedToo } from '@flink-operator/core/job'
import { best } from '../flink/ghost-progress.ts'
import { strangeJob } from '../kubernetes/foreign-objects.ts'
import { ofOwner, type WorldEvent } from '../world/world-event.ts'
import { isAlive, ownerOf } from '../flink/job-manager-process.ts'
import { fromJob } from '../world/jobs.ts'
import { jobResourceOf, sessionJobsOf } from '../world/resources.ts'
import type { SpecOfJob, World } from '../world/world.ts'
import type { CheckerState } from './checker-state.ts'
import { changed, renderable } from './edits.ts'
import { follow } from './follow.ts'
import type { Operator } from './operator.ts'
import type { LeadsOut } from './arrival.ts'
import { isWhereItWasToGo } from '../kind/job-arrival.ts'
import { dueNow, settled } from './start-state.ts'

/** What an error may ask a user to do, and the events by which the user does it. */
interface Remediation {
  readonly name: string
  readonly says: RegExp
  /** A step that the text asks for first, played to its end; `NotYet`: not possible while the job is still starting. */
  readonly before?: (world: World, message: string) => WorldEvent | 'NotYet' | null
  /** One event or several. Null: nothing exists that it could be done to. */
  readonly done: (world: World, spec: SpecOfJob, first: SpecOfJob) => WorldEvent | readonly WorldEvent[] | null
}

const isMany = (events: WorldEvent | readonly WorldEvent[]): events is readonly WorldEvent[] => Array.isArray(events)

const spec = (next: SpecOfJob): WorldEvent => ({ _tag: 'EditSpec', spec: next, name: 'a remediation' })

/** A user who edits the job also corrects an invalid parallelism. */
const withJob = (it: SpecOfJob, job: Partial<NonNullable<SpecOfJob['job']>>): WorldEvent | null =>
  it.job === null ? null : spec({ ...it, job: { ...it.job, state: 'running', parallelism: Math.max(1, it.job.parallelism), ...job } })

const savepointDirectory = 'execution.checkpointing.savepoint-dir'

/** Adds the savepoint directory that a savepoint needs. */
const withDirectory = (
  it: SpecOfJob,
): SpecOfJob => ((it.flinkConfiguration as Readonly<Record<string, unknown>> | null)?.[savepointDirectory] ? it
  : { ...it, flinkConfiguration: { ...it.flinkConfiguration, [savepointDirectory]: 'file:/flink/savepoints' } })

/** The path of the best existing state, which a user finds in the storage. */
const bestPath = (world: World): string | null =>
  world.storage.find(({ current, progress }) => current && progress === best(world))?.path ?? null

/** The same event for each FlinkSessionJob that is not being deleted. */
const ofSessionJobs = (world: World, event: (spec: SpecOfJob) => WorldEvent): readonly WorldEvent[] =>
  (sessionJobsOf(world) ?? []).filter(({ meta }) => meta.deletionTimestamp === null)
    .map(({ meta, spec: it }) => ofOwner(meta.name, event(it)))

/** `flink stop`, if the text names the job. */
const stopByHand = ({ pods }: World, message: string): WorldEvent | 'NotYet' | null => {
  const [, jobId] = /\(flink stop ([0-9a-f]{32})\)/u.exec(message) ?? []
  const pod = pods.find(({ process }) => process?.jobs.some(it => it.jobId === jobId && isAlive(it)))
  if (jobId === undefined || pod === undefined) return null
  return pod.process?.jobs.some(it => it.jobId === jobId && it.state === 'RUNNING') === true
    ? { _tag: 'AskFlink', pod: pod.uid, jobId, kind: 'Stop' } : 'NotYet'
}

export const remediations: readonly Remediation[] = [
  { name: 'deleting the resource', says: /\b[Dd]elete this resource\b/u, done: () => ({ _tag: 'DeleteResource' }) },
  {
    name: 'deleting the session jobs',
    says: /session jobs \[.*\] should be deleted first|these session jobs says, or delete them/u,
    done: world => ofSessionJobs(world, () => ({ _tag: 'DeleteResource' })),
  },
  {
    name: 'letting the session jobs lose their state',
    says: /block-on-session-jobs: false/u,
    done: (_world, it) =>
      spec({
        ...it,
        flinkConfiguration: { ...it.flinkConfiguration, 'kubernetes.operator.session.deletion.block-on-session-jobs': 'false' },
      }),
  },
  {
    name: 'suspending the session jobs',
    says: /Suspend or delete these session jobs/u,
    done: world => ofSessionJobs(world, it => spec({ ...it, job: it.job === null ? null : { ...it.job, state: 'suspended' } })),
  },
  {
    name: 'stopping the jobs of the cluster',
    says: /Stop these jobs first/u,
    done: ({ pods }) =>
      pods.flatMap(({ uid, process }) =>
        (process?.jobs ?? []).filter(({ state }) => state === 'RUNNING').map(({ jobId }): WorldEvent => ({
          _tag: 'AskFlink',
          pod: uid,
          jobId,
          kind: 'Stop',
        }))
      ),
  },
  {
    name: 'a savepoint redeploy',
    says: /savepointRedeployNonce/u,
    before: stopByHand,
    done: (world, it) => {
      const path = bestPath(world)
      return path === null ? null
        : withJob(it, { savepointRedeployNonce: Number(it.job?.savepointRedeployNonce ?? 76) + 1, initialSavepointPath: path })
    },
  },
  { name: 'a savepoint', says: /upgradeMode: savepoint/u, done: (_world, it) => withJob(withDirectory(it), { upgradeMode: 'savepoint' }) },
  { name: 'a restart', says: /restartNonce/u, done: (_world, it) => (it.job === null ? null : spec({ ...it, restartNonce: 77 })) },
  { name: 'a stateless start', says: /stateless/u, done: (_world, it) => withJob(it, { upgradeMode: 'stateless' }) },
  { name: "editing what can't be rendered", says: /Edit the spec/u, done: (_world, it) => spec(changed(renderable.change, it)) },
  {
    name: 'reverting the edit',
    says: /\b(take|taken|taking) (it|the edit|the change|this) back\b|\b(revert|undo)/iu,
    done: (_world, _it, first) => spec(first),
  },
  {
    name: 'scaling the Deployment up',
    says: /scale it up again/u,
    done: (
      { deployments: [deployment] },
    ) => (deployment?.replicas !== 0 ? null : { _tag: 'ScaleByHand', deployment: deployment.uid, replicas: 1 }),
  },
  {
    name: 'deleting the Deployment',
    says: /delet\w+ (the |that |this )?Deployment/iu,
    done: ({ deployments: [deployment] }) => (deployment === undefined ? null : { _tag: 'LoseDeployment', deployment: deployment.uid }),
  },
  {
    name: 'repairing the status',
    says: /\bmend it \(kubectl edit --subresource=status\)/u,
    done: ({ rawStatus }) => (rawStatus === null ? null : { _tag: 'MendStatus' }),
  },
  {
    name: 'removing the foreign objects',
    says: /\bdelete (or rename it|(Deployment|Service|ConfigMap) \S+|\/\S+ in ZooKeeper)/u,
    done: world => (hasForeignObjects(world) ? { _tag: 'RemoveForeignObjects' } : null),
  },
  {
    name: 'deleting HA metadata',
    says: /delet\w+ (the |its |that )?(HA metadata|ConfigMap(?! (flink-config|pod-template)-))/iu,
    done: world => (hasForeignObjects(world) ? { _tag: 'RemoveForeignObjects' }
      : world.ha.jobs.length === 0 && world.ha.cluster === null ? null : { _tag: 'LoseHaMetadata', whole: true }),
  },
]

const hasForeignObjects = ({ deployments, configMaps, services, ha, zooKeeper }: World): boolean =>
  [...deployments, ...configMaps, ...services].some(({ foreignObject }) => foreignObject === true)
  || [ha, ...Object.values(zooKeeper)].some(({ jobs }) => jobs.some(({ jobId }) => jobId === strangeJob))

/**
 * An error of the spec names the field, so the user goes back to the first spec; a spec that was invalid from the beginning has none.
 */
const mending: Remediation = {
  name: 'correcting the spec',
  says: /^/u,
  done: (_world, _it, first) => ((first.job?.parallelism ?? 0) > 0 ? spec(first) : null),
}

/** If the error says that the spec is refused as well, the user follows the remediation with the first spec. */
const readAll = (
  message: string,
  now: SpecOfJob,
  first: SpecOfJob,
): SpecOfJob => (message.includes(refusedToo) ? first : now)

const isOfSpec = (world: World, message: string): boolean =>
  jobResourceOf(world)?.status.operatorRecord.errorOwner === 'validation' && !message.startsWith('status.')

/** The message of `status.error`, without its wrapping. */
export const messageOf = (error: string): string => {
  try {
    const { message } = JSON.parse(error) as { readonly message?: unknown }
    return typeof message === 'string' ? message : error
  } catch {
    return error
  }
}

const names = /[0-9a-f]{32}|\d{4,}/gu

/**
 * Tries each remediation that an error names, in the simplest run: the operator steps first, then the world, and nothing fails. Cached
 * for all states that agree in `lookOf`. `start`: a user who reverts their edit restores the spec of that world.
 */
export const leadsOutOf = (operator: Operator, start: World): LeadsOut => {
  const known = new Map<string, string | null>()
  return (state, error, owner) => {
    const key = [owner ?? '', error.replace(names, ''), lookOf(fromJob(state.world, owner))].join('|')
    const before = known.get(key)
    if (before !== undefined) return before
    const found = remediationsOf(operator, start, owner).wrongWith(state, error, [])
    known.set(key, found)
    return found
  }
}

/** The remediations that the error of one resource names: a FlinkSessionJob's, or the FlinkDeployment's. */
const remediationsOf = (operator: Operator, start: World, owner: string | null) => {
  // a FlinkSessionJob that was copied from another has its spec
  const first = (jobResourceOf(fromJob(start, owner)) ?? (owner === null ? null : sessionJobsOf(start)?.[0]))?.spec
  const there = ({ world }: CheckerState): World => fromJob(world, owner)
  const isOut = (state: CheckerState): boolean => {
    const world = there(state)
    const resource = jobResourceOf(world)
    return resource === null
      || (resource.meta.deletionTimestamp === null && resource.status.operation === null && isWhereItWasToGo(world, resource))
  }
  const doneNow = (state: CheckerState, events: readonly WorldEvent[]): CheckerState =>
    events.reduce<CheckerState>(
      (now, it) => follow(operator, now, { _tag: 'World', event: ofOwner(owner, it), kind: 'Fair' }).state,
      { ...state, budget: { edits: 0, faults: 0, crashes: 0 } },
    )
  const hasEnded = ({ world }: CheckerState): boolean =>
    !world.pods.some(({ process }) => process?.jobs.some(job => isAlive(job) && ownerOf(job) === owner))
  const after = (reported: CheckerState, { before, done }: Remediation, message: string): CheckerState | null => {
    const deedIn = (state: CheckerState) => before?.(there(state), message) ?? null
    const begun = deedIn(reported) === 'NotYet' ? settled(operator, reported, it => deedIn(it) !== 'NotYet') : reported
    const deed = deedIn(begun)
    const state = deed === null || deed === 'NotYet' ? begun : settled(operator, doneNow(begun, [deed]), hasEnded)
    const world = there(state)
    const resource = jobResourceOf(world)
    const event = resource === null || first === undefined ? null : done(world, readAll(message, resource.spec, first), first)
    if (event === null) return null
    return settled(operator, dueNow(doneNow(state, isMany(event) ? event : [event])), isOut)
  }
  const isResolvedBy = (state: CheckerState, way: Remediation, message: string, reported: readonly string[]): boolean => {
    const end = after(state, way, message)
    return end === null || isOut(end) || isReportedMore(end, reported)
  }
  // A remediation may uncover a second error that the first one hid. That counts as success if the second error was not reported before
  // and its own remediation works.
  const isReportedMore = (end: CheckerState, reported: readonly string[]): boolean => {
    const error = jobResourceOf(there(end))?.status.error ?? null
    return error !== null && isReportedOf(end) && !reported.includes(error.replace(names, '')) && wrongWith(end, error, reported) === null
  }
  const isReportedOf = (state: CheckerState): boolean => {
    const status = jobResourceOf(there(state))?.status
    return status !== undefined
      && (status.lifecycleState !== 'STABLE' || ['operation', 'upgrade'].includes(status.operatorRecord.errorOwner ?? ''))
  }
  const wrongWith = (state: CheckerState, error: string, before: readonly string[]): string | null => {
    const message = messageOf(error)
    const reported = [...before, error.replace(names, '')]
    const named = isOfSpec(there(state), message) ? [mending] : remediations.filter(({ says }) => says.test(message))
    if (named.length === 0) return `the error names no remediation: ${message}`
    const lost = named.find(way => !isResolvedBy(state, way, message, reported))
    return lost === undefined ? null : `${lost.name}, which the error names, does not resolve it: ${message}`
  }
  return { wrongWith }
}

/** What the success of a remediation may depend on. */
const lookOf = (world: World): string => {
  const { deployments, pods, ha } = world
  const resource = jobResourceOf(world)
  if (resource === null) return ''
  const { spec: { job }, status: { operation, lifecycleState, reconciliationStatus, jobStatus, operatorRecord } } = resource
  return JSON.stringify([
    job?.upgradeMode,
    job?.state,
    job?.parallelism,
    resource.meta.finalizers.length,
    operation?.kind,
    operation?.kind === 'TearDown' ? null : operation?.step,
    lifecycleState,
    reconciliationStatus.state,
    jobStatus.state,
    operatorRecord.errorOwner,
    deployments.length,
    pods.map(({ phase, deleting }) => [phase, deleting]),
    ha.jobs.map(({ pointer }) => pointer === null),
  ])
}
