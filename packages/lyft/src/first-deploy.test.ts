import { describe, expect, test } from 'vitest'
import { anApplication, ApplicationWorld } from '../fixtures/flink-application-world.ts'

/** States and the rows that led through them, in their order. */
const trace = (world: ApplicationWorld, rounds = 25): readonly string[] => {
  const seen: string[] = []
  for (let i = 0; i < rounds; i += 1) {
    seen.push(`${world.phase === '' ? 'New' : world.phase} ${world.decided.row}`)
    world.rounds(1)
  }
  return seen.filter((it, index) => seen[index - 1] !== it)
}

const badJar = { at: 'RunJar', happens: false, error: { applied: 'No', httpStatus: 400, _tag: 'Invalid', message: 'bad jar' } } as const

describe('a first deploy, Dual', () => {
  test('FA01 FA07 FA10 FA14 P03 New → Running: cluster, finalizer, one submit, each intent written before', () => {
    const world = new ApplicationWorld()
    expect(trace(world)).toEqual([
      'New creating/new-attempt',
      'New creating/object-missing',
      'New creating/complete',
      'ClusterStarting cluster-starting/ready',
      'Savepointing savepointing/never-ran',
      'SubmittingJob submitting/finalizer',
      'SubmittingJob submitting/submit',
      'SubmittingJob submitting/runs-alone',
      'Running running/steady',
    ])
    const hash = world.status.deployHash
    expect(world.log).toEqual([
      `create Deployment app-${hash}-jm`,
      'create Service app',
      `create Service app-${hash}`,
      `create Deployment app-${hash}-tm`,
      'finalizer',
      `run job.jar x4 in app-${hash} from nothing`,
    ])
    expect(world.status).toMatchObject({
      savepointPath: '',
      savepointTriggerId: '',
      operation: null,
      failedDeployHash: '',
      jobStatus: {
        jobID: world.alive[0]?.jobId,
        jarName: 'job.jar',
        parallelism: 4,
        entryClass: 'com.lyft.Job',
        programArgs: '--in a --out b',
      },
      operatorRecord: { deployed: { hash, jobId: world.alive[0]?.jobId }, lastState: { why: 'JobRuns' } },
    })
  })

  test('FA02 creating/objects-unobservable the JobManager could not be created: nothing else is, the error is kept, and it is tried again', () => {
    const world = new ApplicationWorld().rounds(1)
    world.failing = { at: 'CreateObject', happens: false, error: { applied: 'No', _tag: 'Forbidden', message: 'quota' } }
    world.rounds(1)
    expect([world.phase, world.log, world.status.lastSeenError?.appError]).toEqual(['', [], 'CreateObject: quota'])
    expect(world.events).toContain('Warning CreateClusterFailed')
    expect(world.until('Running').status.lastSeenError).toBe(null)
  })

  test('FA03 creating/complete every object is there: it goes on without an error', () => {
    const world = new ApplicationWorld().until('ClusterStarting')
    const { log } = world
    const before = log.length
    world.withStatus({
      phase: 'Updating',
      operation: world.status.operation === null ? null : { ...world.status.operation, phase: 'Updating' },
    })
    expect(world.rounds(1).phase).toBe('ClusterStarting')
    expect(world.log.length).toBe(before)
  })

  test.each([['', 0], ['{{$jobCluster}}.lyft.net', 1]])(
    'FA04 ingressUrlFormat "%s": %i ingresses beside two Deployments and two Services',
    (format, ingresses) => {
      const world = new ApplicationWorld(anApplication(), { 'kubernetes.operator.flink-application.ingress-url-format': format }).until(
        'Running',
      )
      expect([world.deployments.length, world.services.length, world.ingresses.length]).toEqual([2, 2, ingresses])
    },
  )

  test('FA05 P08 cluster-starting/not-ready the Deployments are not available: nothing changes, and nothing is written', () => {
    const world = new ApplicationWorld()
    world.comesUp = false
    world.until('ClusterStarting')
    const { writes } = world
    world.rounds(5)
    expect([world.phase, world.decided.row, world.writes]).toEqual(['ClusterStarting', 'cluster-starting/not-ready', writes])
    expect(world.up().until('Running').alive.length).toBe(1)
  })

  test('FA06 P14 cluster-starting/not-ready fewer slots than the parallelism, or slots that nobody tells: it waits', () => {
    const world = new ApplicationWorld(anApplication({ taskManagerConfig: { taskSlots: 2 } }))
    world.comesUp = false
    world.until('ClusterStarting').up()
    world.unobservable = ['GetClusterOverview']
    expect(world.rounds(2).decided.row).toBe('cluster-starting/not-ready')
    world.unobservable = []
    world.deployments = world.deployments.map(it => (it.name.endsWith('-tm') ? { ...it, wantedReplicas: 1, availableReplicas: 1 } : it))
    expect(world.rounds(1).decided.row).toBe('cluster-starting/not-ready')
  })

  test('FA08 cancelling/never-ran savepointDisabled: Cancelling is passed without a cancel', () => {
    const world = new ApplicationWorld(anApplication({ savepointDisabled: true }))
    expect(trace(world)).toContain('Cancelling cancelling/never-ran')
    expect(world.log.filter(it => it.startsWith('cancel'))).toEqual([])
  })

  test.each([
    [{ savepointPath: 's3://a', savepointInfo: { savepointLocation: 's3://b' } }, 's3://a'],
    [{ savepointInfo: { savepointLocation: 's3://b' } }, 's3://b'],
  ])('FA09 the first start goes from %j: %s', (spec, path) => {
    expect(new ApplicationWorld(anApplication(spec)).until('Running').alive[0]?.from).toBe(path)
  })

  test('LD28 Services lead to the JobManager, by its label, whichever Deployment of the hash is listed first', () => {
    const world = new ApplicationWorld().rounds(2)
    const [jobManager] = world.deployments
    if (jobManager === undefined) throw new Error('it is not there')
    const taskManager = {
      ...jobManager,
      name: jobManager.name.replace(/-jm$/u, '-tm'),
      uid: 'tm',
      labels: { ...jobManager.labels, 'flink-deployment-type': 'taskmanager' },
      matchLabels: { ...jobManager.matchLabels, 'pod-deployment-selector': 'of-tm' },
    }
    world.deployments = [taskManager, { ...jobManager, matchLabels: { ...jobManager.matchLabels, 'pod-deployment-selector': 'of-jm' } }]
    world.rounds(3)
    expect(world.services.map(({ selector }) => selector['pod-deployment-selector'])).toEqual(['of-jm', 'of-jm'])
  })

  test('FA11 submitting/adopt one job is alive in the new cluster: it is adopted, and none is run', () => {
    const world = new ApplicationWorld().until('SubmittingJob')
    const hash = world.status.operation?.hash ?? ''
    world.flinkOf(hash).jobs.push({ ...aJob, startTime: world.now })
    world.until('Running')
    expect([world.status.jobStatus.jobID, world.log.filter(it => it.startsWith('run'))]).toEqual([aJob.jobId, []])
  })

  test('FA12 P02 submitting/several-jobs two jobs are alive: the error is kept, and none is run', () => {
    const world = new ApplicationWorld().until('SubmittingJob')
    world.most = 2
    world.flinkOf(world.status.operation?.hash ?? '').jobs.push({ ...aJob }, { ...aJob, jobId: 'f'.repeat(32) })
    world.rounds(3)
    expect(world.status.lastSeenError?.appError).toMatch(/more than one job is alive/u)
    expect(world.log.filter(it => it.startsWith('run'))).toEqual([])
  })

  test('FA13 submitting/objects-unobservable the Deployments of the hash are missing: the error is kept, and nothing is submitted', () => {
    const world = new ApplicationWorld().until('SubmittingJob')
    world.deployments = []
    expect(world.next).toEqual({ row: 'submitting/objects-unobservable', effects: [] })
    expect(world.rounds(1).status.lastSeenError?.appError).toMatch(/could not find deployments/u)
  })

  test.each([[true], [false]])(
    'P06 LD37 submitting/taskmanagers-missing the TaskManagers are taken away while the new job comes up (submitted: %s): they are created again, and it runs',
    isSubmitted => {
      const world = new ApplicationWorld().until('SubmittingJob')
      world.jobsRun = false
      if (isSubmitted) world.rounds(3)
      world.deployments = world.deployments.filter(({ name }) => !name.endsWith('-tm'))
      expect(world.next).toEqual({ row: 'submitting/taskmanagers-missing', effects: ['CreateObject'] })
      expect(world.rounds(1).deployments.length).toBe(2)
      expect(world.next.row).not.toBe('submitting/taskmanagers-missing')
      world.jobsRun = true
      for (const { tasks } of world.flinkOf(world.status.operation?.hash ?? '').jobs) tasks.running = tasks.total
      expect(world.until('Running').alive.length).toBe(1)
    },
  )

  test('P06 submitting/taskmanagers-missing an edit meanwhile: what it made obsolete is not made again', () => {
    const world = new ApplicationWorld().until('SubmittingJob')
    world.deployments = world.deployments.filter(({ name }) => !name.endsWith('-tm'))
    expect(world.edit({ image: 'lyft/flink:2' }).next.row).toBe('submitting/objects-unobservable')
  })

  test('FA58 LD02 P01 a submit that is refused for good ends in DeployFailed, and a spec that is mended leaves it', () => {
    const world = new ApplicationWorld().until('SubmittingJob')
    world.failing = badJar
    world.until('DeployFailed')
    expect(world.status).toMatchObject({
      failedDeployHash: world.decided.round.desired.hash,
      operatorRecord: { lastState: { _tag: 'NeverStarted' } },
    })
    expect(world.status.operatorRecord.givenUp?.reason).toMatch(/bad jar/u)
    expect(world.rounds(5).phase).toBe('DeployFailed')
    expect(world.edit({ jarName: 'mended.jar' }).until('Running').alive.length).toBe(1)
  })

  test('FA58 LD02 cluster-starting/too-late a cluster that does not come up in time is given up, also the first one', () => {
    const world = new ApplicationWorld()
    world.comesUp = false
    world.until('ClusterStarting').wait(301_000).rounds(1)
    expect([world.phase, world.status.operatorRecord.givenUp?.reason]).toEqual([
      'DeployFailed',
      expect.stringMatching(/did not become ready in time: its JobManager is not available/u),
    ])
    world.comesUp = true
    expect(world.edit({ image: 'good' }).until('Running').alive.length).toBe(1)
  })

  test('LD02 LD19 P01 submitting/first-job-alive the first job does not come up: it is cancelled and seen over before FAIL; the next starts where it was to start', () => {
    const world = new ApplicationWorld(anApplication({ savepointPath: 's3://first' }))
    world.jobsRun = false
    world.until('SubmittingJob').rounds(4).wait(181_000)
    expect(world.next).toEqual({ row: 'submitting/first-job-alive', effects: ['CancelJob'] })
    world.until('DeployFailed')
    expect([world.alive, world.status.operatorRecord.lastState]).toMatchObject([[], { _tag: 'Path', path: 's3://first' }])
    world.jobsRun = true
    expect(world.edit({ savepointPath: 's3://first', image: 'good' }).until('Running').alive[0]?.from).toBe('s3://first')
  })

  test('P06 P01 submitting/maybe-ran-before the JobManager was replaced after the first submit: told, for it may have run there; forceRollback is the way out', () => {
    const world = new ApplicationWorld().until('SubmittingJob').rounds(2)
    world.restart(world.status.operation?.hash ?? '').rounds(4).wait(400_000).rounds(2)
    expect([world.phase, world.decided.row]).toEqual(['SubmittingJob', 'submitting/maybe-ran-before'])
    expect(world.status.conditions.find(({ type }) => type === 'Stalled')?.status).toBe('True')
    expect(world.edit({ forceRollback: true }).until('DeployFailed').alive).toEqual([])
    expect(world.edit({ image: 'lyft/flink:2' }).until('Running').alive.length).toBe(1)
  })

  test('P08 submitting/jobs-unobservable the JobManager of the first job is out of reach for long: the error is told, and not written again each second', () => {
    const world = new ApplicationWorld().until('SubmittingJob').rounds(2)
    world.restart(world.status.operation?.hash ?? '')
    world.unobservable = ['GetJobsOverview']
    world.rounds(60, 30_000)
    const { writes } = world
    world.rounds(5, 30_000)
    expect([world.phase, world.decided.row, world.writes]).toEqual(['SubmittingJob', 'submitting/jobs-unobservable', writes])
    expect(world.decided.actions.at(-1)).toMatchObject({ _tag: 'Requeue', after: 30_000 })
    expect(world.status.lastSeenError?.appError).toMatch(/GetJobs/u)
    world.unobservable = []
    expect(world.rounds(2).decided.row).toBe('submitting/maybe-ran-before')
  })

  test('LD36 creating/rollback-without-update, running/rollback-without-update forceRollback that is set already begins nothing, and is told', () => {
    const world = new ApplicationWorld(anApplication({ forceRollback: true })).rounds(3)
    expect([world.phase, world.decided.row, world.log]).toEqual(['', 'creating/rollback-without-update', []])
    expect(world.status.reason).toMatch(/forceRollback is set/u)
    expect(world.edit({}).until('Running').status.failedDeployHash).toBe('')
  })

  test('P10 LD27 creating/invalid a spec that is not valid: told, nothing is created; the mended one goes on', () => {
    const world = new ApplicationWorld(anApplication({ jarName: '' })).rounds(3)
    expect([world.decided.row, world.log]).toEqual(['creating/invalid', []])
    expect(world.edit({}).until('Running').alive.length).toBe(1)
  })

  test('P21 creating/name-conflict a name is taken by an object that is not ours: told, and it stays as it is', () => {
    const world = new ApplicationWorld().rounds(1)
    world.services = [{ ...aService, name: 'app', ownerUids: ['somebody'] }]
    world.rounds(3)
    expect([world.decided.row, world.log, world.status.reason]).toEqual([
      'creating/name-conflict',
      [],
      'Service app has a name that this application needs, but does not belong to it',
    ])
  })
})

describe('vertex monitoring', () => {
  const submitted = (): ApplicationWorld => {
    const world = new ApplicationWorld()
    world.jobsRun = false
    return world.until('SubmittingJob').rounds(3)
  }

  test('FA16 LD18 submitting/runs-alone all vertices run, whatever the time: Running', () => {
    const world = submitted().wait(240_000)
    const [job] = world.alive
    if (job !== undefined) job.tasks = { ...job.tasks, running: 4 }
    expect(world.rounds(1).phase).toBe('Running')
  })

  test('FA17 submitting/tasks-starting RUNNING and FINISHED mixed are up; one that is not yet is waited for', () => {
    const world = submitted()
    const [job] = world.alive
    if (job !== undefined) job.tasks = { total: 4, running: 2, finished: 1, failed: 0 }
    expect(world.decided.row).toBe('submitting/tasks-starting')
    if (job !== undefined) job.tasks = { total: 4, running: 2, finished: 2, failed: 0 }
    expect(world.decided.row).toBe('submitting/runs-alone')
  })

  test('FA18 LD11 submitting/finished the job is FINISHED: one event, Running', () => {
    const world = submitted()
    const [job] = world.alive
    if (job !== undefined) world.end(job, 'FINISHED')
    world.rounds(3)
    expect([world.phase, world.events.filter(it => it === 'Normal JobFinished').length]).toEqual(['Running', 1])
  })

  test('LD18 F15 time in which nobody looked is not counted', () => {
    const world = submitted().wait(600_000)
    const { round } = world.decided
    expect(round.env.steadySince).toBe(undefined)
    expect(world.decided.row).not.toBe('submitting/tasks-starting')
  })
})

const aJob = {
  jobId: 'e'.repeat(32),
  state: 'RUNNING' as const,
  startTime: 1,
  endTime: -1,
  tasks: { total: 4, running: 4, finished: 0, failed: 0 },
  from: null,
  checkpoint: null,
  completed: 0,
}

const aService = {
  name: 'app',
  uid: 'other',
  resourceVersion: '1',
  deleting: false,
  annotations: {},
  labels: {},
  selector: {},
  ownerUids: [],
}
