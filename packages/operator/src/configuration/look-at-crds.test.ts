import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AdapterError, type Json, operatorOptions } from '@flink-operator/core'
import { crdNameOf, crdOf } from '@flink-operator/core/codec'
import { kindNames, kindOf, kinds } from '@flink-operator/kinds'
import type { Http } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { manualClock } from '../manual-clock.ts'
import { followCrds } from './follow-crds.ts'
import { lookAtCrds } from './look-at-crds.ts'

const forbidden = E.left<AdapterError, Json>({
  _tag: 'Forbidden',
  message: 'cannot get customresourcedefinitions',
  applied: 'No',
  httpStatus: 403,
  retryAfter: null,
})

const asked = operatorOptions({}).options

const notFound = E.left<AdapterError, Json>({ _tag: 'NotFound', message: 'no such CRD', applied: 'No', httpStatus: 404, retryAfter: null })
type Answer = E.Either<AdapterError, Json>
interface Crds {
  deployments: Answer
  snapshots: Answer
}
const others = new Map(kindNames.map(name => [crdNameOf(kindOf(name).type), E.right(crdOf(kindOf(name)))]))
const right: Crds = { deployments: E.right(crdOf(kinds.FlinkDeployment)), snapshots: E.right(crdOf(kinds.FlinkStateSnapshot)) }

const looking = (crds: Crds) => {
  const lines: string[] = []
  const logger = pino({ level: 'info' }, {
    write: line => {
      lines.push(line)
    },
  })
  const http: Http = {
    send: ({ path }) => () =>
      Promise.resolve(
        path.endsWith('/flinkdeployments.flink.apache.org') ? crds.deployments
          : path.endsWith('/flinkstatesnapshots.flink.apache.org') ? crds.snapshots
          : others.get(path.split('/').at(-1) ?? '') ?? E.right({ items: [] }),
      ),
    stream: () => () => new Promise(() => undefined),
    close: () => Promise.resolve(),
  }
  const reported = () =>
    lines.splice(0).map(line => JSON.parse(line) as { readonly level: number; readonly msg: string }).map(({ level, msg }) => ({
      level,
      msg,
    }))
  return { http, logger, reported }
}
const [info, warn, error] = [30, 40, 50]

test.each([
  [
    'FlinkDeployment',
    { ...right, deployments: forbidden },
    /flinkdeployments\.flink\.apache\.org may not be read.*not known whether it keeps/,
  ],
  [
    'FlinkStateSnapshot',
    { ...right, snapshots: forbidden },
    /flinkstatesnapshots\.flink\.apache\.org may not be read.*not known whether it keeps/,
  ],
  [
    'FlinkStateSnapshot',
    { ...right, snapshots: notFound },
    /FlinkStateSnapshots are not carried out.*flinkstatesnapshots\.flink\.apache\.org is not installed/,
  ],
])('F22 a CRD that is not read is told at warn, as what is not known; it is not guessed to be right: %s', async (kind, crds, text) => {
  const { http, logger, reported } = looking(crds)
  expect(await lookAtCrds(http, null, 'server', logger, asked)).toMatchObject({
    right: { findings: [{ kind, text: expect.stringMatching(text) as string }] },
  })
  expect(reported()).toEqual([{ level: warn, msg: expect.stringMatching(text) as string }])
})

test('F22 where nobody wants FlinkStateSnapshots, their missing CRD is no finding', async () => {
  const { http, logger, reported } = looking({ ...right, snapshots: notFound })
  expect(await lookAtCrds(http, null, 'server', logger, { ...asked, snapshotResourceEnabled: false })).toEqual(
    E.right({ carriedOut: new Map(kindNames.filter(name => name !== 'FlinkStateSnapshot').map(name => [name, {}])), findings: [] }),
  )
  expect(reported()).toMatchObject([{ level: info }])
})

test('F22 CRDs that may be read and are right: nothing is told', async () => {
  const { http, logger, reported } = looking(right)
  expect([await lookAtCrds(http, null, 'server', logger, asked), reported()]).toEqual([
    E.right({ carriedOut: new Map(kindNames.map(name => [name, {}])), findings: [] }),
    [],
  ])
})

describe('F22 E-47 a CRD that may not be read is looked at again', () => {
  const following = async () => {
    const crds: Crds = { ...right, deployments: forbidden }
    const { http, logger, reported } = looking(crds)
    const clock = manualClock(1_000)
    const seen = await lookAtCrds(http, null, 'server', logger, asked)
    const followed = followCrds(E.isRight(seen) ? seen.right.findings : [], { http, clock, logger, server: 'server' })
    reported()
    return { crds, clock, followed, reported }
  }

  test('as long as it may not, it stays named, and nothing is repeated', async () => {
    const { clock, followed, reported } = await following()
    await clock.advance(600_000)
    expect([followed.findings(), followed.wrong(), reported()]).toEqual([
      [expect.stringContaining('flinkdeployments.flink.apache.org')],
      null,
      [],
    ])
  })

  test('when it may and is right, nothing is named any more', async () => {
    const { crds, clock, followed, reported } = await following()
    crds.deployments = right.deployments
    await clock.advance(60_000)
    expect([followed.findings(), followed.wrong(), reported()]).toEqual([[], null, [{
      level: info,
      msg: expect.stringContaining('may be read now') as string,
    }]])
  })

  test('when it may and is wrong, the operator is not ready, with the command that mends it', async () => {
    const { crds, clock, followed, reported } = await following()
    crds.deployments = notFound
    await clock.advance(60_000)
    expect([followed.findings(), followed.wrong(), reported()]).toEqual([
      [],
      expect.stringContaining('flink-operator crds | kubectl apply'),
      [{
        level: error,
        msg: followed.wrong(),
      }],
    ])
  })
})

test('F22 F20 the shipped ClusterRoles allow what the operator reads at its start and looks at for leader election', () => {
  const documents = parseAllDocuments(readFileSync(join(import.meta.dirname, '../../../../deploy/operator.yaml'), 'utf8')).map(it =>
    it.toJS() as {
      readonly kind: string
      readonly rules?: readonly { readonly resources: readonly string[]; readonly verbs: readonly string[] }[]
    }
  )
  const rules = documents.filter(({ kind }) => kind === 'ClusterRole').flatMap(role => role.rules ?? [])
  expect(rules.find(({ resources }) => resources.includes('customresourcedefinitions'))?.verbs).toEqual(['get'])
  expect(rules.find(({ resources }) => resources.includes('leases'))?.verbs).toEqual(['list'])
})
