import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { lookedAndDecided, type Given, queriesOf, decided } from '../../../fixtures/round.ts'
import { SessionWorld } from '../../../fixtures/session-job-round.ts'
import { aSessionJob } from '../../../fixtures/a-session-job.ts'
import { aTarget } from '../../../fixtures/state-snapshot.ts'
import type { Action } from '../../contract/action/action.ts'
import { initialFlinkDeploymentStatus } from '../../crd/flink-deployment-status-fields.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type {
  FlinkDeploymentView,
  FlinkSessionJobView,
  NamingResourceView,
  StateSnapshotView,
} from '../../contract/fact/custom-resource-views.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { SavepointRecord } from '../../contract/resource/job-status.ts'

const { savepointInfo } = initialFlinkDeploymentStatus.jobStatus
const path = 's3://b/sp-1'
const entry = (location: string): SavepointRecord => ({
  timeStamp: t0 - 1_000,
  location,
  triggerType: 'PERIODIC',
  formatType: 'CANONICAL',
  triggerNonce: null,
})
const history = [entry(path), entry('s3://b/sp-2'), entry('s3://b/sp-3')]
const configuration = { 'kubernetes.operator.savepoint.history.max.count': '2' }
const historyOf = <Status extends typeof initialFlinkDeploymentStatus | FlinkSessionJobView['status']>(status: Status): Status => ({
  ...status,
  jobStatus: { ...status.jobStatus, savepointInfo: { ...savepointInfo, savepointHistory: history, lastSavepoint: history.at(-1) ?? null } },
})

const elsewhere = (view: FlinkDeploymentView): FlinkDeploymentView => ({
  ...view,
  meta: { ...view.meta, name: 'elsewhere', uid: '00000000-0000-4000-8000-0000000000e1' },
})
const sibling = (job: { readonly initialSavepointPath?: string } = {}): FlinkSessionJobView =>
  aSessionJob({ job, metadata: { name: 'sibling', uid: '00000000-0000-4000-8000-0000000000e2' } })
const withRecordedText = <View extends FlinkDeploymentView | FlinkSessionJobView>(view: View, lastReconciledSpec: string): View => ({
  ...view,
  status: { ...view.status, reconciliationStatus: { ...view.status.reconciliationStatus, lastReconciledSpec } },
})

interface Others {
  readonly flinkDeployments: readonly FlinkDeploymentView[]
  readonly flinkSessionJobs: readonly FlinkSessionJobView[]
  readonly namingResources: readonly NamingResourceView[]
}
const nobody: Others = { flinkDeployments: [], flinkSessionJobs: [], namingResources: [] }

const gone = (actions: readonly Action<unknown>[]): readonly string[] =>
  actions.flatMap(action => (action._tag === 'DisposeSavepoint' ? [action.path] : []))
const left = (actions: readonly Action<unknown>[]): readonly (string | null)[] =>
  actions.flatMap(action =>
    action._tag === 'PersistStatus'
      ? [(action.status as typeof initialFlinkDeploymentStatus).jobStatus.savepointInfo.savepointHistory]
      : []
  ).at(-1)?.map(({ location }) => location) ?? []
const kept = (actions: readonly Action<unknown>[]): boolean =>
  actions.every(action =>
    action._tag !== 'PersistStatus'
    || (action.status as typeof initialFlinkDeploymentStatus).jobStatus.savepointInfo.savepointHistory[0]?.location === path
  )

const withHistory = (savepointHistory: readonly SavepointRecord[]): FlinkDeploymentStatus => {
  const status = runningStatus({ recorded: { spec: { configuration } } })
  const lastSavepoint = savepointHistory.at(-1) ?? null
  return { ...status, jobStatus: { ...status.jobStatus, savepointInfo: { ...savepointInfo, savepointHistory, lastSavepoint } } }
}
const given: Given = { spec: { configuration }, status: historyOf(runningStatus({ recorded: { spec: { configuration } } })) }
const seen = (others: Others, change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  runningCluster(t0, {
    snapshots: absent(t0),
    flinkDeployments: known([aTarget(), ...others.flinkDeployments], t0),
    flinkSessionJobs: known(others.flinkSessionJobs, t0),
    namingResources: known(others.namingResources, t0),
    ...change,
  })
const ofDeployment = (facts: FlinkDeploymentFacts) => lookedAndDecided(given, facts)

/** A FlinkSessionJob that runs and has the same history. */
const sessionWorld = (others: Others): SessionWorld => {
  const world = new SessionWorld({ rest: { flinkConfiguration: configuration } })
  world.rounds(6)
  world.resource = { ...world.resource, status: historyOf(world.resource.status) }
  world.siblings = others.flinkSessionJobs
  world.deployments = others.flinkDeployments
  world.naming = others.namingResources
  world.asked = []
  return world
}

const needing: readonly (readonly [string, Partial<Others>])[] = [
  ["another FlinkDeployment's initialSavepointPath", {
    flinkDeployments: [elsewhere(aTarget({}, { spec: { job: { initialSavepointPath: `${path}/` } } }))],
  }],
  ["another FlinkDeployment's upgradeSavepointPath", {
    flinkDeployments: [elsewhere(aTarget({ job: { upgradeSavepointPath: path } }))],
  }],
  ["another FlinkDeployment's last state", {
    flinkDeployments: [elsewhere(aTarget({ record: { lastState: { _tag: 'Path', path, seen: 'Stop' } } }))],
  }],
  ["the recorded spec of another FlinkDeployment, which can't be read", {
    flinkDeployments: [withRecordedText(elsewhere(aTarget()), `{"broken ${path}`)],
  }],
  ["another FlinkSessionJob's initialSavepointPath", { flinkSessionJobs: [sibling({ initialSavepointPath: path })] }],
  ['a FlinkBlueGreenDeployment', { namingResources: [{ kind: 'FlinkBlueGreenDeployment', name: 'bg', paths: ['s3://b/sp-9', path] }] }],
  ['a FlinkStateSnapshot of another job, or of none', { namingResources: [{ kind: 'FlinkStateSnapshot', name: 's', paths: [path] }] }],
  ['a FlinkApplication', { namingResources: [{ kind: 'FlinkApplication', name: 'lyft', paths: [path] }] }],
  ['the recorded spec of another FlinkSessionJob', { flinkSessionJobs: [withRecordedText(sibling(), `{"broken ${path}`)] }],
]

describe('P04 B03 a path of the history that another resource may be started from (next-snapshot-step.ts, row snapshot-step/prune)', () => {
  test.each(needing)('leaves the history of a FlinkDeployment, and its files stay: %s', (_title, others) => {
    const actions = ofDeployment(seen({ ...nobody, ...others }))
    expect(gone(actions)).toEqual([])
    expect(left(actions)).toEqual(['s3://b/sp-2', 's3://b/sp-3'])
  })
  test.each(needing)('leaves the history of a FlinkSessionJob, and its files stay: %s', (_title, others) => {
    const { next } = sessionWorld({ ...nobody, ...others })
    expect(gone(next)).toEqual([])
    expect(left(next)).toEqual(['s3://b/sp-2', 's3://b/sp-3'])
  })
  test('goes where no other names it', () => {
    const harmless: Others = {
      flinkDeployments: [elsewhere(aTarget())],
      flinkSessionJobs: [sibling()],
      namingResources: [{ kind: 'FlinkApplication', name: 'lyft', paths: ['s3://b/sp-2'] }],
    }
    expect(gone(ofDeployment(seen(harmless)))).toEqual([path])
    expect(gone(sessionWorld(harmless).next)).toEqual([path])
  })
  test('its own resource in the list is no other one: a record of it that names the path as text keeps no files', () => {
    const own = { ...nobody, flinkDeployments: [withRecordedText(aTarget(), `{"broken ${path}`)] }
    expect(gone(ofDeployment(seen(own)))).toEqual([path])
    const world = sessionWorld(nobody)
    world.siblings = [withRecordedText(world.resource, `{"broken ${path}`)]
    expect(gone(world.next)).toEqual([path])
  })
  test('the others of the history go, though they are newer', () => {
    const status = withHistory([...history, entry('s3://b/sp-4')])
    const facts = seen({ ...nobody, flinkSessionJobs: [sibling({ initialSavepointPath: path })] })
    expect(gone(lookedAndDecided({ ...given, status }, facts))).toEqual(['s3://b/sp-2'])
  })
})

describe('B79 a completed FlinkStateSnapshot takes a place of the history', () => {
  const snapshot: StateSnapshotView = {
    name: 's',
    uid: 's',
    creationTimestamp: t0,
    deleting: false,
    kind: 'savepoint',
    triggerType: 'PERIODIC',
    state: 'COMPLETED',
    path: 's3://b/sp-9',
  }
  test('P04 what goes by that is asked about, too', () => {
    const second = elsewhere(aTarget({}, { spec: { job: { initialSavepointPath: 's3://b/sp-2' } } }))
    const facts = seen({ ...nobody, flinkDeployments: [second] }, { snapshots: known([snapshot], t0) })
    expect(gone(ofDeployment(facts))).toEqual([path])
    const without = { ...given, status: withHistory([entry('s3://b/sp-2'), entry('s3://b/sp-3'), entry('s3://b/sp-4')]) }
    expect(gone(lookedAndDecided(without, facts))).toEqual(['s3://b/sp-3'])
    const empty = { ...given, status: withHistory([{ ...entry(path), location: null }, entry('s3://b/sp-2'), entry('s3://b/sp-3')]) }
    expect(gone(lookedAndDecided(empty, facts))).toEqual([])
  })
})

describe('who is asked (row snapshot-step/prune)', () => {
  const { snapshots: _s, flinkDeployments: _d, flinkSessionJobs: _j, namingResources: _n, ...own } = seen(nobody)
  test('all lists in one look', () => {
    expect(queriesOf(decided({ ...given, facts: own }))).toEqual([
      'ListStateSnapshots',
      'ListFlinkDeployments',
      'ListFlinkSessionJobs',
      'ListNamingResources',
    ])
    const world = sessionWorld(nobody)
    expect(gone(world.next)).toEqual([path])
    expect(world.asked.filter(tag => tag.startsWith('List') && tag !== 'ListJobManagerPods')).toEqual([
      'ListStateSnapshots',
      'ListFlinkDeployments',
      'ListFlinkSessionJobs',
      'ListNamingResources',
    ])
  })
  test('S02 about twenty paths a round, however long the history is: what was not asked about stays, and comes later', () => {
    const long = Array.from({ length: 60 }, (_, at) => entry(`s3://b/long-${at}`))
    const first = decided({ ...given, status: withHistory(long), facts: own })
    const asked = (actions: typeof first) =>
      actions.flatMap(action => action._tag === 'Look' ? action.queries : []).flatMap(it =>
        it._tag === 'ListNamingResources' ? it.paths : []
      )
    expect([asked(first).length, asked(first)[0]]).toEqual([20, 's3://b/long-0'])
    const [another] = [elsewhere(aTarget({}, { spec: { job: { initialSavepointPath: 's3://b/long-0' } } }))]
    const actions = lookedAndDecided({ ...given, status: withHistory(long) }, seen({ ...nobody, flinkDeployments: [another] }))
    expect([gone(actions), left(actions).length, left(actions)[0]]).toEqual([['s3://b/long-1'], 58, 's3://b/long-2'])
    const later = asked(decided({ ...given, status: withHistory(long), failures: 45, facts: own }))
    expect([later.length, later[0], later.includes('s3://b/long-0')]).toEqual([20, 's3://b/long-45', true])
  })
  test('nobody, where the history holds no more than it may', () => {
    const spec = { configuration: { 'kubernetes.operator.savepoint.history.max.count': '3' } }
    expect(queriesOf(decided({ spec, status: historyOf(runningStatus({ recorded: { spec } })), facts: own }))).toEqual([])
  })
  test('not the other jobs, where files stay: nobody loses them', () => {
    const spec = { configuration: { ...configuration, 'kubernetes.operator.savepoint.cleanup.enabled': 'false' } }
    const it = { spec, status: historyOf(runningStatus({ recorded: { spec } })) }
    expect(queriesOf(decided({ ...it, facts: own }))).toEqual(['ListStateSnapshots'])
    expect(kept(lookedAndDecided(it, { ...own, snapshots: absent(t0) }))).toBe(false)
  })
  test.each<readonly [string, FlinkDeploymentFacts]>([
    ['FlinkDeployments', { flinkDeployments: unknown('Timeout', 'late', t0) }],
    ['FlinkDeployments, by the rights that the operator has', { flinkDeployments: unknown('Forbidden', 'forbidden', t0) }],
    ['FlinkSessionJobs', { flinkSessionJobs: unknown('Undecodable', "it can't be read", t0) }],
    ['resources of other kinds', { namingResources: unknown('Forbidden', 'forbidden', t0) }],
    ['FlinkStateSnapshots', { snapshots: unknown('Timeout', 'late', t0) }],
  ])('P14 %s could not be seen: nothing goes, and the round ends without a problem', (_title, change) => {
    const actions = ofDeployment(seen(nobody, change))
    expect(actions.map(({ _tag }) => _tag).filter(tag => tag !== 'PersistStatus')).toEqual(['Requeue'])
    expect(kept(actions)).toBe(true)
  })
  test.each(['ListFlinkDeployments', 'ListFlinkSessionJobs', 'ListNamingResources'] as const)(
    'P14 the same with a FlinkSessionJob: %s',
    query => {
      const world = sessionWorld(nobody)
      world.unobservable = [query]
      expect(gone(world.next)).toEqual([])
      expect(kept(world.next)).toBe(true)
    },
  )
  test('FlinkSessionJobs are not installed: there are none', () => {
    expect(gone(ofDeployment(seen(nobody, { flinkSessionJobs: absent(t0) })))).toEqual([path])
  })
})
