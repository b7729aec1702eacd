import { describe, expect, test } from 'vitest'
import { edited, keptPlan as kept } from '../../fixtures/session-cluster-cases.ts'
import { aDeployment, aJob, aPod, flinkConfigMap, jobId } from '../../fixtures/cluster-facts.ts'
import { aDeploy, aTearDown } from '../../fixtures/deployment-status.ts'
import { t0 } from '../../fixtures/flink-deployment-resource.ts'
import {
  aSessionJob,
  type GivenCluster,
  goneSession,
  ha,
  runningSession,
  sessionExplained,
  sessionRecord,
} from '../../fixtures/session-cluster-round.ts'
import { stopping } from '../../fixtures/session-jobs-under-way.ts'
import { absent, known, unknown } from '../fact/fact.ts'
import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import type { JsonObject } from '../resource/json.ts'
import { pauseAnnotation } from '../round/pause.ts'
import { classification } from './session-cluster-classification.ts'
import { decisionRows } from './session-cluster-decision-rows.ts'

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
const told: Readonly<Record<string, readonly [reason: string, waitingFor?: string]>> = {
  'K1 Deleting': ['the resource is being deleted', 'are there jobs in the cluster that is deleted?'],
  'K2 NeedsFacts': ["how is the JobManager, beside what can't be read?"],
  'K2 Unmanageable': ["what is recorded can't be read", 'an edit'],
  'K3 InvalidFromTheStart': ['the spec is not valid and nothing was deployed before', 'an edit'],
  'K4 NotYetOurs': ['our finalizer is added first'],
  'K5 NeedsFacts': ['how is the JobManager?'],
  'K6 Paused': [`paused: annotation ${pauseAnnotation} is set`, `the end of the pause: annotation ${pauseAnnotation} is set`],
  'K7 Deploying': ['the cluster is being deployed (Upgrade)', 'the spec changed before the attempt was sent'],
  'K8 TearingDown': ['the cluster is being taken away (Deletion)', 'a session cluster is taken away only with its resource'],
  'K9 NeedsFacts': ['is there a cluster of that name?'],
  'K10 NeedsFacts': ['was the cluster submitted before this operator took over?'],
  'K10 Blocked': ['to see the JobManager Deployment'],
  'K10 AlreadyUpgraded': ['the cluster was submitted before this operator took over'],
  'K12 RunsWhatIsWanted': ['the spec that runs was put back'],
  'K13 Do IngressDue': ['the ingress is missing'],
  'K13 Wait IngressDue': ['the ingress could not be read: late', 'to see the ingress'],
  'K13 Nothing IngressDue': ['ingresses are not managed'],
  'K13 InTheWay IngressDue': ['an ingress of this name belongs to somebody else', 'the name app to be free for its Ingress'],
  'K14 NeedsFacts': ['how many TaskManagers are there?'],
  'K14 Patch ScaleDue': ['the edit changes only the number of TaskManagers'],
  'K14 Done ScaleDue': ['the edit changes only the number of TaskManagers'],
  'K14 Wait ScaleDue': ['the edit changes only the number of TaskManagers', 'to see the Deployment of the TaskManagers: late'],
  'K16 StuckSubmit': [
    'the operator before did not finish its submit: it is submitted again',
    'the cluster is deployed (Recovery): the operator before did not finish its submit: it is submitted again',
  ],
  'K17 J4 Blocked': ['to see which jobs run in the cluster: late'],
  'K18b NeedsFacts': ['is the JobManager really gone, and what was in it?'],
  'K18c Blocked': ['Missing JobManager deployment', 'to see that the JobManager is gone'],
  'K18d Blocked': ['Missing JobManager deployment', 'the last JobManager pod to be gone'],
  'K18e Blocked': ['Missing JobManager deployment', 'to see which FlinkSessionJobs the cluster had'],
  'K18g Lost': [
    'the JobManager Deployment is lost: none of its FlinkSessionJobs had state',
    'the cluster is deployed (Recovery): none of its FlinkSessionJobs had state',
  ],
}

/** What a row that deploys tells of the jobs; and what a row that waits for them waits for. */
const toldOfJobs: Readonly<Record<string, string>> = {
  'J1 UpgradeDue': 'high availability brings the jobs back',
  'J2 UpgradeDue': 'jobs may be lost, as the options say',
  'J3 UpgradeDue': 'no JobManager runs that could have a job',
  'J4 NeedsFacts': 'which jobs would be lost?',
  'J5 Blocked': 'a person: jobs of the cluster would lose their state',
  'J6 Blocked': 'a person: jobs of the cluster would lose their state',
  'J7 UpgradeDue': 'no job with state is in the cluster',
  'J8 Blocked': 'FlinkSessionJob a is being stopped with its state (CANCEL). Only the JobManager that runs now can show how that ends.',
}

/** What makes it go on: by the last word of the row, where it is blocked, or by the situation. */
const wayOn: Readonly<Record<string, string>> = {
  J4: 'Kubernetes and Flink tell which jobs there are',
  J5: 'session.upgrade.block-on-stateful-jobs: false',
  J6: 'session.upgrade.block-on-stateful-jobs: false',
  J8: 'the session jobs that are named come to the end of what is under way',
  K10: 'the Kubernetes API answers',
  K18a: 'jm-deployment-recovery.enabled: true, or a new spec.restartNonce deploys the cluster again',
  K18c: 'the Kubernetes API answers',
  K18d: 'the last JobManager pod goes',
  K18e: 'tells which FlinkSessionJobs there are',
  K18f: 'spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce, or spec.job.upgradeMode: stateless',
  K20: 'an edit of the spec',
  NeedsFacts: 'Kubernetes and Flink answer what is asked',
  Deleting: 'its session jobs are deleted and its other jobs are ended',
  Unmanageable: 'run the version of the operator that wrote',
  InvalidFromTheStart: 'an edit of the spec',
  Paused: 'remove the annotation',
  Deploying: 'the deploy goes on by itself',
  TearingDown: 'the cluster goes, step by step',
  IngressDue: '',
  Settled: 'an edit of the spec',
}

describe('rows K: which situation is a session cluster in, and who makes it go on?', () => {
  const rows: readonly (readonly [string, string, GivenCluster])[] = [
    ['K1 Deleting cluster', 'a deletion comes before everything else', {
      metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' },
      reconciliation: { lastReconciledSpec: 'no json' },
    }],
    ['K2 NeedsFacts cluster', "F14 a record that can't be read: what can be seen is looked at", {
      reconciliation: { lastReconciledSpec: 'no json' },
    }],
    ['K2 Unmanageable person', 'F14 B41 and nothing more', { reconciliation: { lastReconciledSpec: 'no json' }, ...running() }],
    ['K3 InvalidFromTheStart person', 'P10 an invalid spec that was never deployed', { ...fresh, spec: { jobManager: { replicas: 0 } } }],
    ['K4 NotYetOurs operator', 'our finalizer comes before the first effect', { metadata: { finalizers: [] } }],
    ['K5 NeedsFacts cluster', 'P14 nothing is decided about what was not looked at', {}],
    ['K6 Paused person', 'A8 whatever was edited', { ...edited, metadata: { annotations: { [pauseAnnotation]: 'true' } }, ...running() }],
    ['K6 Paused person', 'A8 not even our finalizer is added', {
      metadata: { annotations: { [pauseAnnotation]: 'true' }, finalizers: [] },
      ...running(),
    }],
    ['K7 Deploying operator', 'a deploy goes on, whatever the spec says by now', {
      ...edited,
      status: { operation: aDeploy({ jobId: null, source: { _tag: 'NoJob', jobs: 'Gone', reason: '' } }) },
    }],
    ['K8 TearingDown operator', 'a tear-down goes on', { status: { operation: aTearDown({ jobId: null, purpose: 'Deletion' }) } }],

    ['K9 NeedsFacts cluster', 'B62 a cache does not tell that there is no cluster', {
      ...fresh,
      facts: { deployment: absent(t0, 'cache') },
    }],
    ['K9 FirstDeployment operator', 'never deployed, and nothing is there', { ...fresh, ...gone() }],
    ['K9 J2 FirstDeployment operator', 'an option lets the jobs of a cluster be lost that is there', {
      ...fresh,
      configuration: letLose,
      ...running(ofNobody),
    }],
    ['K9 J4 NeedsFacts cluster', 'P14 the jobs of a cluster that is there are looked for', {
      ...fresh,
      facts: { deployment: known(aDeployment(), t0) },
    }],
    ['K9 J4 Blocked cluster', 'P14 they could not be seen', { ...fresh, ...running(unlisted) }],
    ['K9 J5 Blocked person', 'P25 one of a session job', { ...fresh, ...running(ofSessionJob) }],
    ['K9 J5 Blocked person', 'P25 none is up, and nobody knows where a cluster that the status does not tell of keeps what', {
      ...fresh,
      ...down(),
    }],
    ['K9 J6 Blocked person', 'P25 one of nobody', { ...fresh, ...running(ofNobody) }],
    ['K9 J7 FirstDeployment operator', 'none', { ...fresh, ...running() }],

    ['K9 J8 Blocked cluster', 'U09 one of a session job that is being stopped', { ...fresh, ...running(ofStopped) }],

    ['K10 NeedsFacts cluster', 'B62 a cache does not tell whether the cluster was submitted', {
      ...adopted,
      facts: { deployment: absent(t0, 'cache') },
    }],
    ['K10 Blocked cluster', 'P14 the Deployment could not be seen: nothing is submitted again', {
      ...adopted,
      ...gone({ deployment: unknown('Timeout', 'late', t0) }),
    }],
    ['K10 AlreadyUpgraded operator', 'B34 the submit of the operator before did happen', {
      ...adopted,
      ...running({
        deployment: known(aDeployment({ annotations: { 'flinkdeployment.flink.apache.org/generation': '1' } }), t0),
        configMaps: known([flinkConfigMap(null)], t0),
      }),
    }],

    ['K11 J1 UpgradeDue operator', 'the same high availability', { ...begun, configuration: ha, ...running() }],
    ['K11 J2 UpgradeDue operator', 'an option lets jobs be lost', { ...begun, configuration: letLose, ...running(ofNobody) }],
    ['K11 J3 UpgradeDue operator', 'nothing is up', { ...begun, ...gone() }],
    ['K11 J3 UpgradeDue operator', 'a rollback that was begun goes on as well', {
      ...begun,
      reconciliation: { state: 'ROLLING_BACK' },
      ...gone(),
    }],
    ['K11 J4 Blocked cluster', 'P14 unknown is not absent', { ...begun, ...running(unlisted) }],
    ['K11 J5 Blocked person', 'E-1 a session job with state', { ...begun, ...running(ofSessionJob) }],
    ['K11 J5 Blocked person', 'what may run is the spec that is recorded or the stable one, and that one had no high availability', {
      ...begun,
      configuration: { ...ha, ...rollback },
      reconciliation: { state: 'UPGRADING', lastStableSpec: sessionRecord({}, rollback) },
      ...running({ ...ofSessionJob, configMaps: known([flinkConfigMap(), kept], t0) }),
    }],
    ['K11 J6 Blocked person', 'E-1 a job of nobody', { ...begun, ...running(ofNobody) }],
    ['K11 J7 UpgradeDue operator', 'no job', { ...begun, ...running() }],
    ['K11 J8 Blocked cluster', 'U09 a session job is being stopped', { ...begun, configuration: ha, ...running(ofStopped) }],

    ['K12 RunsWhatIsWanted operator', 'D-35 the spec that runs was put back', { ...asRolledBack, ...running() }],

    ['K13 NeedsFacts cluster', 'P14 E-51 the ingress was not looked at', { ...ingress, ...running() }],
    ['K13 Do IngressDue operator', 'E-51 it is missing', { ...ingress, ...running({ ingress: absent(t0) }) }],
    ['K13 Wait IngressDue operator', 'P14 E-51 it could not be seen', {
      ...ingress,
      ...running({ ingress: unknown('Timeout', 'late', t0) }),
    }],
    ['K13 Nothing IngressDue operator', 'ingresses are not managed: the edit is recorded', {
      ...ingress,
      operator: { 'kubernetes.operator.ingress.manage': 'false' },
      ...running(),
    }],
    ['K13 InTheWay IngressDue person', "F09 it is somebody else's", { ...ingress, ...running({ ingress: known(foreign, t0) }) }],

    ['K14 NeedsFacts cluster', 'P14 how many there are was not looked at', { ...scaled, ...running() }],
    ['K14 Patch ScaleDue operator', 'there are fewer', { ...scaled, ...running({ taskManagerDeployment: taskManagers(2) }) }],
    ['K14 Done ScaleDue operator', 'there are as many', { ...scaled, ...running({ taskManagerDeployment: taskManagers(3) }) }],
    ['K14 Patch ScaleDue operator', 'beside what changes nothing that matters', {
      ...scaled,
      configuration: { 'kubernetes.operator.reconcile.interval': '1 m' },
      recordedConfiguration: {},
      ...running({ taskManagerDeployment: taskManagers(2) }),
    }],
    ['K14 Wait ScaleDue operator', 'P14 they could not be seen', {
      ...scaled,
      ...running({ taskManagerDeployment: unknown('Timeout', 'late', t0) }),
    }],

    ['K15 J1 UpgradeDue operator', 'the same high availability', { ...edited, configuration: ha, ...running() }],
    ['K15 J2 UpgradeDue operator', 'an option lets jobs be lost', { ...edited, configuration: letLose, ...running(ofNobody) }],
    ['K15 J3 UpgradeDue operator', 'nothing is up', { ...edited, ...down() }],
    ['K15 J4 NeedsFacts cluster', 'P14 the FlinkSessionJobs are looked for', {
      ...edited,
      ...running({ flinkSessionJobs: undefined } as never),
    }],
    ['K15 J4 Blocked cluster', 'P14 unknown is not absent', { ...edited, ...running(unlisted) }],
    ['K15 J5 Blocked person', 'E-1 a session job with state', { ...edited, ...running(ofSessionJob) }],
    ['K15 J6 Blocked person', 'E-1 a job of nobody', { ...edited, ...running(ofNobody) }],
    ['K15 J7 UpgradeDue operator', 'no job', { ...edited, ...running() }],
    ['K15 J8 Blocked cluster', 'U09 a session job is being stopped', { ...edited, ...running(ofStopped) }],
    ['K15 J7 UpgradeDue operator', 'an edit of more than the number of TaskManagers', {
      ...scaled,
      spec: { ...standalone(3), image: 'flink:next' },
      ...running({ taskManagerDeployment: taskManagers(2) }),
    }],
    ['K15 J7 UpgradeDue operator', 'TaskManagers whose Deployment is being deleted are not scaled', {
      ...scaled,
      ...running({ taskManagerDeployment: known(aDeployment({ name: 'app-taskmanager', deleting: true }), t0) }),
    }],
    ['K15 J7 UpgradeDue operator', 'in ROLLED_BACK the record is not what runs: an edit of the ingress deploys', {
      ...asRolledBack,
      spec: { image: 'flink:broken', ...ingress.spec },
      ...running(),
    }],

    ['K16 NeedsFacts cluster', 'P14 L3 whether it is complete was not looked at', {
      ...adopted,
      status: { jobManagerDeploymentStatus: 'DEPLOYING' },
      reconciliation: { lastStableSpec: null },
      ...down({ configMaps: undefined } as never),
    }],
    ['K16 StuckSubmit operator', 'L3 nothing of it ever ran', {
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

    ['K17 J1 RollbackDue operator', 'the same high availability', { ...unstable(ha), ...down() }],
    ['K17 J2 RollbackDue operator', 'an option lets jobs be lost', { ...unstable({ ...ha, ...letLose }, letLose), ...down() }],
    ['K17 J3 RollbackDue operator', 'nothing is up', { ...unstable(ha, {}), ...down() }],
    ['K17 J4 Blocked cluster', 'P14 Flink does not tell', { ...unstable(ha, {}), ...running({ jobs: unknown('NotReady', 'late', t0) }) }],
    ['K17 J5 Blocked person', 'E-1 high availability, which the stable spec has not, keeps the job of a session job', {
      ...unstable(ha, {}),
      ...down({ configMaps: known([kept], t0), flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) }),
    }],
    ['K17 J6 Blocked person', 'E-1 or that of nobody', { ...unstable(ha, {}), ...down({ configMaps: known([kept], t0) }) }],
    ['K17 J7 RollbackDue operator', 'or that of a session job without state', {
      ...unstable(ha, {}),
      ...down({ configMaps: known([kept], t0), flinkSessionJobs: known([aSessionJob('a', { jobId, upgradeMode: 'stateless' })], t0) }),
    }],
    ['K17 J8 Blocked cluster', 'U09 or a session job is being stopped', {
      ...unstable(ha),
      ...running({ ...ofStopped, jobs: unknown('NotReady', 'late', t0) }),
    }],

    ['K18a Blocked person', 'recovery is off', {
      ...lost,
      configuration: { 'kubernetes.operator.jm-deployment-recovery.enabled': 'false' },
      ...gone(),
    }],
    ['K18b NeedsFacts cluster', 'P14 B62 the pods, and what was in it, were not looked at', { ...lost, facts: { deployment: absent(t0) } }],
    ['K18c Blocked cluster', 'P14 its pods could not be seen', { ...lost, ...gone({ jobManagerPods: unknown('Timeout', 'late', t0) }) }],
    ['K18d Blocked cluster', 'P05 its last pod is still there', {
      ...lost,
      ...gone({ jobManagerPods: known([aPod({ deleting: true })], t0) }),
    }],
    ['K18e Blocked cluster', 'P14 FlinkSessionJobs could not be seen', { ...lost, ...gone(unlisted) }],
    ['K18f Blocked person', 'E-2 a session job had state in it', {
      ...lost,
      ...gone({ flinkSessionJobs: known([aSessionJob('a', { jobId })], t0) }),
    }],
    ['K18g Lost operator', 'none had', { ...lost, ...gone() }],

    ['K19 Settled person', 'steady', running()],
    ['K19 Settled person', 'P09 an edit that changes nothing that matters is none of TaskManagers', {
      ...scaled,
      spec: standalone(2),
      configuration: { 'kubernetes.operator.reconcile.interval': '1 m' },
      recordedConfiguration: {},
      ...running(),
    }],
    ['K15 J7 UpgradeDue operator', 'in native mode Flink itself starts TaskManagers: their number is an edit like any other', {
      spec: { taskManager: { resource: { memory: '1g', cpu: 1 }, replicas: 3 } },
      metadata: { generation: 2 },
      ...running({ taskManagerDeployment: taskManagers(2) }),
    }],
    ['K19 Settled person', 'P10 the last good spec is in force', {
      spec: { jobManager: { replicas: 0 } },
      metadata: { generation: 2 },
      ...running(),
    }],
    ['K20 Blocked person', "F12 what is to be put up can't be rendered any more", {
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
    const [why, wait = why] = told[`${row} ${situation}`] ?? []
    if (why !== undefined) expect([reason, waitingFor]).toEqual([why, wait])
    const last = row.split(' ').at(-1) ?? ''
    const ofJobs = toldOfJobs[`${last} ${situation}`]
    if (ofJobs !== undefined) expect(waitingFor).toContain(ofJobs)
    expect(what).toContain((situation === 'Blocked' ? wayOn[last] : wayOn[situation]) ?? 'the next round goes on by itself')
  })

  test('B33 rows are asked in the order of their numbers, what is under way before an edit, and a lost JobManager last of all', () => {
    const asked = (
      { rows: before, last }: { readonly rows: readonly { readonly row: string }[]; readonly last: { readonly row: string } },
    ) => [...before, last].map(({ row }) => row)
    expect(asked(classification.Unreadable)).toEqual(['K1', 'K2'])
    expect(asked(classification.NoSpec)).toEqual(['K1', 'K3'])
    expect(asked(classification.NotDeployed)).toEqual(['K1', 'K4', 'K5', 'K6', 'K7', 'K8', 'K9'])
    expect(asked(classification.Deployed)).toEqual(
      ['K1', 'K4', 'K5', 'K6', 'K7', 'K8', 'K10', 'K11', 'K12', 'K13', 'K14', 'K15', 'K16', 'K17', 'K18', 'K19'],
    )
  })

  test('there is no row of the table that is not here', () => {
    const reached = new Set(rows.map(([row]) => row.split(' ').slice(0, -2).join(' ')))
    expect(decisionRows.filter(it => !reached.has(it))).toEqual([])
    expect([...reached].filter(it => !decisionRows.includes(it))).toEqual([])
  })
})
