import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fact, type JsonObject, known, type Query } from '@flink-operator/core'
import { decodeFlinkDeployment } from '@flink-operator/core/codec'
import { replayRound } from '@flink-operator/core/explain'
import { flinkDeploymentKind, flinkStateSnapshotKind } from '@flink-operator/core/kinds'
import { kinds } from '@flink-operator/kinds'
import { checkerEnv, matrix, replayStory } from '@flink-operator/simulation'
import type { CarriedOutKind } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test, vi } from 'vitest'
import { replay } from '../command/replay.ts'
import { createCrashSwitch } from '../effect/crash-switch.ts'
import { ExitCode } from '../exit-code.ts'
import { type RoundReport, runRound } from '../round.ts'
import { recordingLine, createRecorder } from './recorder.ts'
import { readEntries } from './recorded-entries.ts'
import { readRecording } from './recording.ts'

const folder = mkdtempSync(join(tmpdir(), 'flink-operator-replay-'))
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const secret = 'planted-"marker"'

const resource = {
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkDeployment',
  metadata: {
    name: 'app',
    namespace: 'ns',
    uid: 'u',
    generation: 1,
    resourceVersion: '7',
    creationTimestamp: '2023-11-14T22:00:00Z',
    finalizers: ['flinkdeployments.flink.apache.org/finalizer'],
  },
  spec: {
    image: 'flink:1.20',
    flinkVersion: 'v1_20',
    serviceAccount: 'flink',
    flinkConfiguration: { 's3.secret-key': secret, 'taskmanager.numberOfTaskSlots': '1' },
    jobManager: { resource: { memory: '1024m', cpu: 1 } },
    taskManager: { resource: { memory: '1024m', cpu: 1 } },
    podTemplate: { spec: { containers: [{ name: 'flink-main-container', env: [{ name: 'DB_PASSWORD', value: 'planted-password' }] }] } },
    job: { jarURI: 'local:///x.jar', parallelism: 1, upgradeMode: 'stateless', state: 'running' },
  },
}

type Answer = (query: Query) => Fact<unknown>

const nothingThere: Answer = query => (query._tag.startsWith('List') ? { _tag: 'Known', source: 'live', asOf: 0, value: [] }
  : { _tag: 'Absent', source: 'live', asOf: 0 })

/**
 * Rounds of the operator's own loop, in a world where nothing is there yet if nothing else is said; each goes on from what the one before
 * wrote.
 */
const rounds = async (
  count: number,
  kind: CarriedOutKind = flinkDeploymentKind,
  first: JsonObject = resource,
  answer = nothingThere,
): Promise<readonly RoundReport[]> => {
  const reports: RoundReport[] = []
  let json = first
  for (let round = 0; round < count; round++) {
    const report = await runRound(
      {
        kind,
        now: () => 1_700_000_000_000 + round * 1_000,
        queryTimeout: () => 1_000,
        limit: 60_000,
        envAt: (now, consecutiveFailures) => ({ now, consecutiveFailures, ...checkerEnv }),
        initialFacts: () => ({}),
        answer: query => Promise.resolve(answer(query)),
        executor: {
          now: () => 0,
          render: () => E.right({}),
          crashSwitch: createCrashSwitch(null),
          timeoutOf: () => 1_000,
          perform: effect => {
            if (effect._tag === 'PersistStatus') json = { ...json, status: JSON.parse(JSON.stringify(effect.status)) }
            return Promise.resolve(E.right({ written: null }))
          },
        },
      },
      { resource: json, source: 'cache' },
      0,
    )
    reports.push(report)
  }
  return reports
}

const silently = async <A>(work: () => A | Promise<A>): Promise<{ readonly answer: A; readonly out: string }> => {
  const out: string[] = []
  const written = vi.spyOn(process.stdout, 'write').mockImplementation(text => {
    out.push(String(text))
    return true
  })
  try {
    return { answer: await work(), out: out.join('') }
  } finally {
    written.mockRestore()
  }
}

const jobId = 'a'.repeat(32)

/** The job of a snapshot, with a secret of its own and one that its recorded spec still has. */
const target = (): unknown => {
  const recordedSpec = JSON.stringify({
    spec: { ...resource.spec, flinkConfiguration: { 's3.secret-key': 'planted-before' } },
    resource_metadata: { apiVersion: 'flink.apache.org/v1beta1', firstDeployment: false },
  })
  const decoded = decodeFlinkDeployment({
    ...resource,
    status: {
      jobStatus: { state: 'RUNNING', jobId },
      jobManagerDeploymentStatus: 'READY',
      reconciliationStatus: { state: 'DEPLOYED', lastReconciledSpec: recordedSpec },
    },
    spec: {
      ...resource.spec,
      flinkConfiguration: { ...resource.spec.flinkConfiguration, 'execution.checkpointing.savepoint-dir': 's3://b/sp' },
    },
  })
  if (E.isLeft(decoded)) throw new Error(decoded.left.path)
  return decoded.right
}

const snapshot = {
  apiVersion: 'flink.apache.org/v1beta1',
  kind: 'FlinkStateSnapshot',
  metadata: {
    name: 'sp',
    namespace: 'ns',
    uid: 's',
    generation: 1,
    resourceVersion: '7',
    creationTimestamp: '2023-11-14T22:00:00Z',
    finalizers: ['flinkstatesnapshots.flink.apache.org/finalizer'],
  },
  spec: { jobReference: { kind: 'FlinkDeployment', name: 'app' }, savepoint: {} },
}

const runningJob: Answer = query => {
  const value = query._tag === 'ReadFlinkDeployment' ? target()
    : query._tag === 'GetJobsOverview' ? [{ jobId, state: 'RUNNING', startTime: 1_000 }]
    : { _tag: 'Completed', location: 's3://b/sp/1', checkpointId: null }
  return { _tag: 'Known', source: 'live', asOf: 0, value }
}

describe('recording and replay', () => {
  test('what the loop recorded comes out again, without the secrets (P23), in a file for its owner alone', async () => {
    const reports = await rounds(2)
    const path = join(folder, 'recorded.jsonl')
    const recorder = createRecorder(path)
    if (E.isLeft(recorder)) throw new Error(recorder.left)
    for (const report of reports) recorder.right.record('FlinkDeployment', report)
    recorder.right.close()
    const text = readFileSync(path, 'utf8')
    expect(text).not.toMatch(/planted/)
    expect(text.match(/hidden-\d/g)?.length).toBeGreaterThan(2)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const recording = readRecording(path)
    expect(recording).toMatchObject({ right: { _tag: 'Rounds' } })
    if (E.isRight(recording) && recording.right._tag === 'Rounds') {
      for (const round of recording.right.rounds) expect(replayRound(kinds, round)).toMatchObject({ _tag: 'Same' })
    }
    const { answer, out } = await silently(() => replay(path, { output: 'text' }))
    expect(answer).toEqual(E.right(ExitCode.Ok))
    expect(out).toMatch(/1\. .* ns\/app: the same\n {2}decided FirstDeployment[^]*2 rounds, 0 of them come out otherwise/)
  })

  test('U03: a nonce beyond 2^53 is recorded with all its digits, and the rounds come out the same', async () => {
    const nonce = '9223372036854775807'
    const reports = await rounds(2, flinkDeploymentKind, { ...resource, spec: { ...resource.spec, restartNonce: nonce } })
    const path = file('nonces.jsonl', reports.map(report => `${recordingLine('FlinkDeployment', report)}\n`).join(''))
    expect(readFileSync(path, 'utf8')).toContain(nonce)
    const recording = readRecording(path)
    if (E.isLeft(recording) || recording.right._tag !== 'Rounds') throw new Error('no rounds')
    expect(recording.right.rounds.map(round => replayRound(kinds, round)._tag)).toEqual(['Same', 'Same'])
  })

  test("rounds of a FlinkStateSnapshot, too: its kind is named, and neither its job's secrets nor those that its job had are told (P23)", async () => {
    const reports = await rounds(3, flinkStateSnapshotKind, snapshot, runningJob)
    expect(reports.map(({ outcomes }) => outcomes.map(({ action }) => action._tag))).toEqual([
      ['PersistStatus', 'TriggerSavepoint', 'Requeue'],
      ['PersistStatus', 'Requeue'],
      ['PatchObject', 'Requeue'],
    ])
    const path = join(folder, 'snapshots.jsonl')
    const recorder = createRecorder(path)
    if (E.isLeft(recorder)) throw new Error(recorder.left)
    for (const report of reports) recorder.right.record('FlinkStateSnapshot', report)
    for (const report of await rounds(1)) recorder.right.record('FlinkDeployment', report)
    recorder.right.close()
    const text = readFileSync(path, 'utf8')
    expect(text).not.toMatch(/planted/)
    expect(text.trim().split('\n').map(line => (JSON.parse(line) as { readonly kind: string }).kind)).toEqual([
      'FlinkStateSnapshot',
      'FlinkStateSnapshot',
      'FlinkStateSnapshot',
      'FlinkDeployment',
    ])
    const { answer, out } = await silently(() => replay(path, { output: 'text' }))
    expect(answer).toEqual(E.right(ExitCode.Ok))
    expect(out).toMatch(
      /1\. .* FlinkStateSnapshot ns\/sp: the same\n {2}decided TriggerDue \(state-snapshot\/trigger\)[^]*3\. .*\n {2}decided Over \(state-snapshot\/over\)[^]*4\. \S+ ns\/app: the same\n[^]*4 rounds, 0 of them come out otherwise/,
    )
  })

  test.each(
    [['target', target()], ['target@blue', target()], ['targetSessionJob', target()], ['flinkSessionJobs', [target()]]] as const,
  )('P23 secrets of resources that were looked at as %s are hidden', async (field, value) => {
    const [report] = await rounds(1)
    if (report === undefined) throw new Error('no round')
    const line = recordingLine('FlinkDeployment', { ...report, facts: { [field]: known(value, 0) } })
    expect(line).toContain(`"${field}"`)
    expect(line).toMatch(/hidden-\d/)
    expect(line).not.toMatch(/planted/)
  })

  test('P23 a secret that only a recorded spec still has is hidden as well', async () => {
    const status = {
      reconciliationStatus: { lastReconciledSpec: JSON.stringify({ spec: { flinkConfiguration: { 's3.secret-key': 'planted-before' } } }) },
    }
    const [report] = await rounds(1, flinkDeploymentKind, { ...resource, status })
    expect(recordingLine('FlinkDeployment', report ?? { decided: null, facts: {} })).toMatch(/hidden-\d/)
    expect(recordingLine('FlinkDeployment', report ?? { decided: null, facts: {} })).not.toMatch(/planted/)
  })

  test('P23 lines between rounds have no secret of any line before them; what only looks like one is kept; a cut-off last line is no line', () => {
    const path = join(folder, 'lines.jsonl')
    const recorder = createRecorder(path)
    if (E.isLeft(recorder)) throw new Error(recorder.left)
    const of = { kind: 'FlinkDeployment', namespace: 'ns', name: 'app' } as const
    const { write, close } = recorder.right
    write({ version: 1, line: 'Start', at: 1 })
    write({ version: 1, line: 'Watch', at: 2, of, seen: { kind: 'Resource', resource } })
    write({ version: 1, line: 'Read', at: 2, of, source: 'cache', resource })
    write({
      version: 1,
      line: 'Begin',
      at: 3,
      of,
      action: {
        _tag: 'PruneHaExecutionPlan',
        namespace: 'ns',
        configMaps: [{ name: 'c', resourceVersion: '1', keys: ['jobGraph-0123456789'] }],
      },
      resourceVersion: '7',
    })
    write({
      version: 1,
      line: 'End',
      at: 4,
      of,
      effect: 'PruneHaExecutionPlan',
      error: { _tag: 'Invalid', message: `not ${secret}`, applied: 'No', httpStatus: 422, retryAfter: null },
      resourceVersion: null,
    })
    write({
      version: 1,
      line: 'Look',
      at: 5,
      took: 1,
      query: { _tag: 'ReadFlinkDeployment', namespace: 'ns', name: 'app' },
      fact: { source: 'live', asOf: 5, _tag: 'Known', value: target() },
    })
    close()
    writeFileSync(path, '{"version":1,"li', { flag: 'a' })
    const text = readFileSync(path, 'utf8')
    expect(text).not.toMatch(/planted/)
    expect(text).toMatch(/"keys":\["jobGraph-0123456789"\]/)
    expect(new Set(text.match(/"s3.secret-key":"([^"]*)"/g))).toHaveProperty('size', 1)
    const entries = readEntries([path])
    expect(E.isRight(entries) && entries.right.files[0]?.values.map(it => ('line' in it ? it.line : 'round'))).toEqual([
      'Start',
      'Watch',
      'Read',
      'Begin',
      'End',
      'Look',
    ])
  })

  test('a round of a kind that this version does not know is none', () => {
    expect(
      readRecording(
        file(
          'kind.jsonl',
          JSON.stringify({ version: 1, kind: 'toString', resource: {}, facts: {}, env: { now: 1, options: {} }, actions: [] }),
        ),
      ),
    ).toMatchObject({ left: expect.stringMatching(/line 1 is no recorded round/) })
  })

  test('an answer that is another one now: told with its place, and exit code 1', async () => {
    const [report] = await rounds(1)
    const line = recordingLine('FlinkDeployment', report ?? { decided: null, facts: {} }) ?? ''
    const { answer, out } = await silently(() =>
      replay(file('other.jsonl', line.replace('"_tag":"Requeue","after":0', '"_tag":"Requeue","after":5')), { output: 'text' })
    )
    expect(answer).toEqual(E.right(ExitCode.Findings))
    expect(out).toMatch(/DIFFERS[^]*at \/\d+\/after\n {4}recorded 5\n {4}now {6}0\n1 rounds, 1 of them/)
  })

  test('nothing was decided: nothing is recorded', () => {
    expect(recordingLine('FlinkDeployment', { decided: null, facts: {} })).toBeNull()
  })

  test("a file that can't be written is told", () => {
    expect(createRecorder('/nowhere/x')).toMatchObject({ left: expect.stringMatching(/\/nowhere\/x cannot be written/) })
  })
})

describe("replay of the model checker's counterexamples", () => {
  const world = matrix[0]?.name ?? ''
  const gone = replayStory({ env: checkerEnv }, { world, property: 'P', what: 'w', moves: [0, 0, 0], lines: [] })
  const lines = gone._tag === 'Replayed' ? gone.lines : []
  const story = { world, property: 'P99', what: 'something', moves: [0, 0, 0], lines }

  test.each([
    ['one story', JSON.stringify(story)],
    ['the list of violations', JSON.stringify([story])],
    ['the report of verify --json', JSON.stringify({ states: 1, seconds: 1, violations: [story], worlds: [], unreachedRows: [] })],
  ])('%s: goes as it was saved', async (title, text) => {
    expect(lines.length).toBeGreaterThanOrEqual(3)
    const { answer, out } = await silently(() => replay(file(`${title}.json`, text), { output: 'text' }))
    expect(answer).toEqual(E.right(ExitCode.Ok))
    expect(out).toContain('it goes as it was saved')
  })

  test('from a line on it goes otherwise: told, and exit code 1', async () => {
    const { answer, out } = await silently(() =>
      replay(file('changed.json', JSON.stringify({ ...story, lines: [...lines.slice(0, 1), 'another'] })), { output: 'text' })
    )
    expect(answer).toEqual(E.right(ExitCode.Findings))
    expect(out).toContain('from line 2 on it goes otherwise; saved was: another')
  })

  test('a world that is not there any more', async () => {
    const { answer, out } = await silently(() => replay(file('world.json', JSON.stringify({ ...story, world: 'x' })), { output: 'json' }))
    expect(answer).toEqual(E.right(ExitCode.Findings))
    expect(JSON.parse(out)).toMatchObject({ stories: 1, differ: 1, results: [{ _tag: 'NoSuchWorld' }] })
  })
})
