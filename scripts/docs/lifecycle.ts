import { initialFlinkDeploymentStatus } from '../../packages/core/src/crd/flink-deployment-status-fields.ts'
import { checkerEnv } from '../../packages/simulation/src/checker/checker-env.ts'
import { remove, spec } from '../../packages/simulation/src/checker/edits.ts'
import type { Edit } from '../../packages/simulation/src/checker/move.ts'
import type { Decision } from '../../packages/simulation/src/checker/decision.ts'
import { verify } from '../../packages/simulation/src/checker/verify.ts'
import type { SmallWorld } from '../../packages/simulation/src/checker/small-world.ts'
import { absent, known, unknown } from '../../packages/core/src/contract/fact/fact.ts'
import type { DeploymentView } from '../../packages/core/src/contract/fact/object-view.ts'
import type { FlinkDeploymentFacts } from '../../packages/core/src/contract/fact/cluster-facts.ts'
import type { PodView } from '../../packages/core/src/contract/fact/pod-view.ts'
import { lifecycleRows } from '../../packages/core/src/job/report/lifecycle.ts'
import { observeJobManager } from '../../packages/core/src/cluster/observe/observe-job-manager.ts'
import type {
  FlinkDeploymentStatus,
  JobManagerDeploymentStatus,
} from '../../packages/core/src/contract/resource/flink-deployment-status.ts'
import { code, page, table, type Page } from './markdown.ts'

/** What each row of `lifecycleRows` says, in words; a row without words fails `npm run docs`. */
const rowWords: Readonly<Record<string, string>> = {
  1: 'the resource is being deleted',
  2: 'nothing was deployed yet, and there is no error',
  3: 'nothing was deployed yet, and there is an error',
  4: 'a first deployment, an upgrade, a resume or a savepoint redeploy is under way',
  5: 'a rollback is under way',
  6: 'the recorded spec says suspended',
  7: 'the job is FAILED',
  8: 'the JobManager is MISSING or ERROR, and a person has to restore the job (E1 to E3)',
  9: 'the last stable spec was put back',
  10: 'the recorded spec was seen running (or finished)',
}

const rowTable = (): string => {
  const without = lifecycleRows.filter(({ row }) => rowWords[row] === undefined).map(({ row }) => row)
  if (without.length > 0 || Object.keys(rowWords).length !== lifecycleRows.length)
    throw new Error(`scripts/docs/lifecycle.ts: rows without words: ${without.join(', ')}`)
  return table(['row', 'holds when', 'lifecycle state'], [
    ...lifecycleRows.map(({ row, state }) => [row, rowWords[row] ?? '', code(state)]),
    ['', 'none of these', code('DEPLOYED')],
  ])
}

// ---- transitions that the model checker walks through
// ---------------------------------------------------------------------------------------

const edit = (name: string, job: Readonly<Record<string, unknown>>, configuration: Readonly<Record<string, string>> = {}): Edit =>
  spec(name, it => (it.job === null ? it
    : { ...it, job: { ...it.job, ...job }, flinkConfiguration: { ...it.flinkConfiguration, ...configuration } }))
const world = (name: string, of: Pick<SmallWorld, 'start' | 'edits'> & Partial<SmallWorld>): SmallWorld => ({
  name,
  upgradeMode: 'last-state',
  highAvailability: true,
  faultKinds: [],
  faults: 0,
  crashes: 0,
  ...of,
})

const withRollback = {
  'kubernetes.operator.deployment.rollback.enabled': 'true',
  'kubernetes.operator.deployment.readiness.timeout': '15 s',
}
const change = edit('edit', { parallelism: 2 })

const worlds: readonly SmallWorld[] = [
  world('first-deploy', { start: 'Fresh', edits: [] }),
  world('created-suspended', { start: 'Fresh', edits: [edit('suspend', { state: 'suspended' })] }),
  ...(['stateless', 'savepoint', 'last-state'] as const).map(upgradeMode =>
    world(`edit/${upgradeMode}`, { start: 'Running', edits: [change], upgradeMode })
  ),
  world('suspend-resume', {
    start: 'Running',
    edits: [edit('suspend', { state: 'suspended' }), edit('resume', { state: 'running' })],
    upgradeMode: 'savepoint',
  }),
  world('edit-suspend', { start: 'Running', edits: [change, edit('suspend', { state: 'suspended' })], upgradeMode: 'savepoint' }),
  world('delete', { start: 'Running', edits: [remove] }),
  world('job-ends', {
    start: 'Running',
    edits: [change],
    faultKinds: ['Job'],
    faults: 1,
    highAvailability: false,
    upgradeMode: 'savepoint',
  }),
  world('job-manager-lost', { start: 'Running', edits: [change], faultKinds: ['Deployment'], faults: 1 }),
  world('job-manager-lost/no-ha', {
    start: 'Running',
    edits: [],
    faultKinds: ['Deployment'],
    faults: 1,
    highAvailability: false,
    upgradeMode: 'savepoint',
  }),
]
const rollback = world('rollback', { start: 'Running', edits: [edit('edit', { parallelism: 2 }, withRollback)] })

/**
 * The exploration is breadth first and stops here: enough for every transition, quick enough for a test. A rollback needs time to pass
 * first.
 */
const stateLimit = 1_000
const rollbackLimit = 5_000

interface Walked {
  readonly lifecycle: ReadonlySet<string>
  readonly reconciliation: ReadonlySet<string>
}

const walk = (): Walked => {
  const lifecycle = new Set<string>()
  const reconciliation = new Set<string>()
  const onDecision = ({ resource, actions }: Decision): void => {
    for (const action of actions) {
      if (action._tag !== 'PersistStatus') continue
      const [before, after] = [resource.status as FlinkDeploymentStatus, action.status as FlinkDeploymentStatus]
      if (before.lifecycleState !== after.lifecycleState) lifecycle.add(`${before.lifecycleState} --> ${after.lifecycleState}`)
      if (before.reconciliationStatus.state !== after.reconciliationStatus.state)
        reconciliation.add(`${before.reconciliationStatus.state} --> ${after.reconciliationStatus.state}`)
    }
  }
  verify({ env: checkerEnv, worlds, limit: stateLimit, onDecision })
  verify({ env: checkerEnv, worlds: [rollback], limit: rollbackLimit, onDecision })
  return { lifecycle, reconciliation }
}

const diagram = (transitions: ReadonlySet<string>, first: string, last: readonly string[] = []): string =>
  [
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${first}`,
    ...[...transitions].sort().map(line => `  ${line}`),
    ...last.map(state => `  ${state} --> [*]`),
    '```',
  ].join('\n')

// ---- the JobManager Deployment
// ------------------------------------------------------------------------------------------------------------

const deployment = (availableReplicas: number): DeploymentView => ({
  name: 'app',
  uid: 'u',
  resourceVersion: '1',
  creationTimestamp: 0,
  deleting: false,
  labels: {},
  annotations: {},
  ownerUids: [],
  wantedReplicas: 1,
  replicas: 1,
  availableReplicas,
  conditions: [],
})
const failing = [{
  name: 'app-0',
  uid: 'p',
  deleting: false,
  failedMount: null,
  containers: [
    { name: 'flink-main-container', restartCount: 3, state: { _tag: 'Waiting', reason: 'CrashLoopBackOff', message: '' }, lastState: null },
  ],
}] as unknown as readonly PodView[]

const noPods: readonly PodView[] = []
const jobManagerFacts: readonly (readonly [seen: string, facts: FlinkDeploymentFacts])[] = [
  ['REST answers', { deployment: known(deployment(1), 0, 'live'), jobs: known([], 0) }],
  ['the Deployment is absent, in a live look', { deployment: absent(0, 'live') }],
  ['the Deployment is absent, in the cache', { deployment: absent(0, 'cache') }],
  ["a pod can't start, REST does not answer", {
    deployment: known(deployment(0), 0, 'live'),
    jobs: unknown('Unreachable', '', 0),
    jobManagerPods: known(failing, 0, 'live'),
  }],
  ['a replica is available, REST does not answer', {
    deployment: known(deployment(1), 0, 'live'),
    jobs: unknown('Unreachable', '', 0),
    jobManagerPods: known(noPods, 0, 'live'),
  }],
  ['no replica is available, nothing is wrong', {
    deployment: known(deployment(0), 0, 'live'),
    jobs: unknown('Unreachable', '', 0),
    jobManagerPods: known(noPods, 0, 'live'),
  }],
  ['nothing could be seen', { deployment: unknown('Unreachable', '', 0), jobs: unknown('Unreachable', '', 0) }],
]
const jobManagerStates: readonly JobManagerDeploymentStatus[] = ['MISSING', 'DEPLOYING', 'DEPLOYED_NOT_READY', 'READY', 'ERROR']

const next = (before: JobManagerDeploymentStatus, facts: FlinkDeploymentFacts): JobManagerDeploymentStatus =>
  observeJobManager({ ...initialFlinkDeploymentStatus, jobManagerDeploymentStatus: before }, facts, 0).jobManagerDeploymentStatus

const jobManagerTable = (): string =>
  table(
    ['what is seen', ...jobManagerStates.map(code)],
    jobManagerFacts.map((
      [seen, facts],
    ) => [seen, ...jobManagerStates.map(before => (next(before, facts) === before ? '·' : next(before, facts)))]),
  )

const jobManagerTransitions = (): ReadonlySet<string> =>
  new Set(
    jobManagerStates.flatMap(before =>
      jobManagerFacts.flatMap(([, facts]) => (next(before, facts) === before ? [] : [`${before} --> ${next(before, facts)}`]))
    ),
  )

export const lifecyclePage = (): Page => {
  const { lifecycle, reconciliation } = walk()
  return page(
    'docs/lifecycle.md',
    'Lifecycle',
    `What \`status.lifecycleState\`, \`status.reconciliationStatus.state\` and \`status.jobManagerDeploymentStatus\` are, and how they change. The diagrams are not drawn but walked: the first two are every change that
the operator writes in ${
      worlds.length + 1
    } small worlds of the model checker (the first ${stateLimit} states of each; of the one with a rollback ${rollbackLimit}); the third comes from the function that decides it, called with everything that can be seen.`,
    '## Lifecycle state',
    'The first row that holds. It is worked out anew in each round from the rest of the status, and stored for people.',
    rowTable(),
    diagram(lifecycle, 'CREATED', ['DELETING']),
    '## Reconciliation state',
    'How far the deployment of the recorded spec is. `ROLLED_BACK`: what runs is `lastStableSpec`, what is recorded is still the bad spec, so that it is not tried again. Not walked: an edit during or after a rollback makes it an upgrade (UPGRADING).',
    diagram(reconciliation, 'UPGRADING'),
    '## JobManager Deployment',
    "The state before is in the head, the state after in the cell; `·` is no change. While the operator itself takes a cluster away or puts it up, the state is not looked at: it is MISSING from the moment on in which the objects of an attempt are created, and DEPLOYING when all of them were seen. A volume that can't be mounted counts as a failure only after 30 s.",
    jobManagerTable(),
    diagram(jobManagerTransitions(), 'MISSING'),
  )
}
