import { describe, expect, test } from 'vitest'
import type { RecordedLook, RecordedWatch } from '@flink-operator/core/explain'
import { attemptAnnotation } from '@flink-operator/core/manifest'
import type { Entry } from './edits.ts'
import { type Explained, explainRecording } from './explain-recording.ts'
import { changed, known, lookAt, recording } from '../../fixtures/kept-recordings.ts'
import { wrongRounds } from './round-effects.ts'

const savepoint = (): readonly Entry[] => recording('hand-over-flink-1.20-1', 'hand-over-flink-1.20-2')
const highlyAvailable = (): readonly Entry[] => recording('hand-over-ha-flink-2.3-1', 'hand-over-ha-flink-2.3-2')
const smallBounds = { steps: 8, worlds: 40, back: 16 }

const deedsOf = (explained: Explained): readonly string[] =>
  explained._tag === 'Explained' ? explained.steps.map(({ step }) => step).filter(step => step.startsWith('another operator')) : []

/** The process that took the job over for the second time. */
const second = (entries: readonly Entry[]): readonly Entry[] => entries.filter(({ file }) => file === 1)

describe('a recording that begins with what another operator deployed', () => {
  test('Flink 1.20 without HA: taken over, given back, upgraded by the other one with a savepoint, taken over again', () => {
    const entries = savepoint()
    const explained = explainRecording(entries)
    expect(explained).toMatchObject({ _tag: 'Explained', faults: 0, breaches: [] })
    expect(deedsOf(explained)).toEqual([
      'another operator stops the job with a savepoint',
      'another operator deletes the Deployment',
      'another operator deletes HA metadata',
      'another operator deploys',
    ])
    expect(wrongRounds(entries, false)).toEqual([])
  })

  test('Flink 2.3 with HA: the last state stays in HA metadata while the other one upgrades the job', () => {
    const entries = highlyAvailable()
    const explained = explainRecording(entries)
    expect(explained).toMatchObject({ _tag: 'Explained', faults: 0, breaches: [] })
    expect(deedsOf(explained)).toEqual([
      'another operator deletes the Deployment',
      'another operator prunes the plan',
      'another operator deploys',
    ])
    expect(wrongRounds(entries, false)).toEqual([])
  })

  test('a job that the other one had restored: from its savepoint, or from HA metadata', () => {
    for (const entries of [second(savepoint()), second(highlyAvailable())])
      expect(explainRecording(entries)).toMatchObject({ _tag: 'Explained', faults: 0, breaches: [] })
  })

  test('one that begins when an operator of ours has looked at the resource already has no beginning', () => {
    const entries = savepoint()
    const written = entries.findIndex(({ value }) => 'line' in value && value.line === 'End' && value.effect === 'PersistStatus')
    expect(explainRecording(entries.slice(written + 1))).toMatchObject({ _tag: 'NoBeginning' })
  })

  const refusedAt = (entries: readonly Entry[], line: number): void => {
    const explained = explainRecording(entries, smallBounds)
    expect(explained._tag).toBe('Unexplained')
    if (explained._tag === 'Unexplained') expect(explained.line).toBeGreaterThanOrEqual(line)
  }
  const inSecond = (entries: readonly Entry[]): number => entries.findIndex(({ file }) => file === 1)
  const lookInSecond = (entries: readonly Entry[], query: string): number =>
    inSecond(entries) + lookAt(entries.slice(inSecond(entries)), query, (value: unknown) => !Array.isArray(value) || value.length > 0)
  const jobs = (change: object) => known((all: readonly object[]) => all.map(job => ({ ...job, ...change })))
  const named = (name: RegExp, change: object) =>
    known((all: readonly { readonly name: string }[]) => all.map(it => (name.test(it.name) ? { ...it, ...change } : it)))

  test.each<[string, () => readonly Entry[], (entries: readonly Entry[]) => [readonly Entry[], number]]>([
    ['at the beginning Flink tells another job than the other one recorded', savepoint, all => {
      const line = lookAt(all, 'GetJobsOverview')
      return [changed(all, line, jobs({ jobId: 'f'.repeat(32) })), line]
    }],
    ['at the beginning the job has failed', savepoint, all => {
      const line = lookAt(all, 'GetJobsOverview')
      return [changed(all, line, jobs({ state: 'CANCELED', endTime: 1 })), line]
    }],
    ['a Service is not as the other one makes them', savepoint, all => {
      const line = lookAt(all, 'ListServices')
      return [changed(all, line, named(/-rest$/, { ownerUids: ['another'] })), line]
    }],
    ['after its upgrade Flink tells the job of before', savepoint, all => {
      const line = lookInSecond(all, 'GetJobsOverview')
      const before = all[lookAt(all, 'GetJobsOverview')]!.value as RecordedLook
      const { jobId } = (before.fact as { readonly value: readonly { readonly jobId: string }[] }).value[0]!
      return [changed(all, line, jobs({ jobId })), line]
    }],
    ['after its upgrade the Deployment is another one than the watch told', savepoint, all => {
      const line = lookInSecond(all, 'ReadDeployment')
      return [changed(all, line, known((it: object) => ({ ...it, uid: 'another' }))), line]
    }],
    ['after its upgrade a ConfigMap of ours from before is there', savepoint, all => {
      const line = lookInSecond(all, 'ListConfigMaps')
      const before = all.slice(0, inSecond(all)).findLast(({ value }) =>
        'line' in value && value.line === 'Look' && value.query._tag === 'ListConfigMaps' && value.fact._tag === 'Known'
      )!.value as RecordedLook
      const { uid } = (before.fact as { readonly value: readonly { readonly uid: string }[] }).value[0]!
      return [changed(all, line, named(/^flink-config-/, { uid })), line]
    }],
    ['after its upgrade with HA Flink tells another job', highlyAvailable, all => {
      const line = lookInSecond(all, 'GetJobsOverview')
      return [changed(all, line, jobs({ jobId: 'f'.repeat(32) })), line]
    }],
    ['after its upgrade HA metadata is another object', highlyAvailable, all => {
      const line = lookInSecond(all, 'ListConfigMaps')
      return [changed(all, line, named(/-config-map$/, { uid: 'another' })), line]
    }],
    ['the Deployment carries the mark of an attempt that none of ours made', savepoint, all => {
      const line = all.findIndex(({ file, value }) =>
        file === 1 && 'line' in value && value.line === 'Watch' && value.seen.kind === 'Deployment'
      )
      const marked = (watch: RecordedWatch): RecordedWatch => ({
        ...watch,
        seen: watch.seen.kind === 'Deployment' && watch.seen.deployment !== null
          ? { kind: 'Deployment', deployment: { ...watch.seen.deployment, annotations: { [attemptAnnotation]: 'one' } } } : watch.seen,
      })
      return [changed(all, line, marked), line]
    }],
  ])('with one line changed it is refused: %s', (_, of, change) => refusedAt(...change(of())))
})
