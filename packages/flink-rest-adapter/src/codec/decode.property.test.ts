import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fc, test } from '@fast-check/vitest'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect } from 'vitest'
import { recordings, releases } from '../../test/recorded-answers.ts'
import { decodeOperation, decodeSavepointOperation } from './asynchronous-operation.ts'
import { decodeCheckpointConfiguration } from './checkpoint-configuration.ts'
import { decodeCheckpointDetails, decodeCheckpoints } from './checkpoints.ts'
import { decodeClusterConfig } from './cluster-config.ts'
import { decodeJars } from './jars.ts'
import { decodeJobDetails } from './job-details.ts'
import { decodeJobExceptions } from './job-exceptions.ts'
import { decodeJobsOverview } from './jobs-overview.ts'
import { decodeAggregatedMetrics, decodeMetricNames } from './measured.ts'
import { decodeMetrics } from './metrics.ts'
import { decodeRequestId } from './request-id.ts'
import { decodeResourceRequirements } from './resource-requirements.ts'
import { decodeTaskManagers } from './task-managers.ts'

const decoders = {
  decodeAggregatedMetrics,
  decodeCheckpointConfiguration,
  decodeCheckpointDetails,
  decodeCheckpoints,
  decodeClusterConfig,
  decodeJars,
  decodeJobDetails,
  decodeJobExceptions,
  decodeJobsOverview,
  decodeMetricNames,
  decodeMetrics,
  decodeOperation,
  decodeRequestId,
  decodeResourceRequirements,
  decodeSavepointOperation,
  decodeTaskManagers,
} satisfies Readonly<Record<string, (json: unknown) => E.Either<string, unknown>>>

/** Each text and each key of a foreign answer has it. */
const secret = 'TOPSECRET'

const foreign = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, -1, 1e999, Number.NaN, 2 ** 63, secret, secret.repeat(5_000), `a.B: ${secret}`),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(secret, '__proto__', 'constructor', 'length', 'toString'), tie('value')), { maxLength: 3 }).map(
      entries => JSON.parse(`{${entries.map(([key, value]) => `"${key}":${JSON.stringify(value)}`).join(',')}}`) as unknown,
    ),
  ),
})).value

const recorded = releases.flatMap(release => recordings(release).map(({ response }) => response.body))

/** A recorded answer, of which one value is another one, however deep it is. */
const changed = fc.tuple(fc.constantFrom(...recorded), fc.nat(), foreign).map(([body, at, value]) => {
  let count = 0
  const texts: string[] = []
  JSON.stringify(body, (key, inner: unknown) => (texts.push(key), inner))
  return JSON.parse(JSON.stringify(body), (_, inner: unknown) => (count++ === at % texts.length ? value : inner)) as unknown
})

const deep = fc.constantFrom(['[', ']'], ['{"jobs":[', ']}'], ['{"latest":', '}']).map(([open = '', close = '']) =>
  JSON.parse(`${open.repeat(4_000)}1${close.repeat(4_000)}`) as unknown
)

describe('S02 S07 whatever a server answers', () => {
  test.prop([fc.oneof({ weight: 6, arbitrary: changed }, { weight: 3, arbitrary: foreign }, { weight: 1, arbitrary: deep })])(
    'each decoder has an outcome, and a mismatch is told by place, type and size',
    json => {
      for (const [name, decode] of Object.entries(decoders)) {
        const decoded: E.Either<string, unknown> = decode(json)
        if (E.isRight(decoded)) continue
        expect(decoded.left, name).toMatch(
          /^[\w.*-]+: expected .{1,80}, got (nothing|null|number|boolean|object|(string|list) of length \d+)$/,
        )
        expect(decoded.left, name).not.toContain(secret)
        expect(decoded.left.length, name).toBeLessThan(400)
      }
    },
  )

  test('every decoder of this folder is among them', async () => {
    const files = readdirSync(import.meta.dirname).filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    const modules = await Promise.all(files.map(async file => await import(join(import.meta.dirname, file)) as object))
    const exported = modules.flatMap(Object.keys)
    expect(exported.filter(name => /^decode[A-Z]/.test(name) && name !== 'decodeWith').toSorted()).toEqual(Object.keys(decoders).toSorted())
  })
})
