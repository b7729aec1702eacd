import { describe, expect, test } from 'vitest'
import { edited, keptPlan as kept } from '../../../../fixtures/session-cluster-cases.ts'
import { aDeployment, aJob, aPod, flinkConfigMap, jobId } from '../../../../fixtures/cluster-facts.ts'
import { aDeploy, aTearDown } from '../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import {
  aSessionJob,
  type GivenCluster,
  goneSession,
  ha,
  runningSession,
  sessionExplained,
  sessionRecord,
} from '../../../../fixtures/session-cluster-round.ts'
import { stopping } from '../../../../fixtures/session-jobs-under-way.ts'
import { absent, known, unknown } from '../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../contract/fact/cluster-facts.ts'
import type { JsonObject } from '../../../contract/resource/json.ts'
import { pauseAnnotation } from '../../../contract/round/pause.ts'
import { classification } from './session-cluster-classification.ts'
import { decisionRows } from './classify-session-cluster.ts'

type Facts = FlinkDeploymentFacts

const letLose = { 'kubernetes.operator.session.upgrade.block-on-stateful-jobs': 'false' }
const running = (change: Facts = {}): { readonly facts: Facts } => ({ facts: runningSession(change) })
const gone = (change: Facts = {}): { readonly facts: Facts } => ({ facts: goneSession(change) })
/** Its pod is there, and no container of it runs. */
const down = (change: Facts = {}): { readonly facts: Facts } =>
  running({
    jobs: unknown('NotReady', 'x', t0),
    deployment: known(aDeployment({ availableReplicas: 0 }), t0),
    jobManagerPods: known([aPod({ containers: [] })], t0),
    ...change,
  })
const ofSessionJob: Facts = { flinkSessionJobs: known([aSessionJob('a', { jobId })], t0), jobs: known([aJob('RUNNING')], t0) }
const ofStopped: Facts = {
  flinkSessionJobs: known([stopping({}, { state: 'CANCELED' })], t0),
  jobs: known([aJob('CANCELED')], t0),
}
const ofNobody: Facts = { jobs: known([aJob('RUNNING')], t0) }
const unlisted: Facts = { flinkSessionJobs: unknown('Timeout', 'late', t0) }

const fresh: GivenCluster = { recorded: null }
const begun: GivenCluster = { ...edited, recorded: { image: 'flink:next' }, reconciliation: { state: 'UPGRADING' } }
const adopted: GivenCluster = {
  record: { attempts: 0, deployedAttempt: null, deployedSource: null },
  reconciliation: { state: 'UPGRADING', lastStableSpec: null },
  status: { jobManagerDeploymentStatus: 'MISSING' },
}
const asRolledBack: GivenCluster = {
  recorded: { image: 'flink:broken' },
  reconciliation: { state: 'ROLLED_BACK', lastStableSpec: sessionRecord() },
  metadata: { generation: 2 },
}
const ingress = { spec: { ingress: { template: '{{name}}.x.io' } }, metadata: { generation: 2 } }
const foreign = { name: 'app', uid: 'uid-theirs', ownerUids: [], appliedDigest: null }
const standalone = (replicas: number) => ({ mode: 'standalone', taskManager: { resource: { memory: '1g', cpu: 1 }, replicas } })
const scaled: GivenCluster = { spec: standalone(3), recorded: standalone(2), metadata: { generation: 2 } }
const taskManagers = (wantedReplicas: number) => known(aDeployment({ name: 'app-taskmanager', uid: 'uid-tm', wantedReplicas }), t0)
const rollback = { 'kubernetes.operator.deployment.rollback.enabled': 'true' }
const unstable = (configuration: JsonObject = {}, stable = configuration): GivenCluster => ({
  configuration: { ...rollback, ...configuration },
  recorded: { image: 'flink:broken' },
  spec: { image: 'flink:broken' },
  status: { jobManagerDeploymentStatus: 'DEPLOYING' },
  reconciliation: { lastStableSpec: sessionRecord({}, { ...rollback, ...stable }), reconciliationTimestamp: t0 - 600_000 },
})
const lost: GivenCluster = { status: { jobManagerDeploymentStatus: 'MISSING' } }

/** What `explain` tells of a row, and what the round then waits for, where that is something else. */
const reported: Readonly<Record<string, readonly [reason: string, waitingFor?: string]>> = {
  'deleting Deleting': ['the resource is being deleted', 'does the cluster that is being deleted still have jobs?'],
  'unreadable NeedsFacts': ["how is the JobManager, although the recorded state can't be read?"],
  'unreadable Unmanageable': ["the recorded state can't be read", 'an edit'],
  'invalid-from-the-start InvalidFromTheStart': ['the spec is invalid, and nothing was started before', 'an edit'],
  'finalizer NotYetOurs': ['our finalizer is added first'],
  'unseen NeedsFacts': ['how is the JobManager?'],
  'paused Paused': [
    `paused: annotation ${pauseAnnotation} is set`,
    `the end of the pause: annotation ${pauseAnnotation} is set`,
  ],
  'deploying Deploying': ['the cluster is being deployed (Upgrade)', 'the spec changed before the attempt was sent'],
  'tearing-down TearingDown': [
    'the cluster is being deleted (Deletion)',
    'a session cluster is deleted only with its resource',
  ],
  'session-cluster/never-deployed NeedsFacts': ['does a cluster of that name exist?'],
  'submitted-before NeedsFacts': ['was the cluster submitted before this operator took over?'],
  'submitted-before Blocked': ['the Kubernetes API to return the JobManager Deployment'],
  'submitted-before AlreadyUpgraded': ['the cluster was submitted before this operator took over'],
  'session-cluster/edit-taken-back RunsWhatIsWanted': ['the user put back the spec that is running'],
  'ingress-edit/write IngressDue': ['the ingress is missing'],
  'ingress-edit/wait IngressDue': ['the ingress could not be read: late', 'the Kubernetes API to return the Ingress'],
  'ingress-edit/nothing IngressDue': ['ingresses are not managed'],
  'ingress-edit/name-conflict IngressDue': [
    'a foreign ingress has this name',
    'the name app to be free for its Ingress',
  ],
  'session-cluster/scaling NeedsFacts': ['how many TaskManagers exist?'],
  'session-cluster/scaling, scale-taskmanagers/patch ScaleDue': ['only the number of TaskManagers changes'],
  'session-cluster/scaling, scale-taskmanagers/done ScaleDue': ['only the number of TaskManagers changes'],
  'session-cluster/scaling, scale-taskmanagers/wait ScaleDue': [
    'only the number of TaskManagers changes',
    'the Kubernetes API to return the Deployment of the TaskManagers: late',
  ],
  'submit-unfinished StuckSubmit': [
    'the previous operator did not finish its submit: the cluster is submitted again',
    'the cluster is deployed (Recovery): the previous operator did not finish its submit: the cluster is submitted again',
  ],
  'session-cluster/rollback, affected-jobs/unseen Blocked': ['Flink to list the jobs of the cluster: late'],
  'lost/to-query NeedsFacts': ['is the JobManager really gone?'],
  'lost/not-proved Blocked': ['Missing JobManager deployment', 'proof that the JobManager is gone'],
  'lost/pod-left Blocked': ['Missing JobManager deployment', 'the last JobManager pod to be gone'],
  'session-cluster-lost/jobs-unseen Blocked': [
    'Missing JobManager deployment',
    'the Kubernetes API to list the FlinkSessionJobs of the cluster',
  ],
  'session-cluster-lost/recover Lost': [
    'the JobManager Deployment is lost: none of its FlinkSessionJobs had state',
    'the cluster is deployed (Recovery): none of its FlinkSessionJobs had state',
  ],
}

/** What a row that deploys tells of the jobs; and what a row that waits for them waits for. */
const reportedOfJobs: Readonly<Record<string, string>> = {
  'affected-jobs/kept-by-ha UpgradeDue': 'high availability recovers the jobs',
  'affected-jobs/allowed UpgradeDue': 'jobs may be lost, as the options say',
  'affected-jobs/jobmanager-down UpgradeDue': 'no JobManager runs that could have a job',
  'affected-jobs/unseen NeedsFacts': 'which jobs would be lost?',
  'affected-jobs/stateful Blocked': 'a user: jobs of the cluster would lose their state',
  'affected-jobs/unmanaged Blocked': 'a user: jobs of the cluster would lose their state',
  'affected-jobs/none UpgradeDue': 'no job with state is in the cluster',
  'affected-jobs/under-way Blocked':
    'FlinkSessionJob a is being stopped with its state (CANCEL). Only the running JobManager can report the result.',
}

/** What makes it go on: by the last word of the row, where it is blocked, or by the situation. */
const wayOn: Readonly<Record<string, string>> = {
  'affected-jobs/unseen': 'Kubernetes and Flink report which jobs exist',
  'affected-jobs/stateful': 'session.upgrade.block-on-stateful-jobs: false',
  'affected-jobs/unmanaged': 'session.upgrade.block-on-stateful-jobs: false',
  'affected-jobs/under-way': 'the named session jobs finish their work',
  'submitted-before': 'the Kubernetes API answers',
  'lost/recovery-off': 'jm-deployment-recovery.enabled: true, or a new spec.restartNonce deploys the cluster again',
  'lost/not-proved': 'the Kubernetes API answers',
  'lost/pod-left': 'the last JobManager pod is gone',
  'session-cluster-lost/jobs-unseen': 'lists the FlinkSessionJobs',
  'session-cluster-lost/stateful-jobs':
    'spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce, or spec.job.upgradeMode: stateless',
  'not-renderable': 'an edit of the spec',
  NeedsFacts: 'Kubernetes and Flink answer the queries',
  Deleting: 'its session jobs are deleted and its other jobs have ended',
  Unmanageable: 'run the version of the operator that wrote',
  InvalidFromTheStart: 'an edit of the spec',
  Paused: 'remove the annotation',
  Deploying: 'the deploy continues automatically',
  TearingDown: 'the cluster is being deleted, step by step',
  IngressDue: '',
  Settled: 'an edit of the spec',
}

describe('rows K: which situation is a session cluster in, and who makes it go on?', () => {
  const rows: readonly (readonly [string, string, GivenCluster])[] = [
    ['deleting Deleting cluster', 'a deletion comes before everything else', {
      metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' },
      reconciliation: { lastReconciledSpec: 'no json' },
    }],
    ['unreadable NeedsFacts cluster', "F14 a record that can't be read: what can be seen is looked at", {
      reconciliation: { lastReconciledSpec: 'no json' },
    }],
    ['unreadable Unmanageable person', 'F14 B41 and nothing more', {
      reconciliation: { lastReconciledSpec: 'no json' },
      ...running(),
    }],
    ['invalid-from-the-start InvalidFromTheStart person', 'P10 an invalid spec that was never deployed', {
      ...fresh,
      spec: { jobManager: { replicas: 0 } },
    }],
    ['finalizer NotYetOurs operator', 'our finalizer comes before the first effect', { metadata: { finalizers: [] } }],
    ['unseen NeedsFacts cluster', 'P14 nothing is decided about what was not looked at', {}],
    ['paused Paused person', 'A8 whatever was edited', {
      ...edited,
      metadata: { annotations: { [pauseAnnotation]: 'true' } },
      ...running(),
    }],
    ['paused Paused person', 'A8 not even our finalizer is added', {
      metadata: { annotations: { [pauseAnnotation]: 'true' }, finalizers: [] },
      ...running(),
    }],
    ['deploying Deploying operator', 'a deploy goes on, whatever the spec says by now', {
      ...edited,
      status: { operation: aDeploy({ jobId: null, source: { _tag: 'NoJob', jobs: 'Gone', reason: '' } }) },
    }],
    ['tearing-down TearingDown operator', 'a tear-down goes on', {
      status: { operation: aTearDown({ jobId: null, purpose: 'Deletion' }) },
    }],

    ['session-cluster/never-deployed NeedsFacts cluster', 'B62 a cache does not tell that there is no cluster', {
      ...fresh,
      facts: { deployment: absent(t0, 'cache') },
    }],
    ['session-cluster/never-deployed FirstDeployment operator', 'never deployed, and nothing is there', { ...fresh, ...gone() }],
    [
      'session-cluster/never-deployed, affected-jobs/allowed FirstDeployment operator',
      'an option lets the jobs of a cluster be lost that is there',
      {
        ...fresh,
        configuration: letLose,
        ...running(ofNobody),
      },
    ],
    ['session-cluster/never-deployed, affected-jobs/unseen NeedsFacts cluster', 'P14 the jobs of a cluster that is there are looked for', {
      ...fresh,
      facts: { deployment: known(aDeployment(), t0) },
    }],
    ['session-cluster/never-deployed, affected-jobs/unseen Blocked cluster', 'P14 they could not be seen', {
      ...fresh,
      ...running(unlisted),
    }],
    ['session-cluster/never-deployed, affected-jobs/stateful Blocked person', 'P25 one of a session job', {
      ...fresh,
      ...running(ofSessionJob),
    }],
    [
      'session-cluster/never-deployed, affected-jobs/stateful Blocked person',
      'P25 none is up, and nobody knows where a cluster that the status does not tell of keeps what',
      {
        ...fresh,
        ...down(),
      },
    ],
    ['session-cluster/never-deployed, affected-jobs/unmanaged Blocked person', 'P25 one of nobody', { ...fresh, ...running(ofNobody) }],
    ['session-cluster/never-deployed, affected-jobs/none FirstDeployment operator', 'none', { ...fresh, ...running() }],

    ['session-cluster/never-deployed, affected-jobs/under-way Blocked cluster', 'U09 one of a session job that is being stopped', {
      ...fresh,
      ...running(ofStopped),
    }],

    ['submitted-before NeedsFacts cluster', 'B62 a cache does not tell whether the cluster was submitted', {
      ...adopted,
      facts: { deployment: absent(t0, 'cache') },
    }],
    ['submitted-before Blocked cluster', 'P14 the Deployment could not be seen: nothing is submitted again', {
      ...adopted,
      ...gone({ deployment: unknown('Timeout', 'late', t0) }),
    }],
    ['submitted-before AlreadyUpgraded operator', 'B34 the submit of the operator before did happen', {
      ...adopted,
      ...running({
        deployment: known(aDeployment({ annotations: { 'flinkdeployment.flink.apache.org/generation': '1' } }), t0),
        configMaps: known([flinkConfigMap(null)], t0),
      }),
    }],

    ['session-cluster/deploy-begun, affected-jobs/kept-by-ha UpgradeDue operator', 'the same high availability', {
      ...begun,
      configuration: ha,
      ...running(),
    }],
    ['session-cluster/deploy-begun, affected-jobs/allowed UpgradeDue operator', 'an option lets jobs be lost', {
      ...begun,
      configuration: letLose,
      ...running(ofNobody),
    }],
    ['session-cluster/deploy-begun, affected-jobs/jobmanager-down UpgradeDue operator', 'nothing is up', { ...begun, ...gone() }],
    ['session-cluster/deploy-begun, affected-jobs/jobmanager-down UpgradeDue operator', 'a rollback that was begun goes on as well', {
      ...begun,
      reconciliation: { state: 'ROLLING_BACK' },
      ...gone(),
    }],
    ['session-cluster/deploy-begun, affected-jobs/unseen Blocked cluster', 'P14 unknown is not absent', { ...begun, ...running(unlisted) }],
    ['session-cluster/deploy-begun, affected-jobs/stateful Blocked person', 'E-1 a session job with state', {
      ...begun,
      ...running(ofSessionJob),
    }],
    [
      'session-cluster/deploy-begun, affected-jobs/stateful Blocked person',
      'what may run is the spec that is recorded or the stable one, and that one had no high availability',
      {
        ...begun,
        configuration: { ...ha, ...rollback },
        reconciliation: { state: 'UPGRADING', lastStableSpec: sessionRecord({}, rollback) },
        ...running({ ...ofSessionJob, configMaps: known([flinkConfigMap(), kept], t0) }),
      },
    ],
    ['session-cluster/deploy-begun, affected-jobs/unmanaged Blocked person', 'E-1 a job of nobody', { ...begun, ...running(ofNobody) }],
    ['session-cluster/deploy-begun, affected-jobs/none UpgradeDue operator', 'no job', { ...begun, ...running() }],
    ['session-cluster/deploy-begun, affected-jobs/under-way Blocked cluster', 'U09 a session job is being stopped', {
      ...begun,
      configuration: ha,
      ...running(ofStopped),
    }],

    ['session-cluster/edit-taken-back RunsWhatIsWanted operator', 'D-35 the spec that runs was put back', {
      ...asRolledBack,
      ...running(),
    }],

    ['ingress-edit/to-query NeedsFacts cluster', 'P14 E-51 the ingress was not looked at', { ...ingress, ...running() }],
    ['ingress-edit/write IngressDue operator', 'E-51 it is missing', {
      ...ingress,
      ...running({ ingress: absent(t0) }),
    }],
    ['ingress-edit/wait IngressDue operator', 'P14 E-51 it could not be seen', {
      ...ingress,
      ...running({ ingress: unknown('Timeout', 'late', t0) }),
    }],
    ['ingress-edit/nothing IngressDue operator', 'ingresses are not managed: the edit is recorded', {
      ...ingress,
      operator: { 'kubernetes.operator.ingress.manage': 'false' },
      ...running(),
    }],
    ['ingress-edit/name-conflict IngressDue person', "F09 it is somebody else's", {
      ...ingress,
      ...running({ ingress: known(foreign, t0) }),
    }],

    ['session-cluster/scaling NeedsFacts cluster', 'P14 how many there are was not looked at', { ...scaled, ...running() }],
    ['session-cluster/scaling, scale-taskmanagers/patch ScaleDue operator', 'there are fewer', {
      ...scaled,
      ...running({ taskManagerDeployment: taskManagers(2) }),
    }],
    ['session-cluster/scaling, scale-taskmanagers/done ScaleDue operator', 'there are as many', {
      ...scaled,
      ...running({ taskManagerDeployment: taskManagers(3) }),
    }],
    ['session-cluster/scaling, scale-taskmanagers/patch ScaleDue operator', 'beside what changes nothing that matters', {
      ...scaled,
      configuration: { 'kubernetes.operator.reconcile.interval': '1 m' },
      recordedConfiguration: {},
      ...running({ taskManagerDeployment: taskManagers(2) }),
    }],
    ['session-cluster/scaling, scale-taskmanagers/wait ScaleDue operator', 'P14 they could not be seen', {
      ...scaled,
      ...running({ taskManagerDeployment: unknown('Timeout', 'late', t0) }),
    }],

    ['session-cluster/edit, affected-jobs/kept-by-ha UpgradeDue operator', 'the same high availability', {
      ...edited,
      configuration: ha,
      ...running(),
    }],
    ['session-cluster/edit, affected-jobs/allowed UpgradeDue operator', 'an option lets jobs be lost', {
      ...edited,
      configuration: letLose,
      ...running(ofNobody),
    }],
    ['session-cluster/edit, affected-jobs/jobmanager-down UpgradeDue operator', 'nothing is up', { ...edited, ...down() }],
    ['session-cluster/edit, affected-jobs/unseen NeedsFacts cluster', 'P14 the FlinkSessionJobs are looked for', {
      ...edited,
      ...running({ flinkSessionJobs: undefined } as never),
    }],
    ['session-cluster/edit, affected-jobs/unseen Blocked cluster', 'P14 unknown is not absent', { ...edited, ...running(unlisted) }],
    ['session-cluster/edit, affected-jobs/stateful Blocked person', 'E-1 a session job with state', {
      ...edited,
      ...running(ofSessionJob),
    }],
    ['session-cluster/edit, affected-jobs/unmanaged Blocked person', 'E-1 a job of nobody', { ...edited, ...running(ofNobody) }],
    ['session-cluster/edit, affected-jobs/none UpgradeDue operator', 'no job', { ...edited, ...running() }],
    ['session-cluster/edit, affected-jobs/under-way Blocked cluster', 'U09 a session job is being stopped', {
      ...edited,
      ...running(ofStopped),
    }],
    ['session-cluster/edit, affected-jobs/none UpgradeDue operator', 'an edit of more than the number of TaskManagers', {
      ...scaled,
      spec: { ...standalone(3), image: 'flink:next' },
      ...running({ taskManagerDeployment: taskManagers(2) }),
    }],
    ['session-cluster/edit, affected-jobs/none UpgradeDue operator', 'TaskManagers whose Deployment is being deleted are not scaled', {
      ...scaled,
      ...running({ taskManagerDeployment: known(aDeployment({ name: 'app-taskmanager', deleting: true }), t0) }),
    }],
    [
      'session-cluster/edit, affected-jobs/none UpgradeDue operator',
      'in ROLLED_BACK the record is not what runs: an edit of the ingress deploys',
      {
        ...asRolledBack,
        spec: { image: 'flink:broken', ...ingress.spec },
        ...running(),
      },
    ],

    ['submit-unfinished NeedsFacts cluster', 'P14 L3 whether it is complete was not looked at', {
      ...adopted,
      status: { jobManagerDeploymentStatus: 'DEPLOYING' },
      reconciliation: { lastStableSpec: null },
      ...down({ configMaps: undefined } as never),
    }],
    ['submit-unfinished StuckSubmit operator', 'L3 nothing of it ever ran', {
      ...adopted,
      status: { jobManagerDeploymentStatus: 'DEPLOYING' },
      reconciliation: { lastStableSpec: null },
      ...down({
        deployment: known(
          aDeployment({
            annotations: {},
            availableReplicas: 0,
            conditions: [{ type: 'Available', status: 'False', reason: '', message: '', lastTransitionTime: t0 - 600_000 }],
          }),
          t0,
        ),
        configMaps: known([], t0),
      }),
    }],

    ['session-cluster/rollback, affected-jobs/kept-by-ha RollbackDue operator', 'the same high availability', {
      ...unstable(ha),
      ...down(),
    }],
    ['session-cluster/rollback, affected-jobs/allowed RollbackDue operator', 'an option lets jobs be lost', {
      ...unstable({ ...ha, ...letLose }, letLose),
      ...down(),
    }],
    ['session-cluster/rollback, affected-jobs/jobmanager-down RollbackDue operator', 'nothing is up', { ...unstable(ha, {}), ...down() }],
    ['session-cluster/rollback, affected-jobs/unseen Blocked cluster', 'P14 Flink does not tell', {
      ...unstable(ha, {}),
      ...running({ jobs: unknown('NotReady', 'late', t0) }),
    }],
    [
      'session-cluster/rollback, affected-jobs/stateful Blocked person',
      'E-1 high availability, which the stable spec has not, keeps the job of a session job',
      {
        ...unstable(ha, {}),
        ...down({ configMaps: known([kept], t0), flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) }),
      },
    ],
    ['session-cluster/rollback, affected-jobs/unmanaged Blocked person', 'E-1 or that of nobody', {
      ...unstable(ha, {}),
      ...down({ configMaps: known([kept], t0) }),
    }],
    ['session-cluster/rollback, affected-jobs/none RollbackDue operator', 'or that of a session job without state', {
      ...unstable(ha, {}),
      ...down({ configMaps: known([kept], t0), flinkSessionJobs: known([aSessionJob('a', { jobId, upgradeMode: 'stateless' })], t0) }),
    }],
    ['session-cluster/rollback, affected-jobs/under-way Blocked cluster', 'U09 or a session job is being stopped', {
      ...unstable(ha),
      ...running({ ...ofStopped, jobs: unknown('NotReady', 'late', t0) }),
    }],

    ['lost/recovery-off Blocked person', 'recovery is off', {
      ...lost,
      configuration: { 'kubernetes.operator.jm-deployment-recovery.enabled': 'false' },
      ...gone(),
    }],
    ['lost/to-query NeedsFacts cluster', 'P14 B62 the pods, and what was in it, were not looked at', {
      ...lost,
      facts: { deployment: absent(t0) },
    }],
    ['lost/not-proved Blocked cluster', 'P14 its pods could not be seen', {
      ...lost,
      ...gone({ jobManagerPods: unknown('Timeout', 'late', t0) }),
    }],
    ['lost/pod-left Blocked cluster', 'P05 its last pod is still there', {
      ...lost,
      ...gone({ jobManagerPods: known([aPod({ deleting: true })], t0) }),
    }],
    ['session-cluster-lost/jobs-unseen Blocked cluster', 'P14 FlinkSessionJobs could not be seen', { ...lost, ...gone(unlisted) }],
    ['session-cluster-lost/stateful-jobs Blocked person', 'E-2 a session job had state in it', {
      ...lost,
      ...gone({ flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) }),
    }],
    ['session-cluster-lost/recover Lost operator', 'none had', { ...lost, ...gone() }],

    ['session-cluster/nothing Settled person', 'steady', running()],
    ['session-cluster/nothing Settled person', 'P09 an edit that changes nothing that matters is none of TaskManagers', {
      ...scaled,
      spec: standalone(2),
      configuration: { 'kubernetes.operator.reconcile.interval': '1 m' },
      recordedConfiguration: {},
      ...running(),
    }],
    [
      'session-cluster/edit, affected-jobs/none UpgradeDue operator',
      'in native mode Flink itself starts TaskManagers: their number is an edit like any other',
      {
        spec: { taskManager: { resource: { memory: '1g', cpu: 1 }, replicas: 3 } },
        metadata: { generation: 2 },
        ...running({ taskManagerDeployment: taskManagers(2) }),
      },
    ],
    ['session-cluster/nothing Settled person', 'P10 the last good spec is in force', {
      spec: { jobManager: { replicas: 0 } },
      metadata: { generation: 2 },
      ...running(),
    }],
    ['not-renderable Blocked person', "F12 what is to be put up can't be rendered any more", {
      ...lost,
      operator: { 'blob.server.port': '1-2' },
      ...gone(),
    }],
  ]

  test.each(rows)('%s: %s', (want, _title, given) => {
    const { row, situation, unblockedBy: { who } } = sessionExplained(given)
    expect(`${row} ${situation} ${who}`).toBe(want)
  })

  test.each(rows)('what is told of %s: %s', (_want, _title, given) => {
    const { row, situation, reason, waitingFor, unblockedBy: { what } } = sessionExplained(given)
    const [why, wait = why] = reported[`${row} ${situation}`] ?? []
    if (why !== undefined) expect([reason, waitingFor]).toEqual([why, wait])
    const last = row.split(', ').at(-1) ?? ''
    const ofJobs = reportedOfJobs[`${last} ${situation}`]
    if (ofJobs !== undefined) expect(waitingFor).toContain(ofJobs)
    expect(what).toContain((situation === 'Blocked' ? wayOn[last] : wayOn[situation]) ?? 'the operator continues in its next round')
  })

  test('B33 rows are asked in the order of their numbers, what is under way before an edit, and a lost JobManager last of all', () => {
    const asked = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id)
    // a status that can't be read is told of after our finalizer was looked for, which is not added then
    expect(asked(classification.first)).toEqual(['deleting', 'invalid-from-the-start', 'finalizer', 'unreadable', 'unseen', 'paused'])
    expect(asked(classification.unrecorded)).toEqual(['deploying', 'tearing-down', 'session-cluster/never-deployed'])
    expect(asked(classification.recorded)).toEqual(
      [
        'deploying',
        'tearing-down',
        'submitted-before',
        'session-cluster/deploy-begun',
        'session-cluster/edit-taken-back',
        'ingress-edit',
        'session-cluster/scaling',
        'session-cluster/edit',
        'submit-unfinished',
        'session-cluster/rollback',
        'jobmanager-lost',
        'session-cluster/nothing',
      ],
    )
  })

  test('there is no row of the table that is not here', () => {
    const reached = new Set(rows.map(([row]) => row.split(' ').slice(0, -2).join(' ')))
    expect(decisionRows.filter(it => !reached.has(it))).toEqual([])
    expect([...reached].filter(it => !decisionRows.includes(it))).toEqual([])
  })
})
