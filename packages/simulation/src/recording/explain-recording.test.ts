import { beforeAll, describe, expect, test } from 'vitest'
import type { RecordedBegin, RecordedEnd, RecordedLook } from '@flink-operator/core/explain'
import type { Entry } from './edits.ts'
import { type Explained, explainRecording } from './explain-recording.ts'
import { beginOf, changed, endOf, known, linesOf, lookAt, recording } from '../../fixtures/kept-recordings.ts'
import { merged, recordedClusters } from './recorded-cluster.ts'
import { wrongRounds } from './round-effects.ts'

/** The search where it is refused goes through all that might have been: a small bound shows the same. */
const bounds = { steps: 5, worlds: 60, back: 16 }
const smallBounds = { steps: 4, worlds: 40, back: 16 }

describe('what a real cluster did is a path of the model', () => {
  let entries: readonly Entry[] = []
  beforeAll(() => {
    entries = recording('last-state-ha-flink-1.20')
  })

  test('Flink 1.20 with Kubernetes HA: deployed, upgraded, deleted', () => {
    expect(explainRecording(entries)).toMatchObject({ _tag: 'Explained', breaches: [] })
    expect(wrongRounds(entries, false)).toEqual([])
  })

  test('Flink 2.3 with Kubernetes HA: at its deletion the job is cancelled, and HA metadata goes in three steps', () => {
    const explained = explainRecording(recording('last-state-ha-flink-2.3'))
    expect(explained).toMatchObject({ _tag: 'Explained', faults: 0, breaches: [] })
    if (explained._tag === 'Explained')
      expect(explained.steps.filter(({ step }) => /^CleanUpJob|^FinishCancelling/.test(step)).map(({ step }) => step.split(' ')[0]))
        .toEqual(['FinishCancelling', 'CleanUpJob', 'CleanUpJob'])
  })

  test('FlinkStateSnapshots: their rounds beside those of the deployment, created by the operator and by a person, disposed of', () => {
    const snapshots = recording('snapshot-resources-flink-1.20')
    const explained = explainRecording(snapshots)
    expect(explained).toMatchObject({ _tag: 'Explained', breaches: [] })
    if (explained._tag === 'Explained') {
      const steps = explained.steps.map(({ step }) => step)
      expect(steps.filter(step => step.startsWith('a user') && step.includes('FlinkStateSnapshot'))).toEqual([
        'a user creates FlinkStateSnapshot by-hand',
        'a user deletes FlinkStateSnapshot by-hand',
      ])
      expect(steps.filter(step => step.startsWith('DisposeSavepoint'))).toHaveLength(5)
    }
    expect(wrongRounds(snapshots, false)).toEqual([])
  })

  const stepsOf = (
    explained: Explained,
  ): readonly string[] => (explained._tag === 'Explained' ? explained.steps.map(({ step }) => step) : [])

  test('a job that comes to its end by itself', () => {
    const explained = explainRecording(recording('terminal-ttl-flink-2.3'))
    expect(explained).toMatchObject({ _tag: 'Explained', breaches: [] })
    expect(stepsOf(explained).filter(step => step.startsWith('FinishJob'))).toHaveLength(1)
  })

  test('F09 F13 a create that is refused, since somebody else has made an object of that name', () => {
    const foreign = recording('foreign-objects-flink-2.3')
    const explained = explainRecording(foreign)
    expect(explained).toMatchObject({ _tag: 'Explained', faults: 0, breaches: [] })
    expect(stepsOf(explained).filter(step => step.startsWith('another owner creates'))).toEqual(['another owner creates Service app-rest'])
  })

  test('F09 where nobody else is told to have the name, a create that is refused is not explained', () => {
    const foreign = recording('foreign-objects-flink-2.3')
    const line = foreign.findIndex(({ value }) => 'line' in value && value.line === 'End' && value.error?._tag === 'AlreadyExists')
    const explained = explainRecording(
      foreign.filter(({ value }, index) =>
        index <= line || !('line' in value) || value.line !== 'Look' || value.query._tag !== 'ReadNames'
      ),
      smallBounds,
    )
    expect(explained).toMatchObject({ _tag: 'Unexplained', line })
  })

  test('F16 watches tell of a Service that goes after they have told that its Deployment is gone', () => {
    expect(explainRecording(recording('chaos-api-server-flink-2.3'))).toMatchObject({ _tag: 'Explained', breaches: [] })
  })

  test('B21 a JobManager that is being deleted goes on starting: its plan is in HA metadata again', () => {
    expect(explainRecording(recording('chaos-kills-flink-1.20'))).toMatchObject({ _tag: 'Explained', breaches: [] })
  })

  test('B62 a watch tells the version of a write that changed nothing before the answer to that write is read', () => {
    expect(explainRecording(recording('crash-first-deploy-flink-2.3'))).toMatchObject({ _tag: 'Explained', faults: 0, breaches: [] })
  })

  describe('three session jobs on one cluster: submitted, one of them upgraded with its state', () => {
    const sessions = (): readonly Entry[] => recording('session-jobs-flink-1.20')

    test('each has its own resource, jar, stop and job', () => {
      const explained = explainRecording(sessions())
      expect(explained).toMatchObject({ _tag: 'Explained', faults: 0, breaches: [] })
      const steps = stepsOf(explained)
      expect(steps.filter(step => step.startsWith('a user creates FlinkSessionJob'))).toHaveLength(3)
      expect(steps.filter(step => step.startsWith('RunJar'))).toHaveLength(4)
      expect(steps.filter(step => step.startsWith('StopWithSavepoint'))).toHaveLength(1)
      expect(steps).toContain(
        'a user edits the spec: generation 2 (FlinkSessionJob savepoint)',
      )
    })

    test('a jar that nobody uploaded is not explained', () => {
      const all = sessions()
      const line = lookAt(all, 'GetJars', (jars: readonly object[]) => jars.length > 0)
      const other = known((jars: readonly { readonly name: string }[]) => [...jars, { id: 'other', name: 'other.jar', uploaded: 0 }])
      expect(explainRecording(changed(all, line, other).slice(0, line + 1), smallBounds)).toMatchObject({ _tag: 'Unexplained', line })
    })

    test('a job that was run without a RunJar is not explained', () => {
      const all = sessions()
      const line = beginOf(all, 'RunJar')
      const without = all.filter(({ value }, index) =>
        index < line || !('line' in value) || (value.line !== 'Begin' && value.line !== 'End')
      )
      expect(explainRecording(without, smallBounds)).toMatchObject({ _tag: 'Unexplained' })
    })
  })

  test('a name that is used again is another resource', () => {
    const first = linesOf('last-state-ha-flink-1.20').map(line => JSON.parse(line) as Entry['value'])
    const second = first.map(value =>
      JSON.parse(
        JSON.stringify('line' in value ? { ...value, at: value.at + 86_400_000 } : value).replaceAll(
          /([0-9a-f]{8})(-[0-9a-f]{4}){3}-/g,
          '$1-aaaa-aaaa-aaaa-',
        ),
      ) as Entry['value']
    )
    const clusters = recordedClusters(merged([[...first, ...second]]))
    expect(clusters.map(({ name, entries: own }) => [name.replace(/ \(.*/, ''), own.length])).toEqual([
      [expect.any(String), entries.length],
      [expect.any(String), entries.length],
    ])
    expect(new Set(clusters.map(({ name }) => name)).size).toBe(2)
    for (const cluster of clusters) expect(explainRecording(cluster.entries)).toMatchObject({ _tag: 'Explained' })
  })

  test('a status that no effect gave was written by somebody', () => {
    const line = entries.findLastIndex(({ value }) =>
      'line' in value && value.line === 'Watch' && value.seen.kind === 'Resource' && value.seen.resource !== null
    )
    const { value } = entries[line]!
    if (!('line' in value) || value.line !== 'Watch' || value.seen.kind !== 'Resource') throw new Error('no watch')
    const { metadata, status } = value.seen.resource as { readonly metadata: object; readonly status: object }
    const seen = {
      kind: 'Resource' as const,
      resource: {
        ...value.seen.resource,
        metadata: { ...metadata, resourceVersion: '999999' },
        status: { ...status, error: 'of a person' },
      },
    }
    const explained = explainRecording([...entries.slice(0, line + 1), { file: 0, value: { ...value, seen } }])
    expect(explained).toMatchObject({ _tag: 'Explained' })
    if (explained._tag === 'Explained') expect(explained.steps.at(-1)?.step).toBe('another writer writes the status')
  })

  const servicesOf = (all: readonly Entry[]): number => lookAt(all, 'ListServices', (services: readonly object[]) => services.length > 0)
  const withAnother = (all: readonly Entry[]): readonly Entry[] =>
    changed(
      all,
      servicesOf(all),
      known((
        services: readonly object[],
      ) => [...services, {
        name: 'app-of-somebody',
        uid: 'uid-of-somebody',
        resourceVersion: '1',
        deleting: false,
        annotations: {},
        ownerUids: [],
        owners: [],
      }]),
    )

  test('F09 an object of somebody else that carries our labels is none of the world', () => {
    expect(explainRecording(withAnother(entries))).toMatchObject({ _tag: 'Explained', breaches: [] })
  })

  const refusedAt = (changedEntries: readonly Entry[], line: number, within = bounds): void => {
    const explained: Explained = explainRecording(changedEntries, within)
    expect(explained._tag).toBe('Unexplained')
    if (explained._tag === 'Unexplained') {
      expect(explained.line).toBeGreaterThanOrEqual(line)
      expect(explained.closest.length).toBeGreaterThan(0)
    }
  }

  test.each<[string, (entries: readonly Entry[]) => [readonly Entry[], number]]>([
    ['Flink says of a job that runs that it has failed', all => {
      const line = lookAt(all, 'GetJobsOverview', (jobs: readonly { state: string }[]) => jobs[0]?.state === 'RUNNING')
      return [changed(all, line, known((jobs: readonly object[]) => jobs.map(job => ({ ...job, state: 'FAILED', endTime: 1 })))), line]
    }],
    ['Flink tells another job', all => {
      const line = lookAt(all, 'GetJobsOverview', (jobs: readonly object[]) => jobs.length > 0)
      return [changed(all, line, known((jobs: readonly object[]) => jobs.map(job => ({ ...job, jobId: 'f'.repeat(32) })))), line]
    }],
    ['an object has another uid than before', all => {
      const line = all.findLastIndex(({ value }) =>
        'line' in value && value.line === 'Look' && value.query._tag === 'ListServices' && value.fact._tag === 'Known'
        && (value.fact.value as readonly object[]).length > 0
      )
      return [changed(all, line, known((services: readonly object[]) => services.map(it => ({ ...it, uid: 'another' })))), line]
    }],
    ['a Deployment that is there is absent', all => {
      const line = lookAt(all, 'ReadDeployment')
      return [changed(all, line, (look: RecordedLook) => ({ ...look, fact: { source: 'live', asOf: look.at, _tag: 'Absent' } })), line]
    }],
    ['a write of the status was refused as a conflict, and nobody had written', all => {
      const line = endOf(all, 'PersistStatus')
      return [
        changed(
          all,
          line,
          (end: RecordedEnd) => ({
            ...end,
            error: { _tag: 'Conflict', message: '', applied: 'No', httpStatus: 409, retryAfter: null },
            resourceVersion: null,
          }),
        ),
        line,
      ]
    }],
    ['an object of somebody else was deleted', all => {
      const line = all.findIndex(({ value }, index) =>
        index > servicesOf(all) && 'line' in value && value.line === 'Begin' && value.action._tag === 'DeleteObject'
      )
      return [
        changed(
          withAnother(all),
          line,
          (begin: RecordedBegin) => ({
            ...begin,
            action: {
              ...begin.action,
              target: { kind: 'Service', name: 'app-of-somebody', namespace: begin.of.namespace, apiVersion: 'v1', uid: 'uid-of-somebody' },
            },
          }),
        ),
        line,
      ]
    }],
    ['a Deployment was never created', all => {
      const line = all.findIndex(({ value }) =>
        'line' in value && value.line === 'Begin' && value.action._tag === 'CreateObject'
        && value.action.manifest._tag === 'ClusterManifest' && value.action.manifest.part === 'JobManagerDeployment'
      )
      const end = endOf(all, 'CreateObject', line)
      return [all.filter((_, index) => index !== line && index !== end), line - 1]
    }],
    ['a status says something else', all => {
      const line = beginOf(all, 'PersistStatus')
      return [changed(all, line, (begin: RecordedBegin) => ({ ...begin, status: { ...(begin.status as object), error: 'x' } })), line]
    }],
  ])('a recording with one line changed is refused: %s', (_, change) => refusedAt(...change(entries)))

  test.each<[string, (entries: readonly Entry[]) => [readonly Entry[], number]]>([
    ['it has another path than Flink said', all => {
      const line = all.findIndex(({ value }) =>
        'line' in value && value.line === 'Read' && value.of.kind === 'FlinkStateSnapshot'
        && JSON.stringify(value.resource).includes('"COMPLETED"')
      )
      return [
        changed(all, line, (read: object) => JSON.parse(JSON.stringify(read).replace(/\/savepoint-/g, '/savepoint-of-another-')) as object),
        line,
      ]
    }],
    ['Flink does not know its savepoint', all => {
      const line = lookAt(all, 'GetSavepointOperation')
      return [changed(all, line, (look: RecordedLook) => ({ ...look, fact: { source: 'live', asOf: look.at, _tag: 'Absent' } })), line]
    }],
    ['its finalizer was never added', all => {
      const line = all.findIndex(({ value }) =>
        'line' in value && value.line === 'Begin' && value.of.kind === 'FlinkStateSnapshot' && value.action._tag === 'AddFinalizer'
      )
      const end = all.findIndex(({ value }, index) =>
        index > line && 'line' in value && value.line === 'End' && value.of.kind === 'FlinkStateSnapshot'
      )
      return [all.filter((_, index) => index !== line && index !== end), line - 1]
    }],
  ])(
    'a recording with one line of a snapshot changed is refused: %s',
    (_, change) => refusedAt(...change(recording('snapshot-resources-flink-1.20')), smallBounds),
  )

  test.each<[string, RegExp, (entries: readonly Entry[]) => readonly Entry[]]>([
    ['two effects in another order', /decided was/, all => {
      const line = beginOf(all, 'CreateObject')
      const next = all.findIndex(({ value }, index) => index > line + 1 && 'line' in value && value.line === 'Begin')
      return all.map((entry, index) => (index === line ? all[next]! : index === next ? all[line]! : entry))
    }],
    ['an event that was not sent', /decided was EmitEvent/, all => {
      const line = all.findIndex(({ value }, index) =>
        'line' in value && value.line === 'Begin' && value.action._tag === 'EmitEvent' && index > 0
      )
      const end = endOf(all, 'EmitEvent', line)
      return all.filter((_, index) => index !== line && index !== end)
    }],
    ['a status that was not written', /decided was|decided PersistStatus/, all => {
      const line = beginOf(all, 'PersistStatus')
      const end = endOf(all, 'PersistStatus', line)
      return all.filter((_, index) => index !== line && index !== end)
    }],
    ['an answer that the round did not get', /differs from the recorded answer/, all => {
      const line = lookAt(all, 'GetJobsOverview', (jobs: readonly object[]) => jobs.length > 0)
      return changed(all, line, known((jobs: readonly object[]) => jobs.map(job => ({ ...job, name: 'other' }))))
    }],
  ])(
    'a round that did something else than it decided is told: %s',
    (_, what, change) => expect(wrongRounds(change(entries), false)[0]?.what).toMatch(what),
  )
})
