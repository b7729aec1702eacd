import { describe, expect, test } from 'vitest'
import {
  aCheckpoint,
  aDeployment,
  aJob,
  aPod,
  aStartingPod,
  checkpointStatistics,
  clusterConfigMap,
  flinkConfigMap,
  goneCluster,
  haConfigMap,
  jobId,
  neverAvailable,
  ofResource,
  prepared,
  restService,
  runningCluster,
} from '../../../fixtures/cluster-facts.ts'
import {
  aDeploy,
  aSuspend,
  aTearDown,
  freshStatus,
  operationId,
  runningStatus,
  type StatusChange,
  suspendedStatus,
  neverSeenUp,
} from '../../../fixtures/deployment-status.ts'
import { finalizer, t0, uid } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, type Given } from '../../../fixtures/round.ts'
import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { AsynchronousOperation } from '../../contract/fact/flink-rest.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { checkpointCacheMillis } from '../../job/observe/observe-last-state.ts'
import { mintId } from '../../contract/resource/mint-id.ts'
import type { DeployOperation, RestoreSource, SuspendOperation, TearDownOperation } from '../../contract/resource/operation.ts'

/** What people read of a round: why something is written, and what is waited for or looked at. */
const reported = (given: Given): readonly string[] =>
  decided(given).flatMap(action =>
    action._tag === 'PersistStatus' ? [action.reason]
      : action._tag === 'Look' ? [action.why] : action._tag === 'Requeue' ? [`${String(action.after)} ms: ${action.waitingFor}`] : []
  )

/** Something is written, and the next round comes at once, for the same reason. */
const atOnce = (text: string): readonly string[] => [text, `0 ms: ${text}`]
const nothing = goneCluster(t0, { configMaps: known([], t0) })
const toCreate = (text: string): readonly string[] => [
  `${text}; the operator creates the objects that the Deployment of the attempt needs`,
  '0 ms: the objects to exist',
]
const late = unknown<never>('Timeout', 'late', t0)
const noRest = unknown<never>('Unreachable', 'no connection', t0)
const edited = { spec: { job: { parallelism: 3 } }, metadata: { generation: 2 } }
const noHa = { noHa: true } as const
const noHaEdited = { spec: { ...noHa, job: { parallelism: 3 } }, metadata: { generation: 2 } }
const otherPod = known([aPod({ uid: 'other' })], t0)
const unseen: FlinkDeploymentFacts = { deployment: known(aDeployment(), t0, 'cache') }

const person = 'the user: upgradeMode stateless, or a savepointRedeployNonce with the path of a savepoint or checkpoint'
const aPerson = [`the operator waits for ${person}`, `60000 ms: ${person}`]

type Row = readonly [string, Given, readonly string[]]
/** Where one text is wanted it is the last: what was observed in the same round may have to be written as well. */
const check = (title: string, given: Given, want: readonly string[]): void => {
  const got = reported(given)
  expect(want.length === 1 ? got.slice(-1) : got, title).toEqual(want)
}

describe('a suspend that is under way (control-flow.md, section 5.8; design.md, section 3)', () => {
  const suspend = (
    change: Partial<SuspendOperation>,
    facts: FlinkDeploymentFacts,
    status: StatusChange = {},
    rest: Given = edited,
  ): Given => ({ ...rest, status: runningStatus({ operation: aSuspend(change), ...status }), facts })
  const answered = (answer: AsynchronousOperation): FlinkDeploymentFacts => runningCluster(t0, { stopOperation: known(answer, t0) })
  const forgotten = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
    runningCluster(t0, { stopOperation: absent(t0), ...change })
  const savepoint = `savepoint ${operationId}`
  const ended = (terminalSince: number): StatusChange => ({
    job: { state: 'FINISHED' },
    record: { terminalSince, runningSince: null, left: false },
  })
  const none = known(checkpointStatistics({ completedCount: 3 }), t0)
  const finished: FlinkDeploymentFacts = { jobs: known([aJob('FINISHED')], t0) }
  test.each<Row>([
    ['looks', suspend({}, { ...unseen, jobs: known([aJob('RUNNING')], t0) }), [`what is the result of SAVEPOINT ${operationId}?`]],
    ['in progress', suspend({}, answered({ _tag: 'InProgress' })), [`1000 ms: ${savepoint}`]],
    ['not answered', suspend({}, runningCluster(t0, { stopOperation: late })), [`1000 ms: ${savepoint}: late`]],
    [
      'completed',
      suspend({}, answered({ _tag: 'Completed', location: 's3://x', checkpointId: 1 })),
      atOnce('the job is stopped (SAVEPOINT); it is restored next'),
    ],
    [
      'completed, to stay suspended',
      suspend({ purpose: 'Suspend' }, answered({ _tag: 'Completed', location: 's3://x', checkpointId: 1 }), {}, {
        spec: { job: { state: 'suspended' } },
      }),
      atOnce('the job is suspended (SAVEPOINT)'),
    ],
    [
      'completed, of a rollback',
      suspend({ purpose: 'Rollback' }, answered({ _tag: 'Completed', location: 's3://x', checkpointId: 1 }), {
        stable: { spec: { rest: { image: 'good' } } },
      }, {}),
      atOnce('the job is stopped (SAVEPOINT); the last stable spec is deployed next'),
    ],
    [
      'completed, of a deletion',
      suspend({ purpose: 'Deletion' }, answered({ _tag: 'Completed', location: 's3://x', checkpointId: 1 }), {}, {
        metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' },
      }),
      atOnce('the job is stopped: its cluster is deleted'),
    ],
    [
      'completed without a path',
      suspend({}, answered({ _tag: 'Completed', location: null, checkpointId: 1 })),
      atOnce('the savepoint completed without a path'),
    ],
    ['failed', suspend({}, answered({ _tag: 'Failed', causes: [], savepointPath: null })), atOnce('the savepoint failed')],
    ['REST does not answer, the JobManager is there', suspend({}, runningCluster(t0, { jobs: noRest, stopOperation: noRest })), [
      `1000 ms: ${savepoint}: no connection`,
    ]],
    [
      'the JobManager is gone',
      suspend({}, goneCluster(t0, { jobs: noRest, stopOperation: noRest })),
      atOnce(`the JobManager disappeared before the operator saw the outcome of SAVEPOINT ${operationId}`),
    ],
    ['forgotten: looks', suspend({}, { ...unseen, jobs: known([aJob('RUNNING')], t0), stopOperation: absent(t0) }), [
      'is it the same JobManager instance?',
    ]],
    ['forgotten, the job can not be seen', suspend({}, forgotten({ jobs: noRest })), [
      `1000 ms: Flink to list the job again, for ${savepoint}`,
    ]],
    ['forgotten, same JobManager', suspend({}, forgotten()), [
      'the JobManager does not know the savepoint yet: the operator sends the same id again',
      `1000 ms: ${savepoint}`,
    ]],
    [
      'forgotten, restarted',
      suspend({}, forgotten({ jobManagerPods: otherPod })),
      atOnce(`the JobManager restarted during ${savepoint}: the operator tries it again`),
    ],
    ['forgotten, restarting', suspend({}, forgotten({ jobs: known([aJob('RESTARTING')], t0) })), [
      `1000 ms: the job to be RUNNING for ${savepoint} (it is RESTARTING)`,
    ]],
    [
      'forgotten, restarting for too long',
      suspend({ giveUpAt: 0 }, forgotten({ jobs: known([aJob('RESTARTING')], t0) })),
      atOnce('the job never reached a state in which it can be stopped'),
    ],
    ['forgotten, no job', suspend({}, forgotten({ jobs: known([], t0) }), { record: { jobMissedSince: t0 } }), [
      '1000 ms: the JobManager to list the job',
    ]],
    [
      'forgotten, no job for long after a restart',
      suspend({}, forgotten({ jobs: known([], t0), jobManagerPods: otherPod }), { record: { jobMissedSince: t0 - 5_000 } }),
      atOnce(`the JobManager restarted during ${savepoint}: the operator tries it again`),
    ],
    [
      'forgotten, no job for a moment after a restart',
      suspend({}, forgotten({ jobs: known([], t0), jobManagerPods: otherPod }), { record: { jobMissedSince: t0 - 4_999 } }),
      ['1000 ms: the JobManager to list the job'],
    ],
    [
      'forgotten, no job for long, same JobManager',
      suspend({}, forgotten({ jobs: known([], t0) }), { record: { jobMissedSince: t0 - 5_000 } }),
      ['1000 ms: the JobManager to list the job'],
    ],
    [
      'forgotten, restarted without HA',
      suspend({}, forgotten({ jobManagerPods: otherPod }), { recorded: { spec: noHa } }, noHaEdited),
      aPerson,
    ],
    [
      'forgotten, ended without HA',
      suspend({}, forgotten({ ...finished, checkpoints: none, jobManagerPods: otherPod }), {
        recorded: { spec: noHa },
        ...ended(t0 - 9_000),
      }, noHaEdited),
      atOnce('the JobManager restarted and the job ended'),
    ],
    ['forgotten, ended a moment ago', suspend({}, forgotten(finished), ended(t0 - 1_000)), [
      `${String(checkpointCacheMillis - 1_000)} ms: Flink to show the last savepoint`,
    ]],
    [
      'forgotten, ended with a checkpoint',
      suspend(
        {},
        forgotten({ ...finished, checkpoints: known(checkpointStatistics({ completed: aCheckpoint(3) }), t0) }),
        ended(t0 - 9_000),
      ),
      atOnce('the job ended, and the path of its last savepoint is unknown'),
    ],
    // CANCEL
    ['cancel: REST does not answer', suspend({ mode: 'CANCEL' }, runningCluster(t0, { jobs: noRest })), [
      '1000 ms: Flink to report whether the job was cancelled',
    ]],
    ['cancel: not cancelling', suspend({ mode: 'CANCEL' }, runningCluster()), [
      'the job is not being cancelled: the operator sends the cancel again',
      '1000 ms: the job to be cancelled',
    ]],
    [
      'cancel: cancelling',
      suspend({ mode: 'CANCEL' }, runningCluster(t0, { jobs: known([aJob('CANCELLING')], t0) }), { job: { state: 'CANCELLING' } }),
      ['1000 ms: the job to be cancelled'],
    ],
    ['cancel: not listed', suspend({ mode: 'CANCEL' }, runningCluster(t0, { jobs: known([], t0) }), { record: { jobMissedSince: t0 } }), [
      '1000 ms: the JobManager to list the job',
    ]],
    [
      'cancel: not listed for too long',
      suspend({ mode: 'CANCEL', giveUpAt: 0 }, runningCluster(t0, { jobs: known([], t0) })),
      atOnce('Flink does not list the job that was cancelled'),
    ],
    [
      'cancel: ended, unreadable',
      suspend({ mode: 'CANCEL' }, runningCluster(t0, { ...finished, checkpoints: late }), ended(t0 - 9_000)),
      atOnce('the job ended; its last state is read without the cancel operation'),
    ],
    [
      'cancel: another run without HA',
      suspend({ mode: 'CANCEL' }, runningCluster(t0, { jobs: known([aJob('RUNNING', { startTime: t0 })], t0) }), {
        recorded: { spec: noHa },
      }, noHaEdited),
      aPerson,
    ],
    // STATELESS and LAST_STATE
    ['stateless: cancelling', suspend({ mode: 'STATELESS' }, runningCluster()), ['1000 ms: the job to be cancelled']],
    [
      'stateless: ended',
      suspend({ mode: 'STATELESS' }, runningCluster(t0, { jobs: known([], t0) })),
      atOnce('the job is no longer running: its cluster is deleted'),
    ],
    [
      'stateless: gone',
      suspend({ mode: 'STATELESS', step: 'TearDown' }, goneCluster()),
      atOnce('the job is gone: its HA metadata is deleted, so that the next job does not restore from it'),
    ],
    ['last-state: looks', suspend({ mode: 'LAST_STATE', step: 'TearDown' }, {}), ['is the cluster gone?']],
    ['last-state: there', suspend({ mode: 'LAST_STATE', step: 'TearDown' }, runningCluster()), [
      'the operator deletes the cluster, and waits for the JobManager to stop',
      '1000 ms: the JobManager to stop',
    ]],
    ['last-state: stopping', suspend({ mode: 'LAST_STATE', step: 'TearDown' }, goneCluster(t0, { jobManagerPods: known([aPod()], t0) })), [
      '1000 ms: JobManager pod app-1 to be gone',
    ]],
  ])('%s', check)
})

describe('a JobManager that never started is taken away (control-flow.md, section 5.6/c)', () => {
  const never = (facts: FlinkDeploymentFacts, restoreMode: SuspendOperation['restoreMode'] = 'savepoint'): Given => ({
    ...edited,
    status: runningStatus({
      ...neverSeenUp,
      operation: aSuspend({ mode: 'NOOP', step: 'TearDown', restoreMode, seenTerminalAt: t0 }),
    }),
    facts,
  })
  test.each<Row>([
    ['looks', never({}), ['is the cluster that never started gone?']],
    [
      'there',
      never(runningCluster(t0, { deployment: known(neverAvailable(), t0), jobManagerPods: known([aStartingPod()], t0), jobs: noRest })),
      ['the JobManager never started: its Deployment is deleted', '1000 ms: the JobManager never started: its Deployment is deleted'],
    ],
    ['it started', never(runningCluster()), atOnce('the JobManager started after all')],
    ['going', never(goneCluster(t0, { deployment: known(neverAvailable({ deleting: true }), t0) })), [
      '1000 ms: Deployment app to be gone',
    ]],
    ['left behind', never(goneCluster(t0, { services: known([restService()], t0) })), ['1000 ms: Service app-rest to be gone']],
    ['can not be seen', never(goneCluster(t0, { services: late })), [
      '1000 ms: the Kubernetes API to return the objects of the cluster: late',
    ]],
    ['gone, it left HA metadata', never(goneCluster()), ['0 ms: the job is stopped (NOOP); it is restored next']],
    ['gone, it left none: put up again at once', never(goneCluster(t0, { configMaps: known([], t0) })), ['0 ms: the objects to exist']],
  ])('%s', check)
})

describe('a deploy that is under way (control-flow.md, sections 4.3 to 4.6; L3, L4)', () => {
  const fromHa: RestoreSource = { _tag: 'LastState', restorePath: 'KUBERNETES_OPERATOR_LAST_STATE', reason: 'test' }
  const clean = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
    goneCluster(t0, { configMaps: known([], t0), ingress: absent(t0), ...change })
  const mine = { annotations: { [attemptAnnotation]: operationId }, ownerUids: [uid] }
  const complete = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
    clean({
      deployment: known(aDeployment(mine), t0),
      configMaps: known([flinkConfigMap(operationId)], t0),
      services: known([restService(operationId), { ...restService(operationId), name: 'app', uid: 'i' }], t0),
      ...change,
    })
  const deploy = (change: Partial<DeployOperation>, facts: FlinkDeploymentFacts, rest: Given = {}): Given => ({
    ...rest,
    status: suspendedStatus({ operation: aDeploy(change), reconciliation: { state: 'UPGRADING' } }),
    facts,
  })
  const create = (facts: FlinkDeploymentFacts, change: Partial<DeployOperation> = {}, rest: Given = {}): Given =>
    deploy({ step: 'Create', ...change }, facts, rest)
  const abandon = (facts: FlinkDeploymentFacts, abandonedAt: number | null = t0, rest: Given = edited): Given =>
    deploy({ step: 'Abandon', abandonedAt }, facts, rest)
  const deleted: Given = { metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' } }
  test.each<Row>([
    ['clear: looks', deploy({}, {}), ['which objects of the previous cluster still exist?']],
    ['clear: there', deploy({}, runningCluster()), [
      'the operator deletes the cluster, and waits for the JobManager to stop',
      '1000 ms: the JobManager to stop',
    ]],
    [
      'clear: HA metadata goes',
      deploy({}, goneCluster()),
      atOnce('HA metadata of the last job is deleted: the new job must not restore from it'),
    ],
    ['clear: HA metadata is going', deploy({}, goneCluster(t0, { configMaps: known([{ ...haConfigMap(), deleting: true }], t0) })), [
      '1000 ms: HA metadata of the last job to be gone',
    ]],
    ['clear: HA metadata is gone', deploy({ source: fromHa, jobId }, clean()), ['HA metadata is gone', '1000 ms: HA metadata is gone']],
    [
      'clear: a job graph',
      deploy(
        { source: fromHa, jobId },
        goneCluster(t0, { configMaps: known([haConfigMap(jobId, ['checkpointID-1', `jobGraph-${jobId}`])], t0) }),
      ),
      atOnce('the stored job graph is deleted, so that Flink runs the new one'),
    ],
    ['clear', deploy({}, clean()), ['0 ms: the objects to exist']],
    ['clear: what the Deployment needs is there', deploy({}, prepared(operationId, clean())), [
      'the operator creates the Deployment of the attempt',
      'the API server confirmed the Deployment of the attempt',
      '0 ms: the objects to exist',
    ]],
    ['clear: edited', deploy({}, clean(), edited), atOnce('the spec changed before the attempt was sent')],
    [
      'clear: edited after it was sent',
      deploy({ abandonedAt: t0 }, clean(), edited),
      atOnce('the spec changed; the operator sends nothing more of this attempt'),
    ],
    ['create: looks', create({}), ['which objects of the attempt exist?']],
    ['create: can not be seen', create(complete({ services: late })), ['1000 ms: the Kubernetes API to return the objects of the attempt']],
    [
      "create: somebody else's",
      create(complete({ deployment: known(aDeployment(), t0) })),
      atOnce('a JobManager Deployment of another attempt exists: it is deleted first'),
    ],
    [
      'create: a ConfigMap of another deploy',
      create(clean({ configMaps: known([flinkConfigMap('other', ofResource)], t0), names: known([], t0) })),
      ['1000 ms: ConfigMap flink-config-app to be gone'],
    ],
    ['create: edited', create(clean(), {}, edited), atOnce('the spec changed; the operator sends nothing more of this attempt')],
    ['create: all there', create(complete()), ['every object of the attempt exists', '1000 ms: the JobManager to come up']],
    ['create: a rollback is all there', create(complete(), { purpose: 'Recovery' }), [
      'every object of the attempt exists',
      '1000 ms: the JobManager to come up',
    ]],
    [
      'create: without owner',
      create(complete({ configMaps: known([flinkConfigMap(operationId, ofResource)], t0) })),
      atOnce('the Deployment becomes the owner of ConfigMaps and Services, and its pods may start'),
    ],
    ['abandoned: looks', abandon({}), ['did the Deployment of the abandoned attempt arrive after all?']],
    ['abandoned: arrived', abandon(complete()), atOnce('the Deployment of the attempt arrived after all: the attempt is completed first')],
    ['abandoned: arrived, deleted', abandon(complete(), t0, deleted), [
      'the Deployment of the attempt arrived after all: it is deleted with the resource',
      '0 ms: the Deployment of the attempt arrived after all: it is deleted with the resource',
    ]],
    ['abandoned: can not be seen', abandon(clean({ deployment: late })), [
      '1000 ms: the Kubernetes API to say whether the Deployment of the abandoned attempt arrived',
    ]],
    ['abandoned: may still arrive', abandon(clean()), ['10000 ms: an abandoned attempt, which may still arrive']],
    ['abandoned: may arrive for a moment', abandon(clean(), t0 - 59_000), ['1000 ms: an abandoned attempt, which may still arrive']],
    ['abandoned: never arrived', abandon(clean(), t0 - 60_000), atOnce('the abandoned attempt never arrived')],
  ])('%s', check)
})

describe('taken away, deleted (control-flow.md, sections 2.5 and 8.2)', () => {
  const tearDown = (facts: FlinkDeploymentFacts, change: Partial<TearDownOperation> = {}): Given => ({
    status: suspendedStatus({ operation: aTearDown(change) }),
    facts,
  })
  const deleting = (
    status: Given['status'],
    facts: FlinkDeploymentFacts,
    spec: Given['spec'] = {},
    finalizers: readonly string[] = [finalizer],
  ): Given => ({
    ...(status === undefined ? {} : { status }),
    facts,
    spec: spec ?? {},
    metadata: { deletionTimestamp: '2023-11-14T22:13:20Z', finalizers: [...finalizers] },
  })
  const onDeletion = { configuration: { 'kubernetes.operator.job.savepoint-on-deletion': 'true' } }
  const asked = (change: StatusChange = {}) => runningStatus({ recorded: { spec: onDeletion }, ...change })
  test.each<Row>([
    ['looks', tearDown({}), ['is the cluster gone?']],
    ['can not be seen', tearDown(goneCluster(t0, { services: late })), [
      '1000 ms: the Kubernetes API to return the objects of the cluster: late',
    ]],
    ['gone', tearDown(goneCluster()), atOnce('the cluster is gone')],
    [
      'gone: HA metadata',
      tearDown(goneCluster(), { deleteHaMetadata: true }),
      atOnce('the JobManager is gone: its HA metadata is deleted'),
    ],
    [
      'left behind',
      tearDown(goneCluster(t0, { configMaps: known([flinkConfigMap(), clusterConfigMap], t0), services: known([restService()], t0) })),
      ['1000 ms: ConfigMap flink-config-app, Service app-rest to be gone'],
    ],
    ['others hold it', deleting(suspendedStatus(), goneCluster(), {}, []), [
      '60000 ms: the other finalizers to be removed from the resource',
    ]],
    ['no job runs', deleting(suspendedStatus(), goneCluster()), atOnce('the resource is being deleted and no job runs')],
    ['never deployed', deleting(freshStatus, goneCluster()), atOnce('the resource is being deleted and no job runs')],
    [
      'ended',
      deleting(runningStatus({ job: { state: 'FAILED' }, record: { terminalSince: t0 - 60_000, left: true } }), runningCluster()),
      atOnce('the resource is being deleted and no job runs'),
    ],
    ['looks for the job', deleting(runningStatus(), { deployment: known(aDeployment(), t0) }), [
      'does a job run that has to be stopped first?',
    ]],
    [
      'not seen',
      deleting(runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }), goneCluster()),
      atOnce('the resource is being deleted'),
    ],
    ['cancelled first', deleting(runningStatus(), runningCluster()), [
      'the resource is being deleted: the job is cancelled first',
      '1000 ms: the job to be cancelled',
    ]],
    ['a savepoint first', deleting(asked(), runningCluster(), onDeletion), [
      'the resource is being deleted: a savepoint is taken first',
      `1000 ms: savepoint ${mintId('operation', uid, 4, t0)}`,
    ]],
    [
      'a stop is under way',
      deleting(asked({ operation: aSuspend() }), runningCluster(), onDeletion),
      atOnce('the stop in progress is used for the deletion'),
    ],
    [
      'not running',
      deleting(asked({ job: { state: 'RESTARTING' } }), runningCluster(t0, { jobs: known([aJob('RESTARTING')], t0) }), onDeletion),
      ['10000 ms: the job to run, so that it can take the savepoint before its deletion'],
    ],
    [
      'the savepoint takes too long',
      deleting(asked({ operation: aSuspend({ purpose: 'Deletion', giveUpAt: 0 }) }), runningCluster(), onDeletion),
      atOnce('the savepoint did not complete in time'),
    ],
    ['it does not run in time', {
      ...deleting(
        asked({ job: { state: 'RESTARTING' }, record: { deletingSince: t0 } }),
        runningCluster(t0, { jobs: known([aJob('RESTARTING')], t0) }),
        onDeletion,
      ),
      now: t0 + 600_000,
    }, atOnce('no savepoint could be taken in time')],
    ['finalizer', deleting(suspendedStatus({ operation: aTearDown({ purpose: 'Deletion' }) }), goneCluster()), [
      'nothing of the resource is left',
      '0 ms: the resource to be gone',
    ]],
  ])('%s', check)
})

describe('what is begun', () => {
  const lost = runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } })
  test.each<Row>([
    ['4.3 first deployment', { status: freshStatus, facts: nothing }, toCreate('first deployment: deploy from empty state')],
    [
      '4.3/2 from a savepoint',
      { status: freshStatus, spec: { job: { initialSavepointPath: 's3://x' } }, facts: nothing },
      toCreate('first deployment from initialSavepointPath: deploy from s3://x'),
    ],
    ['4.10/4 a recovery', { status: lost, facts: goneCluster() }, atOnce('HA metadata holds the last checkpoint: deploy from HA metadata')],
    ['4.12 a redeploy', {
      status: runningStatus(),
      spec: { job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://x' } },
      facts: runningCluster(),
    }, ['savepointRedeployNonce asks for initialSavepointPath: the running job is stopped first', '1000 ms: the job to be cancelled']],
    ['an upgrade looks first', { ...edited, status: runningStatus(), facts: { ...unseen, jobs: known([aJob('RUNNING')], t0) } }, [
      'are the names that the deploy needs free, and which JobManager will be stopped?',
    ]],
    ['the finalizer', { status: freshStatus, metadata: { finalizers: [] } }, ['0 ms: our finalizer is added first']],
    ['an invalid spec', { status: freshStatus, spec: { job: { parallelism: -1 } } }, ['60000 ms: an edit']],
    ['B34 a submit of the operator before', {
      status: suspendedStatus({
        reconciliation: { state: 'UPGRADING' },
        record: { attempts: 0, deployedAttempt: null, deployedSource: null },
      }),
      facts: {
        deployment: known(aDeployment({ annotations: { 'flinkdeployment.flink.apache.org/generation': '1' } }), t0),
        configMaps: known([flinkConfigMap(null)], t0),
      },
    }, [
      'the operator takes over the submit of the previous operator',
      '1000 ms: the operator takes over the submit of the previous operator',
    ]],
    ['B34 its cancel', {
      status: runningStatus({ reconciliation: { state: 'UPGRADING' }, job: { state: 'CANCELLING' } }),
      facts: runningCluster(t0, { jobs: known([aJob('CANCELLING')], t0) }),
    }, atOnce('the operator takes over the cancel of the previous operator')],
  ])('%s', check)
})
