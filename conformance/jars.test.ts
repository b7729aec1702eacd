import { basename } from 'node:path'
import { isFlinkVersion } from '../packages/core/src/contract/resource/flink-version.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exampleJar } from '../packages/flink-rest-adapter/test/real-flink.ts'
import { type Difference, expectAlike } from './declared-differences.ts'
import { jarChapters } from './jar-chapters.ts'
import type { JarSide } from './jar-side.ts'
import { realJars } from './real-jars.ts'
import { simulatedJars } from './simulated-jars.ts'

const home = process.env['FLINK_HOME'] ?? ''
const obeys = home !== '' && basename(exampleJar(home)) === 'TestJob.jar'
const title = obeys ? `jars on the simulated Flink and on the one in ${home}`
  : 'jars on the simulated Flink and on a real one (skipped: FLINK_HOME is not set, or has no TestJob.jar)'

const why = 'the model runs no code: whatever class is named is there'
const differences: Readonly<Record<string, readonly Difference[]>> = {
  'trap 19: what can not be run': [
    { answer: 'class', real: ['Invalid applied=No', null], model: ['done', 'RUNNING'], why },
    { answer: 'thenRun', real: ['done', 'RUNNING'], model: ['DuplicateJob applied=No', 'RUNNING'], why },
  ],
}

describe.skipIf(!obeys)(title, () => {
  let real: JarSide & { readonly stop: () => Promise<void> }
  beforeAll(async () => {
    const version = `v${(/(\d+)\.(\d+)\.\d+/.exec(home) ?? []).slice(1).join('_')}`
    real = await realJars(home, isFlinkVersion(version) ? version : 'v1_20')
  }, 240_000)
  afterAll(() => real.stop(), 60_000)

  for (const [name, tell] of Object.entries(jarChapters)) {
    test(name, async () => {
      expectAlike(await tell(real), await tell(simulatedJars()), differences[name])
    })
  }
})

test('the chapters are told by the model alone, too', async () => {
  for (const tell of Object.values(jarChapters)) expect(Object.keys(await tell(simulatedJars())).length).toBeGreaterThan(3)
})
