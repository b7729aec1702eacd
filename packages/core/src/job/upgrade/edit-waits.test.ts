import { describe, expect, test } from 'vitest'
import { goneCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { effectsOf, type Given, lookedAndDecided, roundOf, written } from '../../../fixtures/round.ts'
import { edited, noFallback } from '../../../fixtures/session-job-cases.ts'
import { notListed } from '../../../fixtures/session-job-operations.ts'
import { type GivenJob, jobWorld, steadyWithoutHa } from '../../../fixtures/session-job-rows.ts'
import { known } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { lastStateMarker } from '../../contract/resource/operation.ts'

/** A job that is lost while an edit waits, where it runs: what a round makes of it, and what comes of that in the next rounds. */
interface LostBesideEdit {
  /** The operation that is written down; null: none. */
  readonly begun: () => JobLifecycleStatus['operation']
  /** What is told as its error. */
  readonly reported: () => string | null
  /** Effects of the round that sees it lost: tags, and names of objects. */
  readonly effects: () => readonly string[]
  /** The round after the operation was written down. */
  readonly next: () => unknown
}

const withoutFallback = { 'kubernetes.operator.job.upgrade.last-state-fallback.enabled': 'false' }

/** With a cluster of its own: its JobManager is gone, HA metadata may be there. */
const application = (spec: SpecChange, facts: FlinkDeploymentFacts = {}): LostBesideEdit => {
  const given: Given = {
    spec,
    metadata: { generation: 2 },
    status: runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' }, recorded: { used: 'last-state' } }),
  }
  const actions = () => lookedAndDecided(given, goneCluster(t0, facts))
  return {
    begun: () => written(actions())?.operation ?? null,
    reported: () => written(actions())?.error ?? null,
    effects: () => effectsOf(actions()),
    next: () => {
      const next: Given = { ...given, status: written(actions())! }
      return { attempt: roundOf(next).desired.attempt, effects: effectsOf(lookedAndDecided(next, goneCluster(t0, facts))) }
    },
  }
}

/** In a session cluster: its JobManager was replaced, and does not list the job. */
const sessionJob = (change: Pick<GivenJob, 'record'> = {}): LostBesideEdit => {
  const given: GivenJob = {
    from: steadyWithoutHa,
    ...notListed,
    ...change,
    edit: { ...noFallback, job: edited.job },
    world: { pod: 'uid-other' },
  }
  const status = () => {
    const persist = jobWorld(given).next.find(it => it._tag === 'PersistStatus')
    return persist?._tag === 'PersistStatus' ? persist.status : null
  }
  return {
    begun: () => status()?.operation ?? null,
    reported: () => status()?.error ?? null,
    effects: () => jobWorld(given).effects('UploadJar', 'RunJar').map(({ _tag }) => _tag),
    next: () => jobWorld(given).rounds(3).resource.status.operation,
  }
}

const waiting: readonly (readonly [string, SpecChange])[] = [
  ['the Flink version changes', { rest: { flinkVersion: 'v2_0' }, job: { upgradeMode: 'last-state' } }],
  ['falling back to last-state is off', { job: { parallelism: 3 }, configuration: withoutFallback }],
  ['high availability is switched off', { noHa: true, job: { parallelism: 3, upgradeMode: 'last-state' } }],
  ['it is to be suspended, and falling back is off', { job: { state: 'suspended' }, configuration: withoutFallback }],
]
const path = { _tag: 'Path', path: 's3://b/x', seen: 'Stop' } as const
const ofSessionJob = sessionJob({ record: { ...notListed.record, lastState: path } })

describe('V02 a job that is lost while an edit waits that can not be done without it', () => {
  test.each<readonly [string, LostBesideEdit, operation: object, next: object]>([
    ...waiting.map(([title, spec]): readonly [string, LostBesideEdit, object, object] => [
      `application: ${title}`,
      application(spec),
      { kind: 'Deploy', purpose: 'Recovery', source: { _tag: 'LastState', restorePath: lastStateMarker } },
      {
        attempt: { differs: false, target: { spec: { flinkVersion: 'v1_20' }, job: { parallelism: 2 } } },
        effects: expect.arrayContaining(['CreateObject FlinkConfig']),
      },
    ]),
    [
      'session job: falling back to last-state is off',
      ofSessionJob,
      { kind: 'Submit', purpose: 'Recovery', source: { _tag: 'Path', path: 's3://b/x' } },
      { kind: 'Submit', purpose: 'Recovery' },
    ],
  ])('%s: it is brought back as it was, from its last state, and that goes on', (_title, lost, operation, next) => {
    expect(lost.begun()).toMatchObject(operation)
    expect(lost.next()).toMatchObject(next)
  })

  const noMetadata: FlinkDeploymentFacts = { configMaps: known([], t0) }
  test.each<readonly [string, LostBesideEdit, reported: string]>([
    ...waiting.slice(0, 2).map(([title, spec]): readonly [string, LostBesideEdit, string] => [
      `application, HA metadata is gone: ${title}`,
      application(spec, noMetadata),
      'Manual restore required',
    ]),
    ['session job, its last state is not known', sessionJob(), 'Job Not Found'],
  ])('P01 %s: a person is asked, nothing is begun', (_title, lost, reported) => {
    expect([lost.begun(), lost.effects()]).toEqual([null, []])
    expect(lost.reported()).toContain(reported)
  })
})
