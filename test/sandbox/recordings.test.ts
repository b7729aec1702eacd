import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Entry, explainRecording, merged, recordedClusters, wrongRounds } from '@flink-operator/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readEntries } from '../../packages/operator/src/replay/recorded-entries.ts'
import { createRecorder } from '../../packages/operator/src/replay/recorder.ts'
import {
  aFlinkDeployment,
  anOperator,
  aSandbox,
  deploymentsPath,
  highAvailability,
  onEnd,
  type TestSandbox,
  until,
  untilStable,
  untilStatus,
} from './a-sandbox.ts'
import { apply, checkpointed, edit, runningJob, upgradeThroughLostAnswers } from './deployment-calls.ts'

/** Plays a story on the sandbox and answers what the operator recorded. */
const recorded = async (tell: (sandbox: TestSandbox) => Promise<void>): Promise<readonly Entry[]> => {
  const folder = process.env['KEEP_RECORDINGS'] ?? mkdtempSync(join(tmpdir(), 'flink-recording-'))
  if (process.env['KEEP_RECORDINGS'] === undefined)
    onEnd(async () => {
      rmSync(folder, { recursive: true, force: true })
    })
  const path = join(folder, `${Date.now()}.jsonl`)
  const recorder = createRecorder(path)
  if (E.isLeft(recorder)) throw new Error(recorder.left)
  const sandbox = await aSandbox()
  const operator = await anOperator(sandbox, {
    recorder: recorder.right,
    onRound: (_, report, kind) => recorder.right.record(kind, report),
  })
  await tell(sandbox)
  await operator.stop()
  recorder.right.close()
  const read = readEntries([path])
  if (E.isLeft(read)) throw new Error(read.left)
  const [cluster] = recordedClusters(merged(read.right.files.map(({ values }) => values)))
  return cluster?.entries ?? []
}

const suspendAndDelete = async (sandbox: TestSandbox): Promise<void> => {
  await edit(sandbox, 'app', { job: { state: 'suspended' } })
  await untilStatus(sandbox, 'app', 'SUSPENDED', it => it.lifecycleState === 'SUSPENDED')
  await edit(sandbox, 'app', { job: { state: 'running' } })
  await untilStable(sandbox, 'app', 4)
  await sandbox.call('DELETE', `${deploymentsPath}/app`)
  await until('the resource to be gone', async () => (await sandbox.call('GET', `${deploymentsPath}/app`)).status === 404)
}

const life = (upgradeMode: string, configuration: Record<string, string>) => async (sandbox: TestSandbox): Promise<void> => {
  await apply(sandbox, aFlinkDeployment('app', { upgradeMode }, configuration))
  await untilStable(sandbox, 'app')
  await checkpointed(sandbox, 'app')
  await edit(sandbox, 'app', { job: { parallelism: 4 } })
  await untilStable(sandbox, 'app', 2)
  await suspendAndDelete(sandbox)
}

describe('what the sandbox did is a path of the model', () => {
  test.each([
    ['savepoint', 'savepoint', {}],
    ['last-state with high availability', 'last-state', highAvailability],
    ['stateless', 'stateless', {}],
  ])('%s: deploy, upgrade, suspend, resume, delete', async (_, upgradeMode, configuration) => {
    const entries = await recorded(life(upgradeMode, configuration))
    expect(wrongRounds(entries, true)).toEqual([])
    expect(explainRecording(entries)).toMatchObject({ _tag: 'Explained', faults: 0, breaches: [] })
  })

  test('a JobManager that crashes, and goes on from its newest checkpoint: one fault', async () => {
    const entries = await recorded(async sandbox => {
      await apply(sandbox, aFlinkDeployment('app', { upgradeMode: 'last-state' }, highAvailability))
      await untilStable(sandbox, 'app')
      await checkpointed(sandbox, 'app')
      await sandbox.chaos('crash-jobmanager', { cluster: 'app' })
      await until('the job to run again', async () => (await runningJob(sandbox, 'app'))?.restoredFrom != null)
      await edit(sandbox, 'app', { job: { parallelism: 4 } })
      await untilStable(sandbox, 'app', 2)
    })
    const explained = explainRecording(entries)
    expect(explained).toMatchObject({ _tag: 'Explained', breaches: [] })
    if (explained._tag === 'Explained') expect(explained.steps.some(({ step }) => step.startsWith('CrashJobManager'))).toBe(true)
  })

  test('lost answers and refused writes', async () => {
    const entries = await recorded(sandbox => upgradeThroughLostAnswers(sandbox, 'app'))
    expect(explainRecording(entries)).toMatchObject({ _tag: 'Explained', breaches: [] })
  })
})
